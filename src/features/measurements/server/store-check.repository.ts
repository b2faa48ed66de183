import type { Tx } from '../../../shared/server/tenancy.ts';
import { knownZone } from '../../../shared/units/zones.ts';
import type { DayRow } from '../day-row.model.ts';
import type { DueDay } from './day-rows.repository.ts';
import { monthsFromDays } from './month-rows.repository.ts';
import { parseFloats } from './numbers-text.ts';
import { OLD_FIGURES, type OldFigures, oldRowOf } from './old-layout.repository.ts';

/** One moment for all that is read afterwards. The first statement of its transaction. */
export async function freezeView(tx: Tx): Promise<void> {
  await tx.query('set transaction isolation level repeatable read');
}

export interface CheckedDevice extends Omit<DueDay, 'day'> {
  proj_code: string;
  short_name: string;
}

export async function listCheckedDevices(tx: Tx): Promise<CheckedDevice[]> {
  const { rows } = await tx.query<CheckedDevice>(
    `select d.id as device_id, d.short_name, p.proj_code, p.time_zone, d.interval_s, d.nominal_power, p.potenza_nominale
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 order by d.id`,
    [tx.scope.company_id],
  );
  return rows.map((device) => ({ ...device, time_zone: knownZone(device.time_zone) }));
}

/** A day as it is kept. */
export interface KeptDay {
  day: string;
  start: number;
  end: number;
  expired: boolean;
  is_packed: boolean;
  /** Whether a mark says that it is to be made anew. */
  waits: boolean;
  row: DayRow;
}

/** The days of a device that are kept one by one behind `after` (YYYY-MM-DD), so many at most. */
export async function listKeptOldDays(
  tx: Tx,
  { device_id, after, atMost }: { device_id: number; after: string; atMost: number },
): Promise<Omit<KeptDay, 'waits'>[]> {
  const { rows } = await tx.query<Omit<KeptDay, 'row' | 'waits'> & OldFigures>(
    `select o.day, date_part('epoch', o.start_at) * 1000 as start, date_part('epoch', o.end_at) * 1000 as end, o.expired,
            o.packed is not null as is_packed, ${OLD_FIGURES}
     from obs_day o where o.company_id = $1 and o.device_id = $2 and o.day > $3 order by o.day limit $4`,
    [tx.scope.company_id, device_id, after, atMost],
    'check_kept_days',
  );
  return rows.map(({ day, start, end, expired, is_packed, ...texts }) => ({
    day,
    start: Math.round(start),
    end: Math.round(end),
    expired,
    is_packed,
    row: oldRowOf(texts),
  }));
}

/** Hours (epoch ms of their begin) in which a device has hot rows. */
export async function listHotHours(tx: Tx, device_id: number): Promise<number[]> {
  const { rows } = await tx.query<{ at: number }>(
    `select distinct date_part('epoch', date_trunc('hour', o.ts, 'UTC')) * 1000 as at from obs o
     where o.company_id = $1 and o.device_id = $2 order by 1`,
    [tx.scope.company_id, device_id],
  );
  return rows.map((row) => Math.round(row.at));
}

/** How many hot rows of a device lie in [start, end) (epoch ms). */
export async function countHot(tx: Tx, device_id: number, start: number, end: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from obs where company_id = $1 and device_id = $2 and ts >= $3 and ts < $4',
    [tx.scope.company_id, device_id, new Date(start), new Date(end)],
  );
  return rows[0]?.count ?? 0;
}

/** The days of a device that have figures, in either layout. */
export async function listKnownDays(tx: Tx, device_id: number): Promise<{ day: string; expired: boolean }[]> {
  const { rows } = await tx.query<{ day: string; expired: boolean }>(
    `select day, expired from measurements.stored_day
     where company_id = $1 and device_id = $2 and day is not null and expired is not null order by day`,
    [tx.scope.company_id, device_id],
  );
  return rows;
}

/** The days of a device that are marked to be made. */
export async function listWaitingDays(tx: Tx, device_id: number): Promise<string[]> {
  const { rows } = await tx.query<{ day: string }>(
    'select day from obs_dirty where company_id = $1 and device_id = $2 order by day',
    [tx.scope.company_id, device_id],
  );
  return rows.map((row) => row.day);
}

/** What is kept of a month beside what its days come to, by figure and slot; nothing for what is not there. */
export interface CheckedMonth {
  /** YYYY-MM */
  month: string;
  kept: Record<MonthFigure, Float64Array>;
  counted: Record<MonthFigure, Float64Array>;
}

export const MONTH_FIGURES = ['n', 'sum', 'min', 'max', 'energy', 'recovered'] as const;
export type MonthFigure = (typeof MONTH_FIGURES)[number];

/** Every month of a device that has a row of its own or a day. */
export async function listCheckedMonths(tx: Tx, device_id: number): Promise<CheckedMonth[]> {
  const sent = (side: string) =>
    MONTH_FIGURES.map((name) => `${side}.${name}::text as ${side}_${name}`).join(', ');
  const { rows } = await tx.query<{ month: string } & Record<string, string | null>>(
    `with kept as (select * from obs_month where company_id = $1 and device_id = $2),
       counted as (${monthsFromDays(
         `select distinct device_id, date_trunc('month', day::timestamp)::date from obs_day
          where company_id = $1 and device_id = $2`,
       )})
     select to_char(month, 'YYYY-MM') as month, ${sent('kept')}, ${sent('counted')}
     from kept full join counted using (month) order by 1`,
    [tx.scope.company_id, device_id],
    'check_months',
  );
  return rows.map((row) => {
    const side = (name: string) => (figure: MonthFigure) => parseFloats(row[`${name}_${figure}`] ?? '{}');
    return { month: row.month, kept: byFigure(side('kept')), counted: byFigure(side('counted')) };
  });
}

const byFigure = (of: (figure: MonthFigure) => Float64Array): CheckedMonth['kept'] => ({
  n: of('n'),
  sum: of('sum'),
  min: of('min'),
  max: of('max'),
  energy: of('energy'),
  recovered: of('recovered'),
});
