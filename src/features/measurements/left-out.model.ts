import type { CsvMapping } from './measurements.contract.ts';

/** The columns of a file that are stored nowhere and tell no time, by their header or else their number from 1. */
export function leftOutColumns(
  header: readonly string[],
  { time_column, clock_column, columns }: Pick<CsvMapping, 'time_column' | 'clock_column' | 'columns'>,
): string[] {
  const used = new Set([time_column, clock_column, ...columns.map(({ column }) => column)]);
  return header.flatMap((name, column) => (used.has(column) ? [] : [name.trim() || String(column + 1)]));
}
