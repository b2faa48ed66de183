import { MIN_REST } from '../../../energy/plant-arrays.ts';
import { readsHomes } from '../../../shared/server/homes.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { daysBetween, earlier } from '../../../shared/units/zones.ts';
import type { AvailabilityClass } from '../../downtimes/causes.model.ts';
import { BESIDE, PAIRED } from '../../forecast/expected-day.model.ts';
import type { PairedSums } from '../reports.model.ts';

export interface ReportedPlant {
  plant_id: number;
  proj_code: string;
  plant_name: string;
  time_zone: string;
  /** Of its modules, kWp: of its sections together, or what is nominal where these come to less, as expected energy has it. */
  nominal_kw: number | null;
  /** The same as days before the sections' rest counted have it: of its sections alone, where each says its power. */
  sections_kw: number | null;
  /**
   * The power of the arrays that its days are made of now. The same rule as `arraysOf` (energy/plant-arrays.ts) of `plantModel`
   * (features/forecast/plant-model.model.ts), as a part of the statement: whole devices are not read for it. reports.test.ts compares them.
   */
  model_kw: number | null;
  /** Of a household: nothing of its days is kept. */
  is_home: boolean;
}

/** Devices that a plant's energy is counted by, with the rank of what tells it before others: `plantSources` in one statement. */
const COUNTED = `
  select e.section_id,
    rank() over (order by case e.category when 'production_meter' then 1 when 'other' then 3 else 2 end) as place
  from plants.device e
  where e.company_id = $1 and e.plant_id = p.id and e.enabled and not e.template
    and e.category in ('production_meter', 'inverter', 'generator', 'other') and exists (
      select from plants.variable v join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
      where v.company_id = $1 and v.device_id = e.id
        and (n.quantity, n.kind) in (('energy_export_kwh', 'counter'), ('ac_power_kw', 'gauge')))`;

/** Plants by their code: those named or of these numbers, or all assets that the scope may see; homes where it may read them. */
export async function listReportedPlants(
  tx: Tx,
  codes: readonly string[] | null,
  plant_ids: readonly number[] | null = null,
): Promise<ReportedPlant[]> {
  const { rows } = await tx.query<ReportedPlant>(
    `select p.id as plant_id, p.proj_code, p.name as plant_name, p.time_zone, p.kind <> 'asset' as is_home,
       greatest(p.potenza_nominale, s.kw) as nominal_kw,
       case when s.whole then s.kw else greatest(p.potenza_nominale, s.kw) end as sections_kw,
       case when s.whole and (d.inside or p.potenza_nominale - s.kw <= p.potenza_nominale * ${MIN_REST}) then s.kw
         else greatest(p.potenza_nominale, s.kw) end as model_kw
     from plants.plant p,
       lateral (select sum(t.kw_peak) as kw, bool_and(t.kw_peak is not null) as whole
         from plants.plant_section t where t.company_id = $1 and t.plant_id = p.id) s,
       lateral (select bool_and(c.section_id is not null) as inside from (${COUNTED}) c where c.place = 1) d
     where p.company_id = $1 and ($3::bigint[] is null or p.id = any($3))
       and case when $2::text[] is not null then p.proj_code = any($2) when $4::bigint[] is not null then p.id = any($4)
         else p.kind = 'asset' end
       and (p.kind = 'asset' or $5)
     order by p.proj_code`,
    [tx.scope.company_id, codes, plantFilter(tx.scope), plant_ids, readsHomes(tx.scope)],
  );
  return rows;
}

interface Span {
  readonly plant_ids: readonly number[];
  readonly from: string;
  readonly to: string;
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
  /** On the planes, kWh/m², whatever is known of the energy; null where no day is known of. */
  irradiation_kwh_m2: number | null;
  /** At nominal power under the sun of days that were kept before that was told, and whose hours that are in no sum count like the others, kWh. */
  older_kwh: number | null;
  /** On the horizontal, kWh/m², and what says so (`horizontalOf`); null where no day is known of. Lacking: of some day with sun it is not kept yet. */
  horizontal_kwh_m2: number | null;
  horizontal_bits: number;
  horizontal_lacks: boolean;
}

interface SummedDays {
  readonly from: string;
  /** Of the twelve months that end with the report. */
  readonly year_from: string;
  readonly to: string;
  /** Of a day that name its period: 10 a day, 7 a month, 4 a year. */
  readonly letters: 4 | 7 | 10;
}

