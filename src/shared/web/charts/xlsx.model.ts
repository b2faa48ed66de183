import { offsetAt } from '../../units/zones.ts';
import { columnsOf, type FileWords, tableOf } from './csv.model.ts';
import type { DrawnSeries } from './series.model.ts';
import type { TimeWindow } from './window.model.ts';
import { writeOffset } from './zone.model.ts';

export interface SheetRequest {
  title: string;
  /** What is shown, in the order of the legend, in its own units. */
  series: readonly DrawnSeries[];
  view: TimeWindow;
  zone: string;
  words: FileWords;
}

export interface SheetColumn {
  /** Excel's own code: readers see it with the separators of their language. */
  format: string;
  /** Characters. */
  width: number;
}

/** One sheet of a workbook: real dates (the clocks of the plant, which a workbook cannot name) and real numbers. */
export interface ChartSheet {
  name: string;
  columns: SheetColumn[];
  rows: (string | number | Date | null)[][];
}

const WHOLE_DAYS = new Set(['day', 'month', 'year']);
const MAX_NAME = 31;

/** A name that Excel takes: 31 characters at most, none of []:*?/\ and no apostrophe at an end. */
export function sheetName(title: string): string {
  const plain = title
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, MAX_NAME);
  return plain.replace(/^[\s']+|[\s']+$/g, '') || 'Meridiana';
}

const numberFormat = (decimals: number) => (decimals > 0 ? `#,##0.${'0'.repeat(decimals)}` : '#,##0');

/** Exactly what is shown as a sheet: visible series and window, gaps as empty cells, units in the head. */
export function sheetOf({ title, series, view, zone, words }: SheetRequest): ChartSheet {
  const whole = series.length > 0 && series.every(({ series: one }) => WHOLE_DAYS.has(one.step));
  const seconds = series.some(({ series: one }) => one.step === 'raw' && one.step_s < 60);
  const table = tableOf(series, view);
  const figures = columnsOf(series, table, words.recovered);
  const stamp = whole ? 'dd/mm/yyyy' : `dd/mm/yyyy hh:mm${seconds ? ':ss' : ''}`;
  const head = [
    `${words.time} (${zone})`,
    ...(whole ? [] : [words.offset]),
    ...figures.map((one) => one.head),
  ];
  const rows = table.map((row) => [
    new Date(row.at + offsetAt(zone, row.at)),
    ...(whole ? [] : [writeOffset(row.at, zone)]),
    ...figures.map(({ of }) => of(row)),
  ]);
  const columns = [
    { format: stamp, width: 22 },
    ...(whole ? [] : [{ format: '@', width: 8 }]),
    ...figures.map(({ head: name, decimals }) => ({
      format: numberFormat(decimals),
      width: Math.min(40, Math.max(12, name.length + 2)),
    })),
  ];
  return { name: sheetName(title), columns, rows: [head, ...rows] };
}
