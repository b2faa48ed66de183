import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { AvailabilityClass } from '../../downtimes/causes.model.ts';
import { PAIRED } from '../../forecast/expected-day.model.ts';
import type { PairedSums } from '../reports.model.ts';

export interface ReportedPlant {
  plant_id: number;
  proj_code: string;
  plant_name: string;
  time_zone: string;
  nominal_kw: number | null;
}

/** Plants by their code: those named, or all assets that the scope may see. */
export async function listReportedPlants(tx: Tx, codes: readonly string[] | null): Promise<ReportedPlant[]> {
  const { rows } = await tx.query<ReportedPlant>(
    `select p.id as plant_id, p.proj_code, p.name as plant_name, p.time_zone, p.potenza_nominale as nominal_kw
     from plants.plant p
     where p.company_id = $1 and case when $2::text[] is null then p.kind = 'asset' else p.proj_code = any($2) end
       and ($3::bigint[] is null or p.id = any($3))
     order by p.proj_code`,
    [tx.scope.company_id, codes, plantFilter(tx.scope)],
  );
  return rows;
}

export interface KeptDay {
  plant_id: number;
  day: string;
  measured: boolean;
  sun_hours: number;
  missing_hours: number;
  day_kwh: number | null;
  /** In the order of PAIRED. */
  sums: number[];
}

interface Span {
  readonly plant_ids: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** What is kept of the days of plants: energy and sun of the same hours. */
export async function listKeptDays(tx: Tx, { plant_ids, from, to }: Span): Promise<KeptDay[]> {
  const { rows } = await tx.query<KeptDay>(
    `select e.plant_id, e.day, e.measured, e.sun_hours, e.missing_hours, e.day_kwh, e.sums
     from forecast.expected_day e
     where e.company_id = $1 and e.plant_id = any($2::bigint[]) and e.day between $3 and $4 order by e.plant_id, e.day`,
    [tx.scope.company_id, plant_ids, from, to],
  );
  return rows;
}

export interface PeriodSums extends PairedSums {
  plant_id: number;
  /** The first letters of its days. */
  period: string;
  /** Whether these are days of the report, and of the twelve months that end with it. */
  within: boolean;
  of_year: boolean;
  /** Expected, whether the plant was heard or not. */
  day_kwh: number | null;
}

/**
 * What is kept of the days of plants by periods.
 * @param from of the report; @param year_from of the twelve months that end with it
 * @param letters of a day that name its period: 10 a day, 7 a month, 4 a year
 */
export async function listPeriodSums(
  tx: Tx,
  {
    plant_ids,
    from,
    year_from,
    to,
    letters,
  }: Span & { readonly year_from: string; readonly letters: 4 | 7 | 10 },
): Promise<PeriodSums[]> {
  const places = (['actual_kwh', 'reference_kwh', 'thermal_kwh', 'expected_kwh'] as const).map(
    (name) => PAIRED.indexOf(name) + 1,
  );
  const { rows } = await tx.query<PeriodSums>(
    `select e.plant_id, case when e.day >= $3 then left(e.day::text, $6) else '' end as period, e.day >= $3 as within,
       e.day >= $4 as of_year, sum(e.day_kwh) as day_kwh, sum(e.sun_hours)::float8 as sun_hours,
       sum(e.missing_hours)::float8 as missing_hours, bool_or(e.sun_hours > e.missing_hours) as known,
       coalesce(sum(e.sums[$7]), 0) as actual_kwh, coalesce(sum(e.sums[$10]), 0) as expected_kwh,
       coalesce(sum(e.sums[$8]), 0) as reference_kwh,
       coalesce(sum(e.sums[$7]) filter (where e.measured), 0) as lit_actual_kwh,
       coalesce(sum(e.sums[$8]) filter (where e.measured), 0) as lit_reference_kwh,
       coalesce(sum(e.sums[$9]) filter (where e.measured), 0) as lit_thermal_kwh,
       coalesce(bool_or(e.sun_hours > e.missing_hours) filter (where e.measured), false) as lit_known,
       (count(*) filter (where e.measured and e.sums[$8] > 0))::int as lit_days
     from forecast.expected_day e
     where e.company_id = $1 and e.plant_id = any($2::bigint[]) and e.day between least($3, $4) and $5
     group by 1, 2, 3, 4`,
    [tx.scope.company_id, plant_ids, from, year_from, to, letters, ...places],
  );
  return rows;
}

export interface LostOfCause {
  plant_id: number;
  day: string;
  cause_id: number;
  cause: string;
  availability: AvailabilityClass;
  energy_kwh: number | null;
  earning_eur: number | null;
}

/** What of a day of a downtime was lost where a person said what the whole of it lost: its share of the energy, else of the hours. */
const SHARE = `case when r.energy_counted_kwh > 0 then coalesce(d.energy_kwh, 0) / r.energy_counted_kwh
  when w.hours > 0 then d.hours / w.hours else 1.0 / w.days end`;
const SAID_KWH = `case when r.energy_hand_kwh is null then d.energy_kwh else r.energy_hand_kwh * (${SHARE}) end`;
const SAID_EUR = `case when r.earning_hand_eur is not null then r.earning_hand_eur * (${SHARE})
  when r.energy_hand_kwh = 0 then 0
  when d.energy_kwh is null or d.unpriced_hours > 0 then null
  when r.energy_hand_kwh is null then d.priced_eur
  when r.energy_counted_kwh > 0 then d.priced_eur * r.energy_hand_kwh / r.energy_counted_kwh end`;

/**
 * What downtimes lost by plant, day and cause. Where a person said what the whole of a downtime lost, each day has its share of that:
 * by what was worked out, else by its hours. Euros are those of the rounding rule (shared/units/money.ts): each day has the difference
 * of two running sums in cents, so that the days of a downtime come to what it lost.
 */
export async function listLosses(tx: Tx, { plant_ids, from, to }: Span): Promise<LostOfCause[]> {
  const { rows } = await tx.query<LostOfCause>(
    `with touched as (
       select distinct t.downtime_id from downtimes.downtime_day t
       where t.company_id = $1 and t.plant_id = any($2::bigint[]) and t.day between $3 and $4
     ), exact as (
       select r.id, r.plant_id, r.cause_id, d.day, (${SAID_KWH})::float8 as energy_kwh, (${SAID_EUR})::float8 as eur
       from touched t
       join downtimes.downtime r on r.company_id = $1 and r.id = t.downtime_id
       join downtimes.downtime_day d on d.company_id = $1 and d.downtime_id = r.id
       cross join lateral (
         select sum(h.hours) as hours, count(*) as days from downtimes.downtime_day h
         where h.company_id = $1 and h.downtime_id = r.id) w
     ), running as (
       select e.*, round(sum(coalesce(e.eur, 0)) over (partition by e.id order by e.day)::numeric, 2) as until_eur from exact e
     ), cents as (
       select u.*, u.until_eur - lag(u.until_eur, 1, 0) over (partition by u.id order by u.day) as day_eur from running u
     )
     select z.plant_id, z.day, c.id as cause_id, c.name as cause, c.availability, sum(z.energy_kwh) as energy_kwh,
       (sum(z.day_eur) filter (where z.eur is not null))::float8 as earning_eur
     from cents z
     join downtimes.downtime_cause c on c.company_id = $1 and c.id = z.cause_id
     where z.day between $3 and $4
     group by z.plant_id, z.day, c.id, c.name, c.availability order by z.day, c.name`,
    [tx.scope.company_id, plant_ids, from, to],
  );
  return rows;
}
