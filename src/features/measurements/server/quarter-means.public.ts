import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  type CounterQuarter,
  listQuarters,
  type Quarter,
  type QuarterQuery,
} from './quarter-means.repository.ts';
import { listMarksWithin } from './stored-readings.repository.ts';

export type { CounterQuarter, Quarter, QuarterQuery } from './quarter-means.repository.ts';

/**
 * What slots showed in the quarters of the last hours, which no packed day reaches into: quarters without good readings are
 * left out, and so is what people declared bad. Gauges have means, counters also what they showed last.
 */
export async function loadQuarters(
  tx: Tx,
  requested: { readonly gauges: readonly QuarterQuery[]; readonly counters: readonly QuarterQuery[] },
): Promise<{ gauges: Quarter[]; counters: CounterQuarter[] }> {
  const all = [...requested.gauges, ...requested.counters];
  if (all.length === 0) return { gauges: [], counters: [] };
  const from = all.reduce((min, w) => Math.min(min, w.from), Number.POSITIVE_INFINITY);
  const until = all.reduce((max, w) => Math.max(max, w.until), 0);
  const devices = all.map((query) => query.device_id);
  const marks = await listMarksWithin(tx, devices, from, until);
  const marked = new Set(marks.map((mark) => mark.device_id));
  const gauges = await loadKind(tx, requested.gauges, { kind: 'gauge', marked });
  return { gauges, counters: await loadKind(tx, requested.counters, { kind: 'counter', marked }) };
}

/** Looking for marks at each reading is dear: it is done for devices that have some. */
async function loadKind<Kind extends 'gauge' | 'counter'>(
  tx: Tx,
  requested: readonly QuarterQuery[],
  { kind, marked }: { kind: Kind; marked: ReadonlySet<number> },
) {
  const places = [...requested.keys()];
  const parts = [false, true].map((isMarked) => ({
    isMarked,
    own: places.filter((place) => marked.has(requested[place]?.device_id ?? 0) === isMarked),
  }));
  const found = [];
  for (const { isMarked, own } of parts) {
    const asked = own.flatMap((place) => requested[place] ?? []);
    const quarters = await listQuarters(tx, asked, { kind, marked: isMarked });
    found.push(...quarters.map((quarter) => ({ ...quarter, wish: own[quarter.wish] ?? 0 })));
  }
  return found;
}
