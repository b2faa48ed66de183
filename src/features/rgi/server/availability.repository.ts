import { readsHomes } from '../../../shared/server/homes.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AvailabilityClass } from '../../downtimes/causes.model.ts';
import { type CountsRule, MIN_IRRADIANCE_WM2 } from '../availability.model.ts';

/** A place of readings, and since when it was there: what is switched off was until its last reading. */
interface RatedPlace {
  device_id: number;
  slot: number;
  /** When somebody entered it, epoch ms. */
  entered_at: number;
  /** Its last reading, epoch ms, of what was switched off; null: it works. */
  ended_at: number | null;
}

export interface RatedDevice extends RatedPlace {
  short_name: string;
  section_id: number | null;
  section_name: string | null;
  nominal_power: number | null;
}

export interface RatedPlant {
  plant_id: number;
  proj_code: string;
  plant_name: string;
  time_zone: string;
  latitude: number | null;
  longitude: number | null;
  tilt_deg: number | null;
  azimuth_deg: number | null;
  production_type: string;
  /** W/m² on the plane, from which on it has to work. */
  least_irradiance_wm2: number;
  devices: RatedDevice[];
  sensors: RatedPlace[];
}

/** When a place was entered and when it ended, of a device `d`, its variable `v` and the last readings `l`. */
const TIMES = `'entered_at', extract(epoch from d.created_at) * 1000,
  'ended_at', case when not d.enabled then extract(epoch from l.slot_ts[v.slot + 1]) * 1000 end`;

/**
 * Plants with the inverters that make or made their energy, and their sensors of irradiance, those among them that were switched off
 * after they had told something: of the days in which they stood they still count. Homes only where they are named, to whom may read them.
 */
export async function listRatedPlants(
  tx: Tx,
  { codes, device_id }: { codes: readonly string[] | null; device_id: number | null },
): Promise<RatedPlant[]> {
  const { rows } = await tx.query<RatedPlant>(
    `select p.id as plant_id, p.proj_code, p.name as plant_name, p.time_zone, p.latitude, p.longitude, p.tilt_deg, p.azimuth_deg,
       p.production_type, coalesce(t.least_irradiance_wm2, ${MIN_IRRADIANCE_WM2}) as least_irradiance_wm2,
       (select coalesce(json_agg(json_build_object('device_id', d.id, 'short_name', d.short_name, 'section_id', s.id,
                'section_name', s.name, 'nominal_power', d.nominal_power, 'slot', v.slot, ${TIMES}) order by d.short_name, d.id), '[]')
        from plants.device d
        left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
        join lateral (
          select min(v.slot) as slot from plants.variable v
          join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
          where v.company_id = $1 and v.device_id = d.id and n.quantity = 'ac_power_kw') v on v.slot is not null
        left join plants.plant_section s on s.company_id = $1 and s.id = d.section_id
        where d.company_id = $1 and d.plant_id = p.id and not d.template
          and (d.enabled or l.slot_ts[v.slot + 1] is not null) and d.category in ('inverter', 'generator')) as devices,
       (select coalesce(json_agg(json_build_object('device_id', d.id, 'slot', v.slot, ${TIMES}) order by d.id, v.slot), '[]')
        from plants.device d
        left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
        join plants.variable v on v.company_id = $1 and v.device_id = d.id
        join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
        where d.company_id = $1 and d.plant_id = p.id and not d.template
          and (d.enabled or l.slot_ts[v.slot + 1] is not null) and n.quantity = 'irradiance_poa_wm2') as sensors
     from plants.plant p left join availability_setting t on t.company_id = $1 and t.plant_id = p.id
     where p.company_id = $1 and ($2::text[] is null or p.proj_code = any($2))
       and (p.kind = 'asset' or $4 and ($2::text[] is not null or $3::bigint is not null))
       and ($3::bigint is null or p.id = (select o.plant_id from plants.device o where o.company_id = $1 and o.id = $3))
     order by p.proj_code`,
    [tx.scope.company_id, codes, device_id, readsHomes(tx.scope)],
  );
  return rows;
}

/** Says from how much sun on a plant has to work. */
export async function saveLeastIrradiance(
  tx: Tx,
  { plant_id, least_irradiance_wm2 }: { plant_id: number; least_irradiance_wm2: number },
): Promise<void> {
  await tx.query(
    `insert into availability_setting (company_id, plant_id, least_irradiance_wm2) values ($1, $2, $3)
     on conflict (company_id, plant_id) do update set least_irradiance_wm2 = excluded.least_irradiance_wm2`,
    [tx.scope.company_id, plant_id, least_irradiance_wm2],
  );
}

