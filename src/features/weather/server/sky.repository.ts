import type { RecordedSection } from '../../../energy/plant-arrays.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';

/** What a plant's own sensors measure, W/m², as far as it is of now: the plant's line `l`, the instant as a parameter. */
export const measuredNow = (now: string): string =>
  `case when l.last_reading_at between ${now}::timestamptz - interval '30 minutes' and ${now}::timestamptz + interval '30 minutes'
     then l.irradianza end as irradianza`;

/** How modules stand and how much of them stands where, of the plant `p`. */
export const PLANES = `p.potenza_nominale, p.tilt_deg, p.azimuth_deg,
  (select coalesce(jsonb_agg(jsonb_build_object('section_id', t.id, 'name', t.name, 'tilt_deg', t.tilt_deg,
     'azimuth_deg', t.azimuth_deg, 'kw_peak', t.kw_peak, 'losses_percent', t.losses_percent) order by t.position, t.id), '[]')
   from plants.plant_section t where t.company_id = $1 and t.plant_id = p.id) as sections`;

/** In which sections the sensors of irradiance stand, of a plant `p` whose line `l` says what they measure. */
export const SENSOR_SECTIONS = `case when l.irradianza is null then '[]' else (
  select coalesce(jsonb_agg(d.section_id order by d.id), '[]')
  from plants.device d join plants.variable v on v.company_id = $1 and v.device_id = d.id
  join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
  where d.company_id = $1 and d.plant_id = p.id and d.enabled and not d.template
    and n.quantity = 'irradiance_poa_wm2') end as sensor_sections`;

/** What is recorded of the planes of a plant and of its sensors. */
export interface PlanesRow {
  potenza_nominale: number | null;
  tilt_deg: number | null;
  azimuth_deg: number | null;
  sections: RecordedSection[];
  /** Of each sensor of irradiance, as far as one measures; null stands in no section. */
  sensor_sections: (number | null)[];
}

/** A plant whose own sensors measure irradiance just now, and what they saw of the sky before. */
export interface SensedRow extends PlanesRow {
  plant_id: number;
  latitude: number | null;
  longitude: number | null;
  irradianza: number | null;
  clearness: number | null;
  seen_at: Date | null;
}

export async function listSensedPlants(tx: Tx, now: Date): Promise<SensedRow[]> {
  const { rows } = await tx.query<SensedRow>(
    `select p.id as plant_id, p.latitude, p.longitude, ${PLANES}, ${SENSOR_SECTIONS}, ${measuredNow('$2')},
            s.clearness, s.seen_at
     from overview.plant_live l join plants.plant p on p.company_id = $1 and p.id = l.plant_id
     left join plant_sky s on s.company_id = $1 and s.plant_id = l.plant_id
     where l.company_id = $1 and l.irradianza is not null and p.latitude is not null and p.longitude is not null`,
    [tx.scope.company_id, now],
    'weather_sensed',
  );
  return rows;
}

/** A sensor of irradiance of a plant, and the zone of its days. */
export interface SensorPlace {
  plant_id: number;
  time_zone: string;
  device_id: number;
  slot: number;
}

/** The sensors of irradiance of plants. */
export async function listSensorPlaces(tx: Tx, plant_ids: readonly number[]): Promise<SensorPlace[]> {
  const { rows } = await tx.query<SensorPlace>(
    `select d.plant_id, p.time_zone, d.id as device_id, v.slot
     from plants.device d join plants.plant p on p.company_id = $1 and p.id = d.plant_id
     join plants.variable v on v.company_id = $1 and v.device_id = d.id
     join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
     where d.company_id = $1 and d.plant_id = any($2::bigint[]) and d.enabled and not d.template
       and n.quantity = 'irradiance_poa_wm2' order by d.id, v.slot`,
    [tx.scope.company_id, plant_ids],
    'weather_sensor_places',
  );
  return rows;
}

export async function saveSkies(
  tx: Tx,
  skies: readonly { plant_id: number; clearness: number; seen_at: number }[],
): Promise<void> {
  await tx.query(
    `insert into plant_sky (company_id, plant_id, clearness, seen_at)
     select $1, u.plant_id, u.clearness, to_timestamp(u.seen_ms / 1000)
     from unnest($2::bigint[], $3::float8[], $4::float8[]) u (plant_id, clearness, seen_ms) order by u.plant_id
     on conflict (company_id, plant_id) do update set clearness = excluded.clearness, seen_at = excluded.seen_at`,
    [
      tx.scope.company_id,
      skies.map((one) => one.plant_id),
      skies.map((one) => one.clearness),
      skies.map((one) => one.seen_at),
    ],
  );
}

/** The skies that plants of the company saw, as they were kept last. */
export async function listKeptSkies(
  tx: Tx,
): Promise<{ plant_id: number; clearness: number; seen_at: Date }[]> {
  const { rows } = await tx.query<{ plant_id: number; clearness: number; seen_at: Date }>(
    'select plant_id, clearness, seen_at from plant_sky where company_id = $1',
    [tx.scope.company_id],
    'weather_kept_skies',
  );
  return rows;
}
