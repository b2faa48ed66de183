import { useTranslation } from 'react-i18next';
import { PlainTable } from '../page/PlainTable.tsx';
import { Muted, Note } from '../page/Text.tsx';
import classes from './chart.module.css';
import { tableOf } from './csv.model.ts';
import type { StyledSeries } from './look.ts';
import { useFigure } from './use-figure.ts';
import type { TimeWindow } from './window.model.ts';
import { viewWords } from './words.ts';
import { writeDate, writeTime } from './zone.model.ts';

interface Props {
  title: string;
  series: readonly StyledSeries[];
  view: TimeWindow;
  zone: string;
  height: number;
  number: (value: number, decimals: number) => string;
}

const MAX_ROWS = 500;
const DAILY = new Set(['day', 'month', 'year']);

/** What the chart shows, as rows: for readers of screens and for everybody who wants the figures. */
export function ChartTable({ title, series, view, zone, height, number }: Props) {
  const { t } = useTranslation('charts');
  const figure = useFigure(number);
  const rows = tableOf(
    series.map((one) => one.drawn),
    view,
  );
  const whole = series.every(({ drawn }) => DAILY.has(drawn.series.step));
  const seconds = series.some(({ drawn }) => drawn.series.step === 'raw' && drawn.series.step_s < 60);
  const shown = rows.slice(0, MAX_ROWS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes.tableBox} style={{ maxHeight: height }} tabIndex={0} aria-label={title}>
      <PlainTable
        inset
        sticky
        nowrap
        caption={t('table_caption', { title, period: viewWords(view, zone) })}
        head={[
          t('time'),
          ...series.map(({ drawn: { series: one } }) => ({
            text: one.unit ? `${one.label} ${one.unit}` : one.label,
            number: true,
          })),
        ]}
      >
        {shown.map(({ at, values, recovered }) => (
          <tr key={at}>
            <th scope="row">
              {writeDate(at, zone)}
              {!whole && ` ${writeTime(at, zone, seconds)}`}
            </th>
            {series.map(({ drawn: { series: one } }, i) => (
              <td key={one.id} data-number>
                {values[i] === null || values[i] === undefined ? '–' : figure(values[i], one)}
                {recovered[i] ? (
                  <Note inline small tone="warning">
                    <br />
                    {t('partly_recovered', { figure: `${figure(recovered[i], one)} ${one.unit}`.trim() })}
                  </Note>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </PlainTable>
      {rows.length > MAX_ROWS && <Muted>{t('table_first', { shown: MAX_ROWS, all: rows.length })}</Muted>}
    </section>
  );
}