export interface CountedDowntime {
  id: number;
  plant_id: number;
  cause_id: number;
  cause: string;
  start_at: Date;
  stop_at: Date | null;
  availability: AvailabilityClass;
  /** Null: the whole plant. */
  device_ids: number[] | null;
  /** Of the power of each device that it is about, what stood, 0…1. */
  part: number;
}

/** As it is stored: what part of its devices stood follows from their power. */
export interface StoredDowntime extends Omit<CountedDowntime, 'part'> {
  percentage: number;
  percentage_by: 'devices' | 'hand';
  nominal_kw: number | null;
}

interface Window {
  readonly plant_ids: readonly number[];
  readonly start: Date;
  readonly end: Date;
}

/** Downtimes of plants that share some time with a window, those that began first first. */
export async function listDowntimes(tx: Tx, { plant_ids, start, end }: Window): Promise<StoredDowntime[]> {
  const { rows } = await tx.query<StoredDowntime>(
    `select r.id, r.plant_id, r.cause_id, c.name as cause, r.start_at, r.stop_at, c.availability,
       case when r.extent <> 'plant' then (
         select coalesce(array_agg(d.device_id order by d.device_id), '{}') from downtimes.downtime_device d
         where d.company_id = $1 and d.downtime_id = r.id) end as device_ids,
       r.percentage, r.percentage_by, p.potenza_nominale as nominal_kw
     from downtimes.downtime r join plants.plant p on p.company_id = $1 and p.id = r.plant_id join downtimes.downtime_cause c on c.company_id = $1 and c.id = r.cause_id
     where r.company_id = $1 and r.plant_id = any($2::bigint[]) and r.start_at < $4 and (r.stop_at is null or r.stop_at > $3)
     order by r.start_at, r.id`,
    [tx.scope.company_id, plant_ids, start, end],
  );
  return rows;
}

/** What is said of causes in the K451 report. */
export async function listRules(tx: Tx): Promise<CountsRule[]> {
  const { rows } = await tx.query<CountsRule>(
    `select k.cause_id, k.plant_id, k.from_on::text as from_on, k.to_on::text as to_on, k.counts
     from downtimes.k451_setting k where k.company_id = $1`,
    [tx.scope.company_id],
  );
  return rows;
}

export interface LostDay {
  plant_id: number;
  cause_id: number;
  availability: AvailabilityClass;
  day: string;
  energy_kwh: number | null;
}

export interface LostSpan {
  readonly plant_ids: readonly number[];
  readonly from: string;
  readonly to: string;
  /** Only of days whose availability is kept. */
  readonly of_kept_days?: boolean;
}

/** What downtimes lost by day of their plants; of what a person said of the whole, each day has its share, as in reports. */
export async function listLostDays(
  tx: Tx,
  { plant_ids, from, to, of_kept_days = false }: LostSpan,
): Promise<LostDay[]> {
  const { rows } = await tx.query<LostDay>(
    `select r.plant_id, r.cause_id, c.availability, d.day::text as day,
       case when r.energy_hand_kwh is null then d.energy_kwh
         when r.energy_counted_kwh > 0 then d.energy_kwh * r.energy_hand_kwh / r.energy_counted_kwh
         else r.energy_hand_kwh * coalesce(d.hours / nullif(w.hours, 0), 1.0 / w.days) end as energy_kwh
     from downtimes.downtime_day d join downtimes.downtime r on r.company_id = $1 and r.id = d.downtime_id
     join downtimes.downtime_cause c on c.company_id = $1 and c.id = r.cause_id
     cross join lateral (
       select sum(h.hours) as hours, count(*) as days from downtimes.downtime_day h
       where h.company_id = $1 and h.downtime_id = r.id) w
     where d.company_id = $1 and d.plant_id = any($2::bigint[]) and d.day between $3 and $4
       and (not $5::boolean or exists (
         select from availability_day a where a.company_id = $1 and a.plant_id = d.plant_id and a.day = d.day))`,
    [tx.scope.company_id, plant_ids, from, to, of_kept_days],
  );
  return rows;
}

export interface KeptPlant {
  plant_id: number;
  proj_code: string;
}

/** Plants that make energy for a company, all or of these numbers. */
export async function listCodes(tx: Tx, plant_ids: readonly number[] | null = null): Promise<KeptPlant[]> {
  const { rows } = await tx.query<KeptPlant>(
    `select p.id as plant_id, p.proj_code from plants.plant p
     where p.company_id = $1 and p.kind = 'asset' and ($2::bigint[] is null or p.id = any($2)) order by p.proj_code`,
    [tx.scope.company_id, plant_ids],
  );
  return rows;
}
