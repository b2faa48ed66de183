import type { Tx } from '../../../shared/server/tenancy.ts';
import { daysBetween } from '../../../shared/units/zones.ts';
import {
  type DeviceCount,
  KEPT_HOURS,
  type KeptHours,
  packDevice,
  unpackDevice,
} from '../availability-day.model.ts';

interface Span {
  readonly plant_ids: readonly number[];
  /** Days of the plants' calendars, both included. */
  readonly from: string;
  readonly to: string;
}

/** A day as it is kept, device by device. */
export interface KeptDevices {
  readonly plant_id: number;
  readonly day: string;
  readonly basis: string;
  readonly devices: readonly DeviceCount[];
}

export async function listKeptDevices(tx: Tx, { plant_ids, from, to }: Span): Promise<KeptDevices[]> {
  const { rows } = await tx.query<{ plant_id: number; day: string; basis: string; devices: number[][] }>(
    `select plant_id, day, basis, devices from availability_day
     where company_id = $1 and plant_id = any($2::bigint[]) and day between $3 and $4`,
    [tx.scope.company_id, plant_ids, from, to],
  );
  return rows.map(({ devices, ...row }) => ({ ...row, devices: devices.map(unpackDevice) }));
}

/** What days are kept, and of what they were made. */
export async function listKeptBases(
  tx: Tx,
  { plant_ids, from, to }: Span,
): Promise<{ plant_id: number; day: string; basis: string }[]> {
  const { rows } = await tx.query<{ plant_id: number; day: string; basis: string }>(
    `select plant_id, day, basis from availability_day
     where company_id = $1 and plant_id = any($2::bigint[]) and day between $3 and $4`,
    [tx.scope.company_id, plant_ids, from, to],
  );
  return rows;
}

/** A plant, and the first of its days that is asked about. */
interface Since {
  readonly plant_id: number;
  readonly since: string;
}

/** Days of plants that are not kept; `u.since + n` is the day. */
const MISSING = `unnest($2::bigint[], $3::date[]) u (plant_id, since), generate_series(0, $4::date - u.since) n
  where not exists (select from availability_day k where k.company_id = $1 and k.plant_id = u.plant_id and k.day = u.since + n)
  group by u.plant_id`;

const sinces = (plants: readonly Since[]) => [
  plants.map(({ plant_id }) => plant_id),
  plants.map(({ since }) => since),
];

export interface Gaps {
  readonly plant_id: number;
  /** Days that are not kept, from the first that is made on. */
  readonly unmade: number;
  /** And before it. */
  readonly older: number;
  readonly first: string;
  readonly last: string;
}

/** How many days of plants are not kept, of those that lack any. @param makes_from the first day that is made */
export async function listGaps(
  tx: Tx,
  plants: readonly Since[],
  { to, makes_from }: { readonly to: string; readonly makes_from: string },
): Promise<Gaps[]> {
  const { rows } = await tx.query<Gaps>(
    `select u.plant_id, (count(*) filter (where u.since + n >= $5::date))::int as unmade,
       (count(*) filter (where u.since + n < $5::date))::int as older, min(u.since + n) as first, max(u.since + n) as last
     from ${MISSING}`,
    [tx.scope.company_id, ...sinces(plants), to, makes_from],
  );
  return rows;
}

/** Which they are. */
export async function listMissingDays(
  tx: Tx,
  plants: readonly Since[],
  to: string,
): Promise<{ plant_id: number; days: string[] }[]> {
  const { rows } = await tx.query<{ plant_id: number; days: string[] }>(
    `select u.plant_id, json_agg((u.since + n)::text) as days from ${MISSING}`,
    [tx.scope.company_id, ...sinces(plants), to],
  );
  return rows;
}

export interface KeptSum extends KeptHours {
  readonly plant_id: number;
  /** The first letters of its days. */
  readonly period: string;
  readonly days: number;
  readonly energy_kwh: number;
}

const SUMS = ['energy_kwh', ...KEPT_HOURS].map((name) => `sum(${name}) as ${name}`).join(', ');

/**
 * What kept days of plants come to by periods. Each period of a plant is read by itself: naming the period of each day of all plants, and
 * sorting them by it, takes longer.
 * @param letters of a day that name its period: 10 a day, 7 a month, 4 a year, 0 all together
 */
export async function sumKept(
  tx: Tx,
  { plant_ids, from, to }: Span,
  letters: 0 | 4 | 7 | 10,
): Promise<KeptSum[]> {
  const periods = [...Map.groupBy(daysBetween(from, to), (day) => day.slice(0, letters))];
  const { rows } = await tx.query<KeptSum>(
    `select u.plant_id, p.period, d.*
     from unnest($2::bigint[]) u (plant_id), unnest($3::date[], $4::date[], $5::text[]) p (first, last, period),
       lateral (
         select count(*)::int as days, ${SUMS} from availability_day k
         where k.company_id = $1 and k.plant_id = u.plant_id and k.day between p.first and p.last) d
     where d.days > 0`,
    [
      tx.scope.company_id,
      plant_ids,
      periods.map(([, days]) => days[0]),
      periods.map(([, days]) => days.at(-1)),
      periods.map(([period]) => period),
    ],
  );
  return rows;
}

/** A day to keep. */
export interface NewDay {
  readonly plant_id: number;
  readonly day: string;
  readonly basis: string;
  readonly sums: KeptHours & { readonly energy_kwh: number };
  readonly devices: readonly DeviceCount[];
}

const COLUMNS = ['energy_kwh', ...KEPT_HOURS] as const;

/** Keeps days, in place of those that were made from something else. */
export async function saveAvailabilityDays(tx: Tx, days: readonly NewDay[]): Promise<void> {
  if (days.length === 0) return;
  await tx.query(
    `insert into availability_day (company_id, plant_id, day, basis, devices, ${COLUMNS.join(', ')}, made_at)
     select $1, u.plant_id, u.day, u.basis, u.devices, ${COLUMNS.map((name) => `u.${name}`).join(', ')}, now()
     from unnest($2::bigint[], $3::date[], $4::text[], $5::jsonb[], ${COLUMNS.map((_, i) => `$${i + 6}::float8[]`).join(', ')})
       u (plant_id, day, basis, devices, ${COLUMNS.join(', ')})
     join plants.plant p on p.company_id = $1 and p.id = u.plant_id
     order by u.plant_id, u.day
     on conflict (company_id, plant_id, day) do update set basis = excluded.basis, devices = excluded.devices,
       ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}, made_at = excluded.made_at`,
    [
      tx.scope.company_id,
      days.map(({ plant_id }) => plant_id),
      days.map(({ day }) => day),
      days.map(({ basis }) => basis),
      days.map(({ devices }) => JSON.stringify(devices.map(packDevice))),
      ...COLUMNS.map((name) => days.map(({ sums }) => sums[name])),
    ],
  );
}
