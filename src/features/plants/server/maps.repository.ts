import { withBin } from '../../../shared/server/records/bin.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { StoredAttribute } from './attributes.repository.ts';
import type { StoredVariable } from './variables.repository.ts';

/** A device as far as it decides what a map would change of it. */
export interface MappedDevice {
  id: number;
  short_name: string;
  proj_code: string;
  plant_name: string;
  byte_order: string;
  virtual: boolean;
  next_slot: number;
  template_key: string | null;
  template_version: number | null;
  /** The number of the newest version of its configuration; null without one. */
  newest_version: number | null;
}

/** Those of the devices that the scope may see, by plant and name. */
export async function listMappedDevices(tx: Tx, ids: readonly number[]): Promise<MappedDevice[]> {
  const { rows } = await tx.query<MappedDevice>(
    `select d.id, d.short_name, p.proj_code, p.name as plant_name, d.byte_order, d.virtual, d.next_slot, d.template_key,
            d.template_version,
            (select max(x.number) from configuration_version x where x.company_id = $1 and x.device_id = d.id) as newest_version
     from device d join plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = any($2::bigint[]) and ($3::bigint[] is null or d.plant_id = any($3))
     order by p.name, p.id, d.short_name`,
    [tx.scope.company_id, ids, plantFilter(tx.scope)],
  );
  return rows;
}

export type ListedVariable = StoredVariable & { deleted_at: Date | null };

/** All variables of the devices, those in the bin too: a name that comes back takes its slot again. */
export async function listVariablesOf(tx: Tx, device_ids: readonly number[]): Promise<ListedVariable[]> {
  const { rows } = await withBin(tx, () =>
    tx.query<ListedVariable>(
      `select v.*, n.name, n.quantity from variable v
       join variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
       where v.company_id = $1 and v.device_id = any($2::bigint[]) order by v.device_id, v.slot`,
      [tx.scope.company_id, device_ids],
    ),
  );
  return rows;
}

export async function listAttributesOf(tx: Tx, device_ids: readonly number[]): Promise<StoredAttribute[]> {
  const { rows } = await tx.query<StoredAttribute>(
    `select id, device_id, name, function_code, address, length, swapped, version from device_attribute
     where company_id = $1 and device_id = any($2::bigint[]) order by device_id, name`,
    [tx.scope.company_id, device_ids],
  );
  return rows;
}

/** Those of the devices' variables that calculations take or make. */
export async function listCountedOn(tx: Tx, device_ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await tx.query<{ id: number }>(
    `select i.variable_id as id from cloudcontrol.calc_group_input i where i.company_id = $1 and i.device_id = any($2::bigint[])
     union select g.variable_id from cloudcontrol.calc_group g where g.company_id = $1 and g.device_id = any($2::bigint[])`,
    [tx.scope.company_id, device_ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Sets all columns of these variables as one statement. */
export async function replaceVariables(tx: Tx, variables: readonly StoredVariable[]): Promise<void> {
  if (variables.length === 0) return;
  await tx.query(
    `update variable v set version = v.version + 1, function_code = r.function_code, address = r.address, data_type = r.data_type,
            word_order = r.word_order, bit = r.bit, bit_count = r.bit_count, factor = r.factor, value_offset = r.value_offset,
            scale_address = r.scale_address, sentinel = r.sentinel, unit = r.unit, decimals = r.decimals, colour = r.colour,
            group_name = r.group_name, value_table = r.value_table, poll = r.poll, enabled = r.enabled
     from jsonb_populate_recordset(null::variable, $2::jsonb) r where v.company_id = $1 and v.id = r.id`,
    [tx.scope.company_id, JSON.stringify(variables)],
  );
}

/** Remembers what a device was brought to: no change of its configuration by itself. */
export async function updateTemplateOf(
  tx: Tx,
  id: number,
  { key, version }: { key: string; version: number },
): Promise<void> {
  await tx.query(
    'update device set template_key = $3, template_version = $4 where company_id = $1 and id = $2',
    [tx.scope.company_id, id, key, version],
  );
}
