import type { RatedInverter } from '../../../energy/plant-arrays.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { measuredNow, PLANES, type PlanesRow, SENSOR_SECTIONS } from './sky.repository.ts';

/** A photovoltaic plant, as far as its power follows the sky. */
export interface PowerPlantRow extends PlanesRow {
  plant_id: number;
  proj_code: string;
  production_type: string;
  time_zone: string;
  latitude: number | null;
  longitude: number | null;
  /** Those that run. */
  inverters: RatedInverter[];
  /** What its own sensors measure just now, W/m². */
  irradianza: number | null;
  clearness: number | null;
  seen_at: Date | null;
}

const columns = (
  now: string,
) => `p.id as plant_id, p.proj_code, p.production_type, p.time_zone, p.latitude, p.longitude, ${PLANES}, ${SENSOR_SECTIONS},
  s.clearness, s.seen_at, ${measuredNow(now)},
  (select coalesce(jsonb_agg(jsonb_build_object('section_id', d.section_id, 'nominal_power', d.nominal_power)), '[]')
   from plants.device d
   where d.company_id = $1 and d.plant_id = p.id and d.enabled and not d.template and d.category = 'inverter') as inverters`;

const FROM = `from plants.plant p left join plant_sky s on s.company_id = $1 and s.plant_id = p.id
  left join overview.plant_live l on l.company_id = $1 and l.plant_id = p.id`;

export async function findPowerPlant(
  tx: Tx,
  proj_code: string,
  now: Date,
): Promise<PowerPlantRow | undefined> {
  const { rows } = await tx.query<PowerPlantRow>(
    `select ${columns('$3')} ${FROM} where p.company_id = $1 and p.proj_code = $2`,
    [tx.scope.company_id, proj_code, now],
    'weather_power_plant',
  );
  return rows[0];
}

/** Plants after one of them of which no forecast of a day is kept yet, by id. */
export async function listUnforecast(
  tx: Tx,
  { made_on, after_id, most, now }: { made_on: string; after_id: number; most: number; now: Date },
): Promise<PowerPlantRow[]> {
  const { rows } = await tx.query<PowerPlantRow>(
    `select ${columns('$5')} ${FROM}
     where p.company_id = $1 and p.production_type = 'photovoltaic' and p.latitude is not null and p.longitude is not null
       and (p.potenza_nominale > 0 or exists (
         select from plants.plant_section t where t.company_id = $1 and t.plant_id = p.id and t.kw_peak > 0))
       and p.id > $4 and not exists (
         select from power_forecast f where f.company_id = $1 and f.plant_id = p.id and f.made_on = $2)
     order by p.id limit $3`,
    [tx.scope.company_id, made_on, most, after_id, now],
    'weather_unforecast',
  );
  return rows;
}
