import type pg from 'pg';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { lastOfMonth, monthBefore } from '../../../shared/units/months.ts';
import { DAY_MS, dayBorders, earlier } from '../../../shared/units/zones.ts';
import { between } from '../columns.model.ts';
import { lockDays } from './day-rows.repository.ts';
import { daysOfMask, MonthBook, monthOf } from './month-book.ts';
import {
  expireOldDays,
  findOldExpiry,
  listKeeping,
  listKeptMonths,
  removeExpired,
} from './retention.repository.ts';
import { unpackStretchOf } from './stored-readings.ts';
import { stretchesOf } from './stretch-store.ts';
import { listTouching, replaceStretches } from './stretches.repository.ts';

/** The instant this many months before another, by the calendar of UTC. */
export function monthsBefore(at: Date, months: number): Date {
  const [day = '', time = ''] = at.toISOString().split('T');
  const month = monthBefore(day.slice(0, 7), months);
  return new Date(`${earlier(`${month}-${day.slice(8)}`, lastOfMonth(month))}T${time}`);
}

/**
 * Lets readings of some devices go that are older than an instant, device by device in transactions of their own; a day is let
 * go whole, and its figures stay. Answers how many days of devices were.
 */
export async function letReadingsGo(
  { pool, scope }: { pool: pg.Pool; scope: Scope },
  devices: readonly number[],
  before: Date,
): Promise<number> {
  const keeping = await inScope(
    pool,
    scope,
    (tx) => listKeeping(tx, { devices, before, until: lastMonth(before) }),
    'read only',
  );
  let days = 0;
  for (const device_id of keeping) {
    // No day is made anew meanwhile: it would count from readings that are just leaving.
    days += await inScope(pool, scope, async (tx) => {
      await lockDays(tx);
      return expireDays(tx, device_id, before);
    });
  }
  return days;
}

/** The last month that may hold days which ended before an instant, in whatever zone. */
const lastMonth = (before: Date): string => monthOf(new Date(before.getTime() + DAY_MS).toISOString());

/**
 * Lets the readings of a device's days that ended before an instant go, packed or not; the days' figures stay and are
 * never made anew. Answers how many days.
 */
export async function expireDays(tx: Tx, device_id: number, before: Date): Promise<number> {
  const old = await expireOldDays(tx, device_id, before);
  const months = await listKeptMonths(tx, device_id, lastMonth(before));
  const days = months.flatMap(({ month, days: mask, zone }) =>
    daysOfMask(month, mask)
      .map((day) => ({ device_id, day, end: dayBorders(zone, day).end }))
      .filter(({ end }) => end <= before.getTime()),
  );
  if (old + days.length === 0) return 0;
  const book = new MonthBook(tx);
  await book.open(days);
  book.expire(days);
  await book.save();
  const last = days.reduce((max, { end }) => Math.max(max, end), (await findOldExpiry(tx, device_id)) ?? 0);
  await cutStretches(tx, device_id, last);
  await removeExpired(tx, device_id, last);
  return old + days.length;
}

/** Takes what is packed of a device before an instant away. */
async function cutStretches(tx: Tx, device_id: number, before: number): Promise<void> {
  const gone = await listTouching(tx, [{ device_id, start: 0, end: before - 1 }]);
  const made = gone
    .filter(({ last }) => last >= before)
    .flatMap((stretch) =>
      stretchesOf(
        device_id,
        stretch.level,
        between(unpackStretchOf(stretch), before, Number.POSITIVE_INFINITY),
      ),
    );
  await replaceStretches(tx, { gone, made });
}
