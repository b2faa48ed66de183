import { placeOf, type Readings } from '../../measurements/columns.model.ts';
import { QUALITIES } from '../../measurements/measurements.model.ts';
import { GOOD, type ReadingRow } from '../../measurements/readings.model.ts';
import type { Results } from '../calculation.model.ts';
import { type Loaded, resultsOf, type Stage } from './calc-stages.ts';

const MISSING = QUALITIES.indexOf('missing');

/** One slot at one instant. */
interface Said {
  readonly value: number;
  readonly quality: number;
}
const SILENT: Said = { value: Number.NaN, quality: GOOD };
const speaks = ({ value, quality }: Said) => quality !== GOOD || !Number.isNaN(value);

function storedAt({ ts, columns }: Readings, column: number, at: number): Said {
  const i = placeOf(ts, at);
  if (ts[i] !== at) return SILENT;
  const { values, quality } = columns[column] ?? { values: ts.subarray(0, 0), quality: null };
  return { value: values[i] ?? Number.NaN, quality: quality?.[i] ?? GOOD };
}

const resultAt = ({ values, quality, speaks }: Results, i: number): Said =>
  speaks[i] ? { value: values[i] ?? Number.NaN, quality: quality[i] ?? GOOD } : SILENT;

/** What must be written so that `now` stands where `before` stood; undefined when nothing must. */
function change(before: Said, now: Said): Said | undefined {
  if (speaks(now))
    return Object.is(before.value, now.value) && before.quality === now.quality ? undefined : now;
  // Nothing is taken away from what is stored: what does not hold any more is missing.
  const holds = !speaks(before) || (before.quality === MISSING && Number.isNaN(before.value));
  return holds ? undefined : { value: Number.NaN, quality: MISSING };
}

/** Rows of a virtual device that grow slot by slot. */
class Rows {
  readonly #device_id: number;
  readonly #length: number;
  readonly #rows = new Map<number, ReadingRow & { quality: Uint8Array }>();

  constructor(device_id: number, length: number) {
    this.#device_id = device_id;
    this.#length = length;
  }

  put(ts: number, slot: number, { value, quality }: Said): void {
    let row = this.#rows.get(ts);
    if (!row) {
      const values = new Float64Array(this.#length).fill(Number.NaN);
      row = { device_id: this.#device_id, ts, values, quality: new Uint8Array(this.#length) };
      this.#rows.set(ts, row);
    }
    row.values[slot] = value;
    row.quality[slot] = quality;
  }

  get all(): ReadingRow[] {
    return [...this.#rows.values()];
  }
}

/**
 * What is to be written of a stage so that its stored results in [start, end] (epoch ms) are those that its inputs'
 * readings give. Nothing, where they are already. What stands beside the grid is made missing.
 */
export function changesOf(stage: Stage, loaded: Loaded, grid: { start: number; end: number }): ReadingRow[] {
  const own = loaded.get(stage.device_id) ?? { ts: new Float64Array(0), columns: [] };
  const slots = stage.slots.get(stage.device_id) ?? [];
  const rows = new Rows(stage.device_id, (slots.at(-1) ?? 0) + 1);
  const from = placeOf(own.ts, grid.start);
  resultsOf(stage, loaded, grid).forEach((results, k) => {
    const slot = stage.groups[k]?.slot ?? 0;
    const column = slots.indexOf(slot);
    const put = (ts: number, now: Said) => {
      const changed = change(storedAt(own, column, ts), now);
      if (changed) rows.put(ts, slot, changed);
    };
    for (const [i, ts] of results.ts.entries()) put(ts, resultAt(results, i));
    for (let i = from; i < own.ts.length && (own.ts[i] ?? 0) <= grid.end; i++) {
      const ts = own.ts[i] ?? 0;
      if (ts % stage.step_ms !== 0) put(ts, SILENT);
    }
  });
  return rows.all;
}
