import type { DayRow } from '../../src/features/measurements/day-row.model.ts';
import { dayRowOf } from '../../src/features/measurements/month-figures.model.ts';
import { listFigures } from '../../src/features/measurements/server/figures.repository.ts';
import { daysOfMask } from '../../src/features/measurements/server/month-book.ts';
import { listOldDays } from '../../src/features/measurements/server/old-layout.repository.ts';
import { unpackFigures } from '../../src/features/measurements/server/packed-figures.ts';
import { listTouching } from '../../src/features/measurements/server/stretches.repository.ts';
import type { Tx } from '../../src/shared/server/tenancy.ts';
import { dayBorders } from '../../src/shared/units/zones.ts';

/** A day as it is stored, in either layout; null where nothing is known. */
export interface ShownDay {
  day: string;
  packed: boolean;
  expired: boolean;
  start_at: Date;
  end_at: Date;
  n: number[];
  sum: (number | null)[];
  min: (number | null)[];
  max: (number | null)[];
  first: (number | null)[];
  last: (number | null)[];
  last_ts: (Date | null)[];
  energy: (number | null)[];
  recovered: (number | null)[];
}

const shown = (list: ArrayLike<number>) => Array.from(list, (value) => (Number.isNaN(value) ? null : value));

const figuresOf = (row: DayRow) => ({
  n: [...row.n],
  sum: shown(row.sum),
  min: shown(row.min),
  max: shown(row.max),
  first: shown(row.first),
  last: shown(row.last),
  last_ts: shown(row.last_ts).map((at) => (at === null ? null : new Date(at))),
  energy: shown(row.energy),
  recovered: shown(row.recovered),
});

/** The days of a device with their figures, in their order. */
export async function daysOfDevice(tx: Tx, device_id: number): Promise<ShownDay[]> {
  const months = await listFigures(tx, { device_ids: [device_id], from: '0001-01-01', to: '9999-12-01' });
  const known = await tx.query<{ month: string }>(
    `select distinct date_trunc('month', day::timestamp)::date as month from obs_day where company_id = $2 and device_id = $1`,
    [device_id, tx.scope.company_id],
  );
  const days = (
    await listOldDays(
      tx,
      known.rows.map(({ month }) => ({ device_id, month })),
    )
  ).map((old) => ({
    day: old.day,
    packed: old.bytes !== null,
    expired: old.expired,
    start_at: new Date(old.start),
    end_at: new Date(old.end),
    ...figuresOf(old.row),
  }));
  for (const { month, days: mask, expired, zone, bytes } of months) {
    const figures = unpackFigures(bytes);
    const slots = Array.from({ length: figures.slots }, (_, slot) => slot);
    for (const day of daysOfMask(month, mask)) {
      const row = dayRowOf(figures, Number(day.slice(8)) - 1, slots);
      const { start, end } = dayBorders(zone, day);
      if (!row) throw new Error(`${day} has no figures`);
      const packed = (await listTouching(tx, [{ device_id, start, end: end - 1 }])).length > 0;
      const isExpired = daysOfMask(month, expired).includes(day);
      days.push({
        day,
        packed,
        expired: isExpired,
        start_at: new Date(start),
        end_at: new Date(end),
        ...figuresOf(row),
      });
    }
  }
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
}
