import { readsHomes } from '../../../shared/server/homes.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { Cell, PlaceOfPlant } from '../near-places.model.ts';
import type { PlantOfCompany } from '../plant-model.model.ts';

/** A plant with its sections and devices, and the digest of its site's typical year. */
export interface PlantRow extends PlantOfCompany {
  readonly year_digest: string | null;
}

/** What expected energy is made from, of the plants named or of all. */
export async function listPlants(tx: Tx, codes: readonly string[] | null): Promise<PlantRow[]> {
  const { rows } = await tx.query<PlantRow>(
    `select p.id as plant_id, p.proj_code, p.production_type, p.time_zone, p.latitude, p.longitude, p.potenza_nominale,
            p.tilt_deg, p.azimuth_deg, y.digest as year_digest,
            (select coalesce(jsonb_agg(jsonb_build_object('section_id', s.id, 'name', s.name, 'tilt_deg', s.tilt_deg,
                       'azimuth_deg', s.azimuth_deg, 'kw_peak', s.kw_peak, 'losses_percent', s.losses_percent)
                     order by s.position, s.id), '[]')
             from plants.plant_section s where s.company_id = $1 and s.plant_id = p.id) as sections,
            (select coalesce(jsonb_agg(jsonb_build_object('device_id', d.id, 'category', d.category,
                       'enabled', d.enabled and not d.template, 'section_id', d.section_id,
                       'nominal_power', d.nominal_power, 'entered_at', extract(epoch from d.created_at) * 1000,
                       'slots', v.slots) order by d.id), '[]')
             from plants.device d
             left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
             cross join lateral (
               select coalesce(jsonb_agg(jsonb_build_object('slot', v.slot, 'kind', n.kind, 'quantity', n.quantity,
                        'heard', l.slot_ts[v.slot + 1] is not null,
                        'last_at', case when not d.enabled then extract(epoch from l.slot_ts[v.slot + 1]) * 1000 end)
                      order by v.slot), '[]') as slots
               from plants.variable v join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
               where v.company_id = $1 and v.device_id = d.id
                 and n.quantity in ('ac_power_kw', 'energy_export_kwh', 'irradiance_poa_wm2', 'irradiance_ghi_wm2',
                                    'module_temperature_c', 'ambient_temperature_c', 'wind_speed_ms')) v
             where d.company_id = $1 and d.plant_id = p.id) as devices
     from plants.plant p left join typical_year y on y.company_id = $1 and y.plant_id = p.id
     where p.company_id = $1 and ($2::text[] is null or p.proj_code = any($2)) order by p.proj_code`,
    [tx.scope.company_id, codes],
    'forecast_plants',
  );
  return rows;
}

/** Which plants a code names that the scope may see, by id. */
export async function listCodes(tx: Tx, plant_ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await tx.query<{ plant_id: number; proj_code: string }>(
    'select id as plant_id, proj_code from plants.plant where company_id = $1 and id = any($2::bigint[])',
    [tx.scope.company_id, plant_ids],
    'forecast_codes',
  );
  return new Map(rows.map(({ plant_id, proj_code }) => [plant_id, proj_code]));
}

/** A plant that has a sensor of irradiance on some plane, and where it stands. */
export interface SensorPlace extends PlaceOfPlant {
  readonly proj_code: string;
}

/** Plants with a sensor in some cells of a tenth of a degree. */
export async function listSensorPlaces(tx: Tx, cells: readonly Cell[]): Promise<SensorPlace[]> {
  const [lats, lons] = [cells.map(({ lat }) => lat), cells.map(({ lon }) => lon)];
  const { rows } = await tx.query<{
    plant_id: number;
    proj_code: string;
    latitude: number | null;
    longitude: number | null;
  }>(
    // Whose place it is comes first, by the index; only of these the devices are looked at.
    `with near as materialized (
       select p.id, p.proj_code, p.latitude, p.longitude from plants.plant p
       where p.company_id = $1 and p.latitude >= $4 and p.latitude < $5 and p.longitude >= $6 and p.longitude < $7
         and (floor(p.latitude * 10)::int, floor(p.longitude * 10)::int) in (select * from unnest($2::int[], $3::int[])))
     select p.id as plant_id, p.proj_code, p.latitude, p.longitude from near p
     where exists (
       select from plants.device d
       join plants.variable v on v.company_id = $1 and v.device_id = d.id
       join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
       where d.company_id = $1 and d.plant_id = p.id and d.enabled and not d.template and n.quantity = 'irradiance_poa_wm2')
     order by p.id`,
    [
      tx.scope.company_id,
      lats,
      lons,
      least(lats) / 10,
      (most(lats) + 1) / 10,
      least(lons) / 10,
      (most(lons) + 1) / 10,
    ],
    'forecast_sensor_places',
  );
  return rows.flatMap(({ latitude, longitude, ...plant }) =>
    latitude === null || longitude === null ? [] : [{ ...plant, latitude, longitude }],
  );
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), 1e9);
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -1e9);

/** Codes of the plants that the scope may see, of those named or of all. */
export async function listVisibleCodes(tx: Tx, codes: readonly string[] | null): Promise<string[]> {
  const { rows } = await tx.query<{ proj_code: string }>(
    `select proj_code from plants.plant where company_id = $1 and ($2::text[] is null or proj_code = any($2))
       and ($3::bigint[] is null or id = any($3)) and (kind = 'asset' or $2::text[] is not null and $4) order by proj_code`,
    // What a single home made is for those who may read it.
    [tx.scope.company_id, codes, plantFilter(tx.scope), readsHomes(tx.scope)],
    'forecast_visible',
  );
  return rows.map(({ proj_code }) => proj_code);
}

/** An inverter, or what else a plant's energy is counted by. */
export interface NamedDevice {
  readonly device_id: number;
  readonly short_name: string;
  readonly section_id: number | null;
  readonly nominal_power: number | null;
  /** kWp of its modules; null where nobody said. */
  readonly kw_peak: number | null;
}

/** Names of devices. */
export async function listNamedDevices(tx: Tx, device_ids: readonly number[]): Promise<NamedDevice[]> {
  const { rows } = await tx.query<NamedDevice>(
    `select id as device_id, short_name, section_id, nominal_power, kw_peak from plants.device
     where company_id = $1 and id = any($2::bigint[]) order by short_name, id`,
    [tx.scope.company_id, device_ids],
    'forecast_devices',
  );
  return rows;
}

export interface PlantPlace {
  readonly plant_id: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** A plant that the scope may see. */
export async function findPlace(tx: Tx, proj_code: string): Promise<PlantPlace | undefined> {
  const { rows } = await tx.query<PlantPlace>(
    `select id as plant_id, latitude, longitude from plants.plant
     where company_id = $1 and proj_code = $2 and ($3::bigint[] is null or id = any($3))`,
    [tx.scope.company_id, proj_code, plantFilter(tx.scope)],
    'forecast_place',
  );
  return rows[0];
}
