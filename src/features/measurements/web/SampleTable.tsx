import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../shared/units/units.ts';
import { writeOffset } from '../../../shared/web/charts/zone.model.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
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
  if (columns.length === 0) return <p className={classes.note}>{t('import.sample_waits')}</p>;
  return (
    <div>
      <h3 className={classes.heading}>{t('import.sample')}</h3>
      <section
        className={classes.sampleBox}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('import.sample')}
        data-waiting={waiting || undefined}
      >
        <table className={classes.sample}>
          <thead>
            <tr>
              <th scope="col">{t('import.row')}</th>
              <th scope="col">{t('import.time', { zone })}</th>
              {columns.map((one) => (
                <th key={one.column} scope="col">
                  {one.label} <span className="muted">{one.unit}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.sample.map(({ row, ts, values }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                <td>
                  {dateTime(ts, zone)}
                  {ts && <span className="muted"> {writeOffset(Date.parse(ts), zone)}</span>}
                </td>
                {columns.map((one, i) => (
                  <td key={one.column}>{number(values[i], one.decimals)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
