import { csvText } from '../../units/csv-text.ts';
import { visiblePoints } from './answer.model.ts';
import { recoveredIn } from './recovered.model.ts';
import type { DrawnSeries } from './series.model.ts';
import type { TimeWindow } from './window.model.ts';
import { writeDate, writeOffset, writeTime } from './zone.model.ts';

export interface FileWords {
  time: string;
  offset: string;
  /** What of a series' energy was booked when a counter came back. */
  recovered: string;
}

export interface CsvRequest {
  /** What is shown, in the order of the legend. */
  series: readonly DrawnSeries[];
  view: TimeWindow;
  zone: string;
  /** BCP 47; Italian writes a decimal comma and therefore separates by semicolons. */
  locale: string;
  words: FileWords;
}

/** A row of the table behind the chart: an instant and the value of each series, null where it has none. */
export interface TableRow {
  at: number;
  values: (number | null)[];
  /** How much of each value was booked when a counter came back after a silence; 0 where none. */
  recovered: number[];
}

/** The visible points of all series side by side, by their instants. */
export function tableOf(series: readonly DrawnSeries[], view: TimeWindow): TableRow[] {
  const rows = new Map<number, Omit<TableRow, 'at'>>();
  for (const [column, drawn] of series.entries()) {
    for (const point of visiblePoints(drawn, view)) {
      const at = Math.max(point.start_at, view.start_at);
      const key = point.value === null ? at : point.start_at;
      const row = rows.get(key) ?? {
        values: new Array<number | null>(series.length).fill(null),
        recovered: new Array<number>(series.length).fill(0),
      };
      if (point.value !== null) {
        row.values[column] = point.value;
        row.recovered[column] = recoveredIn(drawn.series, point);
      }
      rows.set(key, row);
    }
  }
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([at, row]) => ({ at, ...row }));
}

/** A column of a file: a series, or how much of it came with its counter's return. */
export interface FileColumn {
  head: string;
  decimals: number;
  /** Null where the cell is empty. */
  of: (row: TableRow) => number | null;
}

/** The columns of figures in a file: each series, and beside it what was recovered, where anything was. */
export function columnsOf(
  series: readonly DrawnSeries[],
  rows: readonly TableRow[],
  word: string,
): FileColumn[] {
  return series.flatMap(({ series: { label, unit, decimals } }, i) => {
    const named = (name: string) => (unit ? `${name} (${unit})` : name);
    const own = { head: named(label), decimals, of: (row: TableRow) => row.values[i] ?? null };
    if (rows.every(({ recovered }) => !recovered[i])) return [own];
    const back = (row: TableRow) => row.recovered[i] || null;
    return [own, { head: named(`${label}, ${word}`), decimals, of: back }];
  });
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
  const rows = tableOf(series, view);
  const columns = columnsOf(series, rows, words.recovered);
  const head = [
    `${words.time} (${zone})`,
    ...(whole ? [] : [words.offset]),
    ...columns.map(({ head: name }) => name),
  ].map(csvText);
  const seconds = series.some(({ series: { step, step_s } }) => step === 'raw' && step_s < 60);
  const lines = rows.map((row) => {
    const { at } = row;
    const date = writeDate(at, zone);
    const stamp = whole ? [date] : [`${date} ${writeTime(at, zone, seconds)}`, writeOffset(at, zone)];
    const figures = columns.map(({ of, decimals }) => {
      const value = of(row);
      return value === null ? '' : plainNumber(value, decimals, comma);
    });
    return [...stamp, ...figures].join(separator);
  });
  return `${[head.join(separator), ...lines].join('\r\n')}\r\n`;
}
