import type { Tx } from '../../../shared/server/tenancy.ts';
import { knownZone } from '../../../shared/units/zones.ts';
import type { DayRow } from '../day-row.model.ts';
import { type DueDay, parseFloats } from './day-rows.repository.ts';
import { monthsFromDays } from './month-rows.repository.ts';

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

const FIELDS = ['sum', 'min', 'max', 'first', 'last', 'energy', 'recovered'] as const;

/** A device's days behind `after` (YYYY-MM-DD), so many at most. */
export async function listKeptDays(
  tx: Tx,
  { device_id, after, atMost }: { device_id: number; after: string; atMost: number },
): Promise<KeptDay[]> {
  const { rows } = await tx.query<
    Omit<KeptDay, 'row'> & Record<(typeof FIELDS)[number] | 'n' | 'last_ts', string>
  >(
    `select day, date_part('epoch', start_at) * 1000 as start, date_part('epoch', end_at) * 1000 as end, expired,
            packed is not null as is_packed, n::text as n,
            array(select date_part('epoch', x) * 1000 from unnest(last_ts) with ordinality u(x, i) order by i)::text as last_ts,
            exists (select from obs_dirty m where m.company_id = $1 and m.device_id = $2 and m.day = o.day) as waits,
            ${FIELDS.map((field) => `${field}::text as ${field}`).join(', ')}
     from obs_day o where company_id = $1 and device_id = $2 and day > $3 order by day limit $4`,
    [tx.scope.company_id, device_id, after, atMost],
    'check_kept_days',
  );
  return rows.map(({ day, start, end, expired, is_packed, waits, ...texts }) => ({
    day,
    start: Math.round(start),
    end: Math.round(end),
    expired,
    is_packed,
    waits,
    row: {
      n: Int32Array.from(parseFloats(texts.n)),
      sum: parseFloats(texts.sum),
      min: parseFloats(texts.min),
      max: parseFloats(texts.max),
      first: parseFloats(texts.first),
      last: parseFloats(texts.last),
      last_ts: parseFloats(texts.last_ts).map(Math.round),
      energy: parseFloats(texts.energy),
      recovered: parseFloats(texts.recovered),
    },
  }));
}

/** Instants (epoch ms, to the hour) at which a device has hot rows that no day of its own covers. */
export async function listUncoveredHours(tx: Tx, device_id: number): Promise<number[]> {
  const { rows } = await tx.query<{ at: number }>(
    `select distinct date_part('epoch', date_trunc('hour', o.ts, 'UTC')) * 1000 as at from obs o
     where o.company_id = $1 and o.device_id = $2
       and not exists (select from obs_day d where d.company_id = $1 and d.device_id = $2 and d.start_at <= o.ts and d.end_at > o.ts)
     order by 1`,
    [tx.scope.company_id, device_id],
  );
  return rows.map((row) => Math.round(row.at));
}

/** The days of a device that are marked to be made. */
export async function listWaitingDays(tx: Tx, device_id: number): Promise<string[]> {
  const { rows } = await tx.query<{ day: string }>(
    'select day from obs_dirty where company_id = $1 and device_id = $2 order by day',
    [tx.scope.company_id, device_id],
  );
  return rows.map((row) => row.day);
}

/** How many hot rows of a device lie in days whose readings were let go, without a mark that would remove them. */
export async function countHotInExpired(tx: Tx, device_id: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from obs o join obs_day d on d.company_id = $1 and d.device_id = $2 and d.expired
       and d.start_at <= o.ts and d.end_at > o.ts
     where o.company_id = $1 and o.device_id = $2 and not exists (
       select from obs_dirty m where m.company_id = $1 and m.device_id = $2 and m.day = d.day)`,
    [tx.scope.company_id, device_id],
  );
  return rows[0]?.count ?? 0;
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
