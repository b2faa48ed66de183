import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, knownZone } from '../../../shared/units/zones.ts';
import { between, joinReadings, type Readings } from '../columns.model.ts';
import type { DayRow } from '../day-row.model.ts';
import type { DeviceMonth } from './figures.repository.ts';
import { MonthBook, monthOf } from './month-book.ts';
import { listOldDays, listZones, type OldDay, removeOldMonths } from './old-layout.repository.ts';
import { type DeviceDay, markDays } from './readings.repository.ts';
import { unpackBytes, unpackStretchOf } from './stored-readings.ts';
import { packOver, sameReadings } from './stretch-store.ts';
import { listTouching } from './stretches.repository.ts';

/** What was written of a month is not what was read: nothing is moved, and the transaction must not be committed. */
export class MovedWrongly extends Error {}

/** The months that days lie in or near, within which a day of another zone may reach into them. */
export function monthsAround(days: readonly DeviceDay[]): DeviceMonth[] {
  const months = new Map<string, DeviceMonth>();
  for (const { device_id, day } of days)
    for (const beside of [-2, 0, 2]) {
      const month = monthOf(addDays(day, beside));
      months.set(`${device_id}/${month}`, { device_id, month });
    }
  return [...months.values()];
}

/**
 * Moves months of devices from the layout by days to stretches and figures, in the transaction of the caller, who holds the
 * lock of the company's days: what was written is read again and compared before the old rows go. Answers how many days.
 * @throws DamagedReadings where bytes cannot be read: their month stays as it is
 * @throws MovedWrongly
 */
export async function moveOldMonths(tx: Tx, months: readonly DeviceMonth[], now: number): Promise<number> {
  const days = await listOldDays(tx, months);
  if (days.length === 0) return 0;
  const zones = await listZones(tx, [...new Set(days.map(({ device_id }) => device_id))]);
  const zoneOf = ({ device_id }: DeviceDay) => knownZone(zones.get(device_id) ?? 'UTC');
  const readings = readingsOf(days);
  await packOver(tx, readings, now);
  const book = new MonthBook(tx);
  await book.open(days);
  for (const day of days) book.put(day, zoneOf(day), day.row);
  book.expire(days.filter(({ expired }) => expired));
  await book.save();
  await compareFigures(tx, days);
  await compareReadings(tx, readings);
  await removeOldMonths(tx, months);
  // The zone has changed, and they are not made anew yet: they have a mark, or get one.
  const misplaced = days.filter(
    (day) => !day.expired && dayBorders(zoneOf(day), day.day).start !== day.start,
  );
  if (misplaced.length > 0) await markDays(tx, misplaced);
  return days.length;
}

function readingsOf(days: readonly OldDay[]): Map<number, Readings> {
  const packed = days
    .filter((day) => day.bytes !== null)
    .sort((a, b) => a.device_id - b.device_id || a.start - b.start);
  const ofDevice = Map.groupBy(packed, ({ device_id }) => device_id);
  return new Map(
    [...ofDevice].map(([device_id, own]) => [
      device_id,
      joinReadings(
        own.map(({ day, bytes }) => unpackBytes({ device_id, day, bytes: bytes ?? Buffer.alloc(0) })),
      ),
    ]),
  );
}

const FIELDS = ['n', 'sum', 'min', 'max', 'first', 'last', 'last_ts', 'energy', 'recovered'] as const;

function sameRow(kept: DayRow, read: DayRow | undefined): boolean {
  const slots = Math.max(kept.n.length, read?.n.length ?? 0);
  return FIELDS.every((field) => {
    const nothing = field === 'n' ? 0 : Number.NaN;
    for (let slot = 0; slot < slots; slot++)
      if (!Object.is(kept[field][slot] ?? nothing, read?.[field][slot] ?? nothing)) return false;
    return true;
  });
}

async function compareFigures(tx: Tx, days: readonly OldDay[]): Promise<void> {
  const written = new MonthBook(tx);
  await written.open(days);
  for (const day of days)
    if (!sameRow(day.row, written.rowOf(day)) || written.isExpired(day) !== day.expired)
      throw new MovedWrongly(`the figures of device ${day.device_id} on ${day.day} came out differently`);
}

async function compareReadings(tx: Tx, readings: ReadonlyMap<number, Readings>): Promise<void> {
  for (const [device_id, kept] of readings) {
    const [start, end] = [kept.ts[0], kept.ts.at(-1)];
    if (start === undefined || end === undefined) continue;
    const stretches = await listTouching(tx, [{ device_id, start, end }]);
    const all = joinReadings(stretches.map(unpackStretchOf));
    if (!holds(all, kept)) throw new MovedWrongly(`readings of device ${device_id} came out differently`);
  }
}

/** Whether readings hold others as they are, beside what lies between these. */
function holds(all: Readings, kept: Readings): boolean {
  const places = new Set(kept.ts);
  const wanted = Array.from(all.ts.keys()).filter((i) => places.has(all.ts[i] ?? Number.NaN));
  const pick = <T extends Float64Array | Uint8Array>(list: T): T =>
    (list instanceof Uint8Array
      ? Uint8Array.from(wanted, (i) => list[i] ?? 0)
      : Float64Array.from(wanted, (i) => list[i] ?? Number.NaN)) as T;
  const same: Readings = {
    ts: pick(all.ts),
    columns: all.columns.map(({ values, quality }) => ({
      values: pick(values),
      quality: quality && pick(quality),
    })),
  };
  return sameReadings(withoutSilence(kept), same);
}

/** Without instants at which nothing was said: they are not kept. */
function withoutSilence(readings: Readings): Readings {
  const speaks = (i: number) =>
    readings.columns.some(
      ({ values, quality }) => !Number.isNaN(values[i] ?? Number.NaN) || (quality?.[i] ?? 0) !== 0,
    );
  if (readings.ts.every((_, i) => speaks(i))) return readings;
  const parts: Readings[] = [];
  readings.ts.forEach((at, i) => {
    if (speaks(i)) parts.push(between(readings, at, at + 1));
  });
  return joinReadings(parts);
}
