import type { Tx } from '../../../shared/server/tenancy.ts';
import type { FieldPlant } from '../field-mode.contract.ts';
import { WAITING } from '../request-states.model.ts';

export interface OwnRequest {
  id: number;
  plant_id: number;
  /** How many there are in all. */
  of: number;
}

/** Requests that wait for somebody, the most urgent first; those of plants in the archive are nobody's work. */
export async function listOwnRequests(tx: Tx, most: number): Promise<OwnRequest[]> {
  const { rows } = await tx.query<OwnRequest>(
    `select r.id, r.plant_id, count(*) over ()::int as of
     from maintenance_request r join plants.plant p on p.company_id = $1 and p.id = r.plant_id
     where r.company_id = $1 and r.assigned_user_id = $2 and r.deleted_at is null and r.state = any($3::text[])
     order by r.urgency desc, r.due_at nulls last, r.id limit $4`,
    // A key is nobody.
    [tx.scope.company_id, tx.scope.user_id ?? 0, WAITING, most],
  );
  return rows;
}

export type PlantRow = Omit<FieldPlant, 'devices' | 'device_count'> & { id: number };

/** Where plants stand, and whom to call there. */
export async function listPlaces(tx: Tx, plant_ids: readonly number[]): Promise<PlantRow[]> {
  const { rows } = await tx.query<PlantRow>(
    `select p.id, p.proj_code, p.name, p.comune, coalesce(m.address, '') as address, p.latitude, p.longitude, p.time_zone,
       coalesce(m.contacts, '[]') as contacts
     from plants.plant p left join plants.plant_master_data m on m.company_id = $1 and m.plant_id = p.id
     where p.company_id = $1 and p.id = any($2::bigint[]) order by p.proj_code`,
    [tx.scope.company_id, plant_ids],
  );
  return rows;
}

export interface DeviceRow {
  id: number;
  plant_id: number;
  name: string;
  manufacturer: string;
  model: string;
  serial_number: string | null;
  of: number;
}

/** So many working devices of each plant, those that are named first. */
export async function listKeptDevices(
  tx: Tx,
  plant_ids: readonly number[],
  { named, most }: { named: readonly number[]; most: number },
): Promise<DeviceRow[]> {
  const { rows } = await tx.query<DeviceRow>(
    `select k.id, k.plant_id, k.name, k.manufacturer, k.model, k.serial_number, k.of
     from (select d.id, d.plant_id, d.short_name as name, d.manufacturer, d.model, d.serial_number,
             count(*) over (partition by d.plant_id)::int as of,
             row_number() over (partition by d.plant_id
               order by d.id = any($3::bigint[]) desc, d.category, length(d.short_name), d.short_name, d.id) as place
           from plants.device d
           where d.company_id = $1 and d.plant_id = any($2::bigint[]) and d.enabled and not d.template) k
     where k.place <= $4 order by k.plant_id, k.place`,
    [tx.scope.company_id, plant_ids, named, most],
  );
  return rows;
}

export interface ValueRow {
  device_id: number;
  label_en: string;
  label_it: string;
  unit: string;
  decimals: number;
  value: number;
  at: Date;
}

/** Last values of devices; what a number of a state means is not told. */
export async function listLastValues(
  tx: Tx,
  device_ids: readonly number[],
  named: readonly number[],
): Promise<ValueRow[]> {
  const { rows } = await tx.query<ValueRow>(
    `select v.device_id, n.label_en, n.label_it, coalesce(v.unit, n.unit) as unit,
       coalesce(v.decimals, n.decimals) as decimals, o.vals[v.slot + 1] as value, o.slot_ts[v.slot + 1] as at
     from measurements.obs_last o
     join plants.variable v on v.company_id = $1 and v.device_id = o.device_id and v.enabled and v.value_table is null
     join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id and n.kind <> 'state'
     where o.company_id = $1 and o.device_id = any($2::bigint[])
       and o.vals[v.slot + 1] is not null and o.slot_ts[v.slot + 1] is not null
       and (n.quantity <> 'other' or o.device_id = any($3::bigint[]))
     order by v.device_id, n.quantity = 'other', v.slot`,
    [tx.scope.company_id, device_ids, named],
  );
  return rows;
}
