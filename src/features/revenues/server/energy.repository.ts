import { readsHomes } from '../../../shared/server/homes.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { SourceDevice, SourceSlot } from '../../measurements/plant-series.model.ts';
import type { DeviceCategory, Quantity } from '../../plants/plants.model.ts';

export interface EarningPlant {
  plant_id: number;
  proj_code: string;
  plant_name: string;
  time_zone: string;
  production_type: string;
  latitude: number | null;
  longitude: number | null;
  nominal_kw: number | null;
  market_zone: string | null;
  /** Of a household: nothing of its days is kept. */
  is_home: boolean;
}

/** Plants as their revenue is worked out, by code: those named, or all assets that the scope sees; homes where it may read them. */
export async function listEarningPlants(tx: Tx, codes: readonly string[] | null): Promise<EarningPlant[]> {
  const { rows } = await tx.query<EarningPlant>(
    `select p.id as plant_id, p.proj_code, p.name as plant_name, p.time_zone, p.production_type, p.latitude, p.longitude,
       p.potenza_nominale as nominal_kw, nullif(m.market_zone, '') as market_zone, p.kind <> 'asset' as is_home
     from plants.plant p left join plants.plant_master_data m on m.company_id = $1 and m.plant_id = p.id
     where p.company_id = $1 and case when $2::text[] is null then p.kind = 'asset' else p.proj_code = any($2) end
       and ($3::bigint[] is null or p.id = any($3)) and (p.kind = 'asset' or $4) order by p.proj_code`,
    [tx.scope.company_id, codes, plantFilter(tx.scope), readsHomes(tx.scope)],
  );
  return rows;
}

/** A plant as its revenue is worked out; undefined where the scope does not see it. */
export async function findEarningPlant(tx: Tx, proj_code: string): Promise<EarningPlant | undefined> {
  return (await listEarningPlants(tx, [proj_code]))[0];
}

interface CountingSlot extends SourceSlot {
  /** Its last reading, epoch ms, of a device that was switched off; else null. */
  readonly last_at: number | null;
}

export interface CountingDevice extends SourceDevice {
  readonly device_id: number;
  /** When somebody entered it, epoch ms. */
  readonly entered_at: number;
  readonly slots: readonly CountingSlot[];
}

/** By which quantities an energy is told, and by devices of which category; null: of any. */
export interface ToldBy {
  readonly quantities: readonly Quantity[];
  readonly category: DeviceCategory | null;
}
/** Energy that is made. */
export const MADE: ToldBy = { quantities: ['ac_power_kw', 'energy_export_kwh'], category: null };
/** Energy that is taken from the grid. */
export const IMPORTED: ToldBy = { quantities: ['energy_import_kwh'], category: 'exchange_meter' };

/** The devices of plants that tell power or energy, those that were switched off too: they keep their past. */
export async function listDevicesOfMany(
  tx: Tx,
  plant_ids: readonly number[],
  { quantities, category }: ToldBy = MADE,
): Promise<Map<number, CountingDevice[]>> {
  const { rows } = await tx.query<{
    plant_id: number;
    device_id: number;
    category: DeviceCategory;
    enabled: boolean;
    entered_at: number;
    slots: CountingSlot[] | null;
  }>(
    `select d.plant_id, d.id as device_id, d.category, d.enabled and not d.template as enabled,
       (extract(epoch from d.created_at) * 1000)::float8 as entered_at, v.slots
     from plants.device d
     left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
     cross join lateral (
       select json_agg(json_build_object('slot', v.slot, 'quantity', n.quantity, 'kind', n.kind,
                'heard', l.slot_ts[v.slot + 1] is not null, 'last_at', case when not d.enabled or d.template then
                extract(epoch from l.slot_ts[v.slot + 1]) * 1000 end) order by v.slot) as slots
       from plants.variable v join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
       where v.company_id = $1 and v.device_id = d.id and n.quantity = any($3::text[])) v
     where d.company_id = $1 and d.plant_id = any($2::bigint[]) and ($4::text is null or d.category = $4) and v.slots is not null order by d.id`,
    [tx.scope.company_id, plant_ids, quantities, category],
  );
  const plants = new Map<number, CountingDevice[]>();
  for (const { slots, plant_id, ...row } of rows) {
    const own = plants.get(plant_id) ?? [];
    own.push({ ...row, slots: slots ?? [] });
    plants.set(plant_id, own);
  }
  return plants;
}

export const listCountingDevices = async (tx: Tx, plant_id: number): Promise<CountingDevice[]> =>
  (await listDevicesOfMany(tx, [plant_id])).get(plant_id) ?? [];

/** What was expected of a plant's days, as far as it is kept. */
export async function listExpectedDays(
  tx: Tx,
  { plant_id, from, to }: { plant_id: number; from: string; to: string },
): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ day: string; day_kwh: number | null }>(
    `select e.day, e.day_kwh from forecast.expected_day e
     where e.company_id = $1 and e.plant_id = $2 and e.day between $3 and $4`,
    [tx.scope.company_id, plant_id, from, to],
  );
  return new Map(rows.flatMap(({ day, day_kwh }) => (day_kwh === null ? [] : [[day, day_kwh] as const])));
}
