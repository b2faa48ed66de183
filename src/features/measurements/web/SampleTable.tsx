import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../shared/units/units.ts';
import { writeOffset } from '../../../shared/web/charts/zone.model.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import type { ImportPreview } from '../measurements.contract.ts';
import classes from './import.module.css';
import { useCatalogue } from './use-imports.ts';

interface Props {
  preview: ImportPreview;
  zone: string;
  /** A newer mapping is being read: these rows are of the one before. */
  waiting: boolean;
}

/** The file's first rows as they would be stored: times of the plant, values in the variables' own units. */
export function SampleTable({ preview, zone, waiting }: Props) {
  const { t } = useTranslation('measurements');
  const { number, dateTime, language } = useFormat();
  const { data: catalogue = [] } = useCatalogue();
  const columns = preview.mapping.columns.map((one) => {
    const known = catalogue.find(({ name }) => name === one.variable);
    const label = known ? (language === 'it' ? known.label_it : known.label_en) : one.variable;
    return { ...one, label, unit: spellUnit(known?.unit ?? one.unit), decimals: known?.decimals ?? 2 };
  });
  if (preview.sample.length === 0) return null;
  // The server reads no times while nothing is to be stored.
  if (columns.length === 0) return <Muted>{t('import.sample_waits')}</Muted>;
  return (
    <div>
      <h3>{t('import.sample')}</h3>
      <section
        className={classes.sampleBox}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('import.sample')}
        data-waiting={waiting || undefined}
      >
        <PlainTable
          sticky
          inset
          head={[
            t('import.row'),
            t('import.time', { zone }),
            ...columns.map(({ label, unit }) => ({ text: `${label} ${unit}`.trim(), number: true })),
          ]}
        >
          {preview.sample.map(({ row, ts, values }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              <td>
                {dateTime(ts, zone)}
                {ts && <span className="muted"> {writeOffset(Date.parse(ts), zone)}</span>}
              </td>
              {columns.map((one, i) => (
                <td key={one.column} data-number>
                  {number(values[i], one.decimals)}
                </td>
              ))}
            </tr>
          ))}
        </PlainTable>
      </section>
    </div>
  );
}
