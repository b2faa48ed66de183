import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  type CounterQuarter,
  listQuarters,
  type Quarter,
  type QuarterWish,
} from './quarter-means.repository.ts';
import { listMarksWithin } from './stored-readings.repository.ts';

export type { CounterQuarter, Quarter, QuarterWish } from './quarter-means.repository.ts';

/**
 * What slots showed in the quarters of the last hours, which no packed day reaches into: quarters without good readings are
 * left out, and so is what people declared bad. Gauges have means, counters also what they showed last.
 */
export async function loadQuarters(
  tx: Tx,
  wishes: { readonly gauges: readonly QuarterWish[]; readonly counters: readonly QuarterWish[] },
): Promise<{ gauges: Quarter[]; counters: CounterQuarter[] }> {
  const all = [...wishes.gauges, ...wishes.counters];
  if (all.length === 0) return { gauges: [], counters: [] };
  const from = all.reduce((least, w) => Math.min(least, w.from), Number.POSITIVE_INFINITY);
  const until = all.reduce((most, w) => Math.max(most, w.until), 0);
  const devices = all.map((wish) => wish.device_id);
  const marks = await listMarksWithin(tx, devices, from, until);
  const marked = new Set(marks.map((mark) => mark.device_id));
  const gauges = await loadKind(tx, wishes.gauges, { kind: 'gauge', marked });
  return { gauges, counters: await loadKind(tx, wishes.counters, { kind: 'counter', marked }) };
}

/** Looking for marks at each reading is dear: it is done for devices that have some. */
async function loadKind<Kind extends 'gauge' | 'counter'>(
  tx: Tx,
  wishes: readonly QuarterWish[],
  { kind, marked }: { kind: Kind; marked: ReadonlySet<number> },
) {
  const places = [...wishes.keys()];
  const parts = [false, true].map((isMarked) => ({
    isMarked,
    own: places.filter((place) => marked.has(wishes[place]?.device_id ?? 0) === isMarked),
  }));
  const found = [];
  for (const { isMarked, own } of parts) {
    const asked = own.flatMap((place) => wishes[place] ?? []);
    const quarters = await listQuarters(tx, asked, { kind, marked: isMarked });
    found.push(...quarters.map((quarter) => ({ ...quarter, wish: own[quarter.wish] ?? 0 })));
  }
  return found;
}
