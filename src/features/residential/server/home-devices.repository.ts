import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { SourceDevice, SourceSlot } from '../../measurements/plant-series.model.ts';
import type { DeviceCategory, Quantity, VARIABLE_KINDS } from '../../plants/plants.model.ts';

/** A variable of a device of a home. */
export interface HomeSlot extends SourceSlot {
  readonly name: string;
  readonly unit: string;
}

/** A device of a home with what it tells. */
export interface HomeDevice extends SourceDevice {
  readonly plant_id: number;
  readonly device_id: number;
  readonly short_name: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly category: DeviceCategory;
  readonly slots: readonly HomeSlot[];
}

/** Devices of homes with their variables, also those that do not work any more: they keep their past. */
export async function listHomeDevices(tx: Tx, plant_ids: readonly number[]): Promise<HomeDevice[]> {
  const { rows } = await tx.query<Omit<HomeDevice, 'slots'> & { slots: HomeSlot[] | null }>(
    `select d.plant_id, d.id as device_id, d.short_name, d.manufacturer, d.model, d.category,
            d.enabled and not d.template as enabled, v.slots
     from plants.device d
     left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
     cross join lateral (
       select json_agg(json_build_object('slot', v.slot, 'quantity', n.quantity, 'kind', n.kind, 'name', n.name,
                'unit', coalesce(v.unit, n.unit), 'heard', l.slot_ts[v.slot + 1] is not null) order by v.slot) as slots
       from plants.variable v join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
       where v.company_id = $1 and v.device_id = d.id) v
     where d.company_id = $1 and d.plant_id = any($2::bigint[]) order by d.plant_id, d.short_name, d.id`,
    [tx.scope.company_id, plant_ids],
    'residential_devices',
  );
  return rows.map(({ slots, ...row }) => ({ ...row, slots: slots ?? [] }));
}

/** All devices of a home that still keep readings, also those in the bin where the transaction sees it. */
export async function listKeeping(
  tx: Tx,
  plant_id: number,
): Promise<{ device_id: number; in_bin: boolean }[]> {
  const { rows } = await tx.query<{ device_id: number; in_bin: boolean }>(
    `select id as device_id, deleted_at is not null as in_bin from plants.device
     where company_id = $1 and plant_id = $2 and purged_at is null order by id`,
    [tx.scope.company_id, plant_id],
  );
  return rows;
}

export interface LastSlot {
  device_id: number;
  slot: number;
  value: number | null;
  /** Epoch ms. */
  at: number | null;
  rhythm_s: number;
}

/** The newest good value of each slot of some devices. */
export async function listLastSlots(tx: Tx, device_ids: readonly number[]): Promise<LastSlot[]> {
  const { rows } = await tx.query<LastSlot>(
    `select v.device_id, v.slot, o.vals[v.slot + 1] as value, (extract(epoch from o.slot_ts[v.slot + 1]) * 1000)::float8 as at,
            ${deviceRhythm('d')} as rhythm_s
     from plants.device d join plants.variable v on v.company_id = $1 and v.device_id = d.id
     join measurements.obs_last o on o.company_id = $1 and o.device_id = d.id
     where d.company_id = $1 and d.id = any($2::bigint[]) and d.enabled`,
    [tx.scope.company_id, device_ids],
    'residential_last',
  );
  return rows;
}

export interface ToldVariable {
  name: string;
  label_en: string;
  label_it: string;
  unit: string;
  kind: (typeof VARIABLE_KINDS)[number];
  quantity: Quantity;
  homes: number;
}

/** The variable names that devices of homes have. */
export async function listToldVariables(tx: Tx): Promise<ToldVariable[]> {
  const { rows } = await tx.query<ToldVariable>(
    `select n.name, n.label_en, n.label_it, n.unit, n.kind, n.quantity, v.homes
     from (select t.variable_name_id, count(*)::int as homes
           from (select distinct d.plant_id, v.variable_name_id
                 from home h join plants.device d on d.company_id = $1 and d.plant_id = h.plant_id
                 join plants.variable v on v.company_id = $1 and v.device_id = d.id
                 where h.company_id = $1 and ($2::bigint[] is null or h.plant_id = any($2))) t
           group by t.variable_name_id) v
     join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id order by n.name`,
    [tx.scope.company_id, plantFilter(tx.scope)],
    'residential_variables',
  );
  return rows;
}

/** The first of some names that no variable of the company has; undefined where all are known. */
export async function findUnknownVariable(tx: Tx, names: readonly string[]): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    `select u.name from unnest($2::text[]) with ordinality u (name, place)
     where not exists (select from plants.variable_name n where n.company_id = $1 and n.name = u.name)
     order by u.place limit 1`,
    [tx.scope.company_id, names],
    'residential_unknown_variable',
  );
  return rows[0]?.name;
}
