import type { Tx } from '../../../shared/server/tenancy.ts';
import { knownZone, localDay } from '../../../shared/units/zones.ts';
import { type DeviceDay, markFreshDays } from './readings.repository.ts';
import { listOldHours } from './stored-readings.repository.ts';

const HOURS_OF_DEVICE = 200;

/** Marks days that ended before an instant and lie in the hot table without a mark, so many at most; answers how many. */
export async function markOpenDays(tx: Tx, before: Date, atMost: number): Promise<number> {
  const days = new Map<string, DeviceDay>();
  for (const { device_id, at, time_zone } of await listOldHours(tx, before, HOURS_OF_DEVICE)) {
    const { day, end } = localDay(knownZone(time_zone), at);
    if (end < before.getTime()) days.set(`${device_id}/${day}`, { device_id, day });
  }
  return markFreshDays(tx, [...days.values()], atMost);
}
