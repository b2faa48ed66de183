import { csvText } from '../../units/csv-text.ts';
import { visiblePoints } from './answer.model.ts';
import type { DrawnSeries } from './series.model.ts';
import type { TimeWindow } from './window.model.ts';
import { writeDate, writeOffset, writeTime } from './zone.model.ts';

export interface CsvRequest {
  /** What is shown, in the order of the legend. */
  series: readonly DrawnSeries[];
  view: TimeWindow;
  zone: string;
  /** BCP 47; Italian writes a decimal comma and therefore separates by semicolons. */
  locale: string;
  words: { time: string; offset: string };
}

/** A row of the table behind the chart: an instant and the value of each series, null where it has none. */
export interface TableRow {
  at: number;
  values: (number | null)[];
}

/** The visible points of all series side by side, by their instants. */
export function tableOf(series: readonly DrawnSeries[], view: TimeWindow): TableRow[] {
  const rows = new Map<number, (number | null)[]>();
  for (const [column, drawn] of series.entries()) {
    for (const point of visiblePoints(drawn, view)) {
      const at = Math.max(point.start_at, view.start_at);
      const key = point.value === null ? at : point.start_at;
      const row = rows.get(key) ?? new Array<number | null>(series.length).fill(null);
      if (point.value !== null) row[column] = point.value;
      rows.set(key, row);
    }
  }
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([at, values]) => ({ at, values }));
}

/** The decimals of a figure as its variable states them; never grouped, never in exponents. */
export function plainNumber(value: number, decimals: number, comma: boolean): string {
  const text = value.toFixed(decimals);
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  const signed = trimmed === '-0' ? '0' : trimmed;
  return comma ? signed.replace('.', ',') : signed;
}

const DAILY = new Set(['day', 'month', 'year']);

/** CSV of exactly what is shown: visible series, visible window, gaps as empty cells. Times are the plant's own. */
export function csvOf({ series, view, zone, locale, words }: CsvRequest): string {
  const comma = locale.startsWith('it');
  const separator = comma ? ';' : ',';
  const whole = series.length > 0 && series.every((drawn) => DAILY.has(drawn.series.step));
  const head = [
    `${words.time} (${zone})`,
    ...(whole ? [] : [words.offset]),
    ...series.map(({ series: { label, unit } }) => (unit ? `${label} (${unit})` : label)),
  ].map(csvText);
  const seconds = series.some(({ series: { step, step_s } }) => step === 'raw' && step_s < 60);
  const lines = tableOf(series, view).map(({ at, values }) => {
    const date = writeDate(at, zone);
    const stamp = whole ? [date] : [`${date} ${writeTime(at, zone, seconds)}`, writeOffset(at, zone)];
    const figures = values.map((value, i) =>
      value === null ? '' : plainNumber(value, series[i]?.series.decimals ?? 2, comma),
    );
    return [...stamp, ...figures].join(separator);
  });
  return `${[head.join(separator), ...lines].join('\r\n')}\r\n`;
}
