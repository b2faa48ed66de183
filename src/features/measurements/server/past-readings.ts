import type { Tx } from '../../../shared/server/tenancy.ts';
import { localDay } from '../../../shared/units/zones.ts';
import { columnsOfRows } from '../columns.model.ts';
import type { ReadingRow } from '../readings.model.ts';
import { PACKED_AFTER_MS } from './day-making.ts';
import { remakeDays } from './day-row-updater.ts';
import { listDueDevices, lockDays } from './day-rows.repository.ts';
import type { DeviceDay, DevicePlace } from './readings.repository.ts';
import { DamagedReadings } from './stored-readings.ts';

/** Rows for the hot table, and those of days that are over, which are packed at once. */
export interface Parted {
  readonly now: readonly ReadingRow[];
  readonly past: readonly ReadingRow[];
}

/** Parts rows (ordered): of a device `packedFrom` instants of days that are over at least, fewer go through the hot table. */
export function partRows(
  rows: readonly ReadingRow[],
  places: ReadonlyMap<number, DevicePlace>,
  { now, packedFrom }: { now: number; packedFrom: number },
): Parted {
  const over = now - PACKED_AFTER_MS;
  const parts: { now: ReadingRow[]; past: ReadingRow[] } = { now: [], past: [] };
  for (const [device_id, own] of Map.groupBy(rows, (row) => row.device_id)) {
    const place = places.get(device_id);
    const closed = place ? countClosed(own, place, over) : 0;
    const from = closed < packedFrom ? 0 : closed;
    for (const [i, row] of own.entries()) parts[i < from ? 'past' : 'now'].push(row);
  }
  return parts;
}

/** How many of a device's rows lie in days that ended before an instant. */
function countClosed(rows: readonly ReadingRow[], { time_zone }: DevicePlace, over: number): number {
  let end = Number.NEGATIVE_INFINITY;
  for (const [i, { ts }] of rows.entries()) {
    if (ts >= end) end = localDay(time_zone, ts).end;
    if (end >= over) return i;
  }
  return rows.length;
}

/**
 * Days whose rows these readings change, ordered. A reading within one interval of midnight also ends the time that
 * the last reading of the day before stands for.
 */
export function touchedDays(
  rows: readonly ReadingRow[],
  places: ReadonlyMap<number, Pick<DevicePlace, 'time_zone' | 'interval_s'>>,
): DeviceDay[] {
  const days = new Map<string, DeviceDay>();
  let current = { device_id: Number.NaN, start: 0, end: 0 };
  for (const { device_id, ts } of rows) {
    const place = places.get(device_id);
    if (!place) continue;
    if (current.device_id === device_id && ts >= current.start && ts < current.end) continue;
    const { day, start, end } = localDay(place.time_zone, ts);
    if (ts - place.interval_s * 1000 < start) {
      const before = localDay(place.time_zone, start - 1).day;
      days.set(`${device_id}/${before}`, { device_id, day: before });
    }
    days.set(`${device_id}/${day}`, { device_id, day });
    current = { device_id, start, end };
  }
  return [...days.values()].sort((a, b) => a.device_id - b.device_id || (a.day < b.day ? -1 : 1));
}

/** A device is gone, or its plant has moved to another zone, since its place was looked up. */
class ChangedPlace extends Error {}

/** Whether readings can only be taken into the hot table for now: what is packed cannot be read, or days have moved. */
export const mustBeHot = (error: unknown): boolean =>
  error instanceof DamagedReadings || error instanceof ChangedPlace;

/** Packs readings of days that are over, and makes these; answers how many instants are new or changed. @throws what `mustBeHot` knows */
export async function packPast(
  tx: Tx,
  rows: readonly ReadingRow[],
  { places, now }: { places: ReadonlyMap<number, DevicePlace>; now: number },
): Promise<number> {
  await lockDays(tx);
  const ofDevice = Map.groupBy(rows, ({ device_id }) => device_id);
  const devices = await listDueDevices(tx, [...ofDevice.keys()]);
  for (const device_id of ofDevice.keys())
    if (devices.get(device_id)?.time_zone !== places.get(device_id)?.time_zone) throw new ChangedPlace();
  const due = touchedDays(rows, devices).flatMap((day) => {
    const device = devices.get(day.device_id);
    return device ? [{ ...device, day: day.day }] : [];
  });
  const delivered = new Map([...ofDevice].map(([id, own]) => [id, columnsOfRows(own)]));
  return remakeDays(tx, due, { now, delivered });
}
