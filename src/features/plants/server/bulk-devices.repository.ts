import { insertRows } from '../../../shared/server/columns.ts';
import { plantFilter, type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { DeviceFields, PortWish } from '../device-fields.contract.ts';
import type { Framer } from '../field.model.ts';
import type { DeviceCategory } from '../plants.model.ts';
import type { AttributeColumns } from './attributes.repository.ts';
import { AS_NEW, type VariableRow } from './variables.repository.ts';

/** Whoever adds several devices to a plant takes their turn until the transaction ends: a gateway gets one port. */
export async function holdPlant(tx: Tx, plant_id: number): Promise<void> {
  await tx.query('select from plant where company_id = $1 and id = $2 for no key update', [
    tx.scope.company_id,
    plant_id,
  ]);
}

/** Names and serial numbers, of these, that devices have already; those in the bin are free. */
export async function listTaken(
  tx: Tx,
  asked: { plant_id: number; short_names: readonly string[]; serial_numbers: readonly string[] },
): Promise<{ short_names: Set<string>; serial_numbers: Set<string> }> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ short_name: string; serial_number: string | null; here: boolean }>(
      `select short_name, serial_number, plant_id = $2 as here from device
     where company_id = $1 and deleted_at is null
       and ((plant_id = $2 and short_name = any($3)) or serial_number = any($4))`,
      [tx.scope.company_id, asked.plant_id, asked.short_names, asked.serial_numbers],
    );
    return {
      short_names: new Set(rows.flatMap(({ here, short_name }) => (here ? short_name : []))),
      serial_numbers: new Set(rows.flatMap(({ serial_number }) => serial_number ?? [])),
    };
  });
}

export interface KnownPort {
  id: number;
  plant_id: number;
  framer: Framer;
}

/** Ports that the scope may see, held in the order of their numbers until the transaction ends. */
export async function holdKnownPorts(tx: Tx, ids: readonly number[]): Promise<Map<number, KnownPort>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<KnownPort>(
    `select id, plant_id, framer from port
     where company_id = $1 and id = any($2::bigint[]) and ($3::bigint[] is null or plant_id = any($3))
     order by id for no key update`,
    [tx.scope.company_id, ids, plantFilter(tx.scope)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const columnsOf = <T extends object>(rows: readonly T[], names: readonly (keyof T)[]): unknown[][] =>
  names.map((name) => rows.map((row) => row[name]));

interface PortWay {
  id: number;
  host: string;
  port: number;
  framer: Framer;
}

/** Adds ports to a plant. @returns their numbers, in the order of the wishes */
export async function insertPorts(
  tx: Tx,
  plant_id: number,
  requests: readonly PortWish[],
): Promise<number[]> {
  const { company_id } = tx.scope;
  const ports = requests.map((request) => ({
    ...request,
    name: `${request.host}:${request.port}`.slice(0, 120),
    company_id,
    plant_id,
  }));
  const rows = await insertRows<PortWay>(tx, 'port', ports, 'returning id, host, port, framer');
  const at = new Map(rows.map((row) => [`${row.framer} ${row.host} ${row.port}`, row.id]));
  return requests.map(({ framer, host, port }) => at.get(`${framer} ${host} ${port}`) ?? 0);
}

/** The company's device categories: for each, which kind it is of. */
export async function listCategoryKinds(
  tx: Tx,
): Promise<{ id: number; name: string; kind: DeviceCategory }[]> {
  const { rows } = await tx.query<{ id: number; name: string; kind: DeviceCategory }>(
    'select id, name, kind from device_category where company_id = $1',
    [tx.scope.company_id],
  );
  return rows;
}

/** Sections of plants that the scope may see: for each, its plant. */
export async function listSectionPlants(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: number; plant_id: number }>(
    `select id, plant_id from plant_section
     where company_id = $1 and id = any($2::bigint[]) and ($3::bigint[] is null or plant_id = any($3))`,
    [tx.scope.company_id, ids, plantFilter(tx.scope)],
  );
  return new Map(rows.map(({ id, plant_id }) => [id, plant_id]));
}

export type NewRow = DeviceFields & {
  short_name: string;
  plant_id: number;
  template_key: string | null;
  template_version: number | null;
  next_slot: number;
};

/** Adds devices; fewer come back where names or serial numbers were taken at this very moment. */
export async function insertDevices(
  tx: Tx,
  rows: readonly NewRow[],
): Promise<{ id: number; short_name: string }[]> {
  const { company_id } = tx.scope;
  const devices = rows.map((row) => ({ ...row, company_id }));
  return insertRows<{ id: number; short_name: string }>(
    tx,
    'device',
    devices,
    'on conflict do nothing returning id, short_name',
  );
}

/** Devices that share a list take its rows, in its order. */
export interface OfList {
  device_id: number;
  list: number;
}

const OF_LISTS = 'join unnest($3::bigint[], $4::int[]) d (id, list) on d.list = x.list';

/** Gives new devices, that have none yet, their variables: each list crosses the wire once, however many devices share it. */
export async function insertVariableLists(
  tx: Tx,
  lists: readonly (readonly VariableRow[])[],
  devices: readonly OfList[],
): Promise<void> {
  const rows = lists.flatMap((list, i) => list.map((row, slot) => ({ ...AS_NEW, ...row, list: i, slot })));
  if (rows.length === 0) return;
  await tx.query(
    `insert into variable (company_id, device_id, variable_name_id, slot, function_code, address, data_type, word_order, bit,
                           bit_count, factor, value_offset, scale_address, sentinel, unit, decimals, colour, group_name, value_table,
                           poll, enabled)
     select $1, d.id, x.variable_name_id, x.slot, x.function_code, x.address, x.data_type, x.word_order, x.bit, x.bit_count,
            x.factor, x.value_offset, x.scale_address, x.sentinel, x.unit, x.decimals, x.colour, x.group_name, x.value_table,
            x.poll, x.enabled
     from jsonb_to_recordset($2::jsonb) x (list int, slot int, variable_name_id bigint, function_code int, address int,
            data_type text, word_order text, bit int, bit_count int, factor float8, value_offset float8, scale_address int,
            sentinel boolean, unit text, decimals int, colour text, group_name text, value_table text, poll text,
            enabled boolean) ${OF_LISTS} returning id`,
    [tx.scope.company_id, JSON.stringify(rows), ...columnsOf(devices, ['device_id', 'list'])],
  );
}

/** Gives new devices, that have none yet, their attributes, likewise. */
export async function insertAttributeLists(
  tx: Tx,
  lists: readonly (readonly AttributeColumns[])[],
  devices: readonly OfList[],
): Promise<void> {
  const rows = lists.flatMap((list, i) => list.map((row) => ({ ...row, list: i })));
  if (rows.length === 0) return;
  await tx.query(
    `insert into device_attribute (company_id, device_id, name, function_code, address, length, swapped)
     select $1, d.id, x.name, x.function_code, x.address, x.length, x.swapped
     from jsonb_to_recordset($2::jsonb) x (list int, name text, function_code int, address int, length int, swapped boolean)
     ${OF_LISTS} returning id`,
    [tx.scope.company_id, JSON.stringify(rows), ...columnsOf(devices, ['device_id', 'list'])],
  );
}

/** What a device was made from. */
export async function findTemplateOf(
  tx: Tx,
  id: number,
): Promise<{ template_key: string | null; template_version: number | null } | undefined> {
  const { rows } = await tx.query<{ template_key: string | null; template_version: number | null }>(
    'select template_key, template_version from device where company_id = $1 and id = $2',
    [tx.scope.company_id, id],
  );
  return rows[0];
}