/** Days of a report by its periods, and those before it of its twelve months; a period in which these begin is two. */
function summedPeriods({ from, year_from, to, letters }: SummedDays) {
  const periods = Map.groupBy(daysBetween(earlier(from, year_from), to), (day) =>
    [day >= from ? day.slice(0, letters) : '', day >= year_from].join('/'),
  );
  return [...periods.values()].flatMap((days) => {
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return [];
    const within = first >= from;
    return [
      { first, last, period: within ? first.slice(0, letters) : '', within, of_year: first >= year_from },
    ];
  });
}

/**
 * What is kept of the days of plants by periods. Each period of a plant is read by itself: naming the period of each day of all plants,
 * and sorting them by it, takes twice as long.
 */
export async function listPeriodSums(
  tx: Tx,
  { plant_ids, ...asked }: SummedDays & { readonly plant_ids: readonly number[] },
): Promise<PeriodSums[]> {
  const places = (['actual_kwh', 'reference_kwh', 'thermal_kwh', 'expected_kwh'] as const).map(
    (name) => PAIRED.indexOf(name) + 1,
  );
  const periods = summedPeriods(asked);
  const { rows } = await tx.query<PeriodSums>(
    `select u.plant_id, p.period, p.within, p.of_year, d.day_kwh, d.sun_hours, d.missing_hours, d.known, d.actual_kwh, d.expected_kwh,
       d.reference_kwh, d.lit_actual_kwh, d.lit_reference_kwh, d.lit_thermal_kwh, d.lit_known, d.lit_days,
       d.irradiation_kwh_m2, d.older_kwh, d.horizontal_kwh_m2, d.horizontal_bits, d.horizontal_lacks
     from unnest($2::bigint[]) u (plant_id),
       unnest($3::date[], $4::date[], $5::text[], $6::boolean[], $7::boolean[]) p (first, last, period, within, of_year),
       lateral (
         select count(*) as days, sum(e.day_kwh) as day_kwh, sum(nullif(e.sums[$12], 'NaN')) as irradiation_kwh_m2,
           sum(e.sums[$9] * e.sun_hours / (e.sun_hours - e.missing_hours))
             filter (where e.sums[$12] is null and e.sun_hours > e.missing_hours) as older_kwh, sum(e.horizontal_kwh_m2) as horizontal_kwh_m2,
           bool_or(e.horizontal_kwh_m2 is null and e.sun_hours > 0) as horizontal_lacks,
           coalesce(bit_or(e.horizontal_from), 0)::int as horizontal_bits, sum(e.sun_hours)::float8 as sun_hours,
           sum(e.missing_hours)::float8 as missing_hours, bool_or(e.sun_hours > e.missing_hours) as known,
           coalesce(sum(e.sums[$8]), 0) as actual_kwh, coalesce(sum(e.sums[$11]), 0) as expected_kwh,
           coalesce(sum(e.sums[$9]), 0) as reference_kwh,
           coalesce(sum(e.sums[$8]) filter (where e.measured), 0) as lit_actual_kwh,
           coalesce(sum(e.sums[$9]) filter (where e.measured), 0) as lit_reference_kwh,
           coalesce(sum(e.sums[$10]) filter (where e.measured), 0) as lit_thermal_kwh,
           coalesce(bool_or(e.sun_hours > e.missing_hours) filter (where e.measured), false) as lit_known,
           (count(*) filter (where e.measured and e.sums[$9] > 0))::int as lit_days
         from forecast.expected_day e
         where e.company_id = $1 and e.plant_id = u.plant_id and e.day between p.first and p.last) d
     where d.days > 0`,
    [
      tx.scope.company_id,
      plant_ids,
      periods.map(({ first }) => first),
      periods.map(({ last }) => last),
      periods.map(({ period }) => period),
      periods.map(({ within }) => within),
      periods.map(({ of_year }) => of_year),
      ...places,
      PAIRED.length + BESIDE.indexOf('irradiation_kwh_m2') + 1,
    ],
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
  /** Of some downtime of the cause it is not known; the sum is of the others. */
  lacks_kwh: boolean;
  lacks_eur: boolean;
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
       bool_or(z.energy_kwh is null) as lacks_kwh, bool_or(z.eur is null) as lacks_eur,
       (sum(z.day_eur) filter (where z.eur is not null))::float8 as earning_eur
     from cents z
     join downtimes.downtime_cause c on c.company_id = $1 and c.id = z.cause_id
     where z.day between $3 and $4
     group by z.plant_id, z.day, c.id, c.name, c.availability order by z.day, c.name`,
    [tx.scope.company_id, plant_ids, from, to],
  );
  return rows;
}
