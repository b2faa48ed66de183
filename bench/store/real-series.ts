import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Piece } from './field.ts';

const MAX_COLUMNS = 20;
const MIN_ROWS = 50;

const cellsOf = (line: string): string[] =>
  line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

/** An instant with its offset, or as UTC without one; NaN for what is no instant. */
function instantOf(cell: string | undefined): number {
  if (!cell || !/^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}[ T]\d/.test(cell)) return Number.NaN;
  return Date.parse(/[+-]\d\d:\d\d$/.test(cell) ? cell : `${cell} UTC`);
}

/** The numeric columns of a file whose first column is the time; undefined where there is nothing of that kind. */
function readSeries(path: string, index: number): Piece | undefined {
  const rows = new Map<number, number[]>();
  let width = 0;
  for (const line of readFileSync(path, 'utf8').split(/\r?\n/)) {
    const cells = cellsOf(line);
    const ts = instantOf(cells[0]);
    if (Number.isNaN(ts)) continue;
    const values = cells.slice(1, MAX_COLUMNS + 1).map((cell) => (cell === '' ? Number.NaN : Number(cell)));
    width = Math.max(width, values.length);
    if (values.some(Number.isFinite)) rows.set(ts, values);
  }
  const ordered = [...rows].sort(([a], [b]) => a - b);
  const numeric = Array.from({ length: width }, (_, i) => i).filter((i) =>
    ordered.some(([, values]) => Number.isFinite(values[i])),
  );
  if (ordered.length < MIN_ROWS || numeric.length === 0) return undefined;
  const ts = Float64Array.from(ordered, ([at]) => at);
  const steps = [...ts].slice(1).map((at, i) => at - (ts[i] ?? at));
  const step_ms = steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 60_000;
  return {
    device: {
      set: 'real',
      name: `R${String(index + 1).padStart(4, '0')}`,
      index,
      plant: 0,
      reads: 1,
      interval_s: Math.max(60, Math.round(step_ms / 1000)),
      variables: numeric.map((_, slot) => `real_${String(slot + 1).padStart(2, '0')}`),
    },
    ts,
    columns: numeric.map((column) =>
      Float64Array.from(ordered, ([, values]) => {
        const value = values[column] ?? Number.NaN;
        return Number.isFinite(value) ? value : Number.NaN;
      }),
    ),
  };
}

/** Series of photovoltaic plants from `pv_timeseries` of a folder; none where there is no such folder. */
export function readRealSeries(folder: string | undefined): Piece[] {
  if (!folder) return [];
  const place = join(folder, 'pv_timeseries');
  const names = readdirSync(place)
    .filter((name) => /\.(csv|dat)$/.test(name))
    .sort();
  return names.flatMap((name, i) => readSeries(join(place, name), i) ?? []);
}
