import type pg from 'pg';
import { inScope, type Scope } from '../../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/units/zones.ts';
import type { Readings } from '../../../measurements/columns.model.ts';
import { loadDevices } from '../../../measurements/server/slot-readings.public.ts';

/** Instants of all devices that lie in memory at one time. */
const MAX_ROWS = 400_000;
/** Days of devices that are asked for at one time: where readings are sparse they are soon read. */
const DEVICE_DAYS = 60;
/** And of any device: between two parts it is seen whether time is over. */
const MAX_DAYS_PER_PART = 8;

export interface HistoryPart {
  /** By place of their device. */
  readonly readings: readonly Readings[];
  readonly until: number;
}

/**
 * The stored readings of devices, part after part, so that only a part lies in memory: [start, end), epoch ms. Where a
 * part holds too much the next attempt is shorter.
 */
export async function* readHistory(
  pool: pg.Pool,
  scope: Scope,
  { device_ids, start, end }: { device_ids: readonly number[]; start: number; end: number },
): AsyncGenerator<HistoryPart> {
  let span =
    Math.min(MAX_DAYS_PER_PART, Math.max(1, Math.floor(DEVICE_DAYS / Math.max(1, device_ids.length)))) *
    DAY_MS;
  for (let from = start; from < end; ) {
    const until = Math.min(end, from + span);
    const windows = device_ids.map((device_id) => ({ device_id, start: from, end: until - 1 }));
    const max = span <= HOUR_MS ? Number.POSITIVE_INFINITY : MAX_ROWS;
    const readings = await inScope(pool, scope, (tx) => loadDevices(tx, windows, max), 'read only');
    if (!readings) {
      span = Math.max(HOUR_MS, span / 2);
      continue;
    }
    yield { readings, until };
    from = until;
  }
}
