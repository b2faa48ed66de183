import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { plantFilter } from '../../../shared/server/tenancy.ts';
import type { Device, DeviceDetails, NewDevice, NewVariable } from '../plants.contract.ts';
import { type DeviceCategory, type Quantity, VARIABLES_AT_MOST } from '../plants.model.ts';

const devices = (tx: Tx) => {
  const visible = plantFilter(tx.scope);
  return tx.db
    .selectFrom('device as d')
    .innerJoin('plant as p', (join) =>
      join.onRef('p.company_id', '=', 'd.company_id').onRef('p.id', '=', 'd.plant_id'),
    )
    .leftJoin('port as o', (join) =>
      join.onRef('o.company_id', '=', 'd.company_id').onRef('o.id', '=', 'd.port_id'),
    )
    .where('d.company_id', '=', tx.scope.company_id)
    .$if(visible !== null, (q) =>
      q.where('d.plant_id', 'in', sql<number>`(select unnest(${visible}::bigint[]))`),
    )
    .select([
      'd.id',
      'p.proj_code',
      'd.short_name',
      'd.description',
      'd.category',
      'd.nominal_power',
      'd.serial_number',
      'd.manufacturer',
      'd.model',
      'd.interval_s',
      'd.unit_id',
      'd.enabled',
      'd.version',
      'd.attributes',
      'o.id as port_id',
      'o.host',
      'o.port',
      'o.framer',
      'o.timeout_ms',
    ]);
};
type Row = Awaited<ReturnType<ReturnType<typeof devices>['execute']>>[number];

function portOf({ port_id, host, port, framer, timeout_ms }: Row): Device['port'] {
  if (port_id === null || host === null || port === null || timeout_ms === null) return null;
  return { id: port_id, host, port, framer: framer as 'tcp' | 'rtu' | 'ascii', timeout_ms };
}

function present(row: Row): Device {
  const { port_id: _p, host: _h, port: _o, framer: _f, timeout_ms: _t, attributes: _a, ...fields } = row;
  return {
    ...fields,
    device_id: row.id,
    master_id: row.id,
    category: row.category as DeviceCategory,
    port: portOf(row),
  };
}

export async function listDevices(tx: Tx, proj_code?: string): Promise<Device[]> {
  const rows = await devices(tx)
    .$if(proj_code !== undefined, (q) => q.where('p.proj_code', '=', proj_code ?? ''))
    .orderBy('p.proj_code')
    .orderBy('d.short_name')
    .limit(20_000)
    .execute();
  return rows.map(present);
}

/** A device that the scope may see, with its variables. */
export async function findDevice(tx: Tx, id: number): Promise<DeviceDetails | undefined> {
  const row = await devices(tx).where('d.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  return {
    ...present(row),
    attributes: row.attributes as DeviceDetails['attributes'],
    variables: await listVariables(tx, id),
  };
}

async function listVariables(tx: Tx, device_id: number): Promise<DeviceDetails['variables']> {
  const rows = await tx.db
    .selectFrom('variable as v')
    .innerJoin('variable_name as n', (join) =>
      join.onRef('n.company_id', '=', 'v.company_id').onRef('n.id', '=', 'v.variable_name_id'),
    )
    .where('v.company_id', '=', tx.scope.company_id)
    .where('v.device_id', '=', device_id)
    .selectAll('v')
    .select(['n.name', 'n.unit', 'n.quantity'])
    .orderBy('v.slot')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device_id,
    name: row.name,
    slot: row.slot,
    unit: row.unit,
    quantity: row.quantity as Quantity,
    register:
      row.address === null || row.function_code === null || row.data_type === null
        ? null
        : {
            function_code: row.function_code as 1 | 2 | 3 | 4,
            address: row.address,
            data_type: row.data_type as 'int16',
            word_order: row.word_order as 'ABCD',
            bit: row.bit,
            factor: row.factor,
            value_offset: row.value_offset,
            scale_address: row.scale_address,
            sentinel: row.sentinel,
          },
  }));
}

/** The port of a plant that reaches the field this way, made when it is not there yet. */
export async function savePort(
  tx: Tx,
  plant_id: number,
  port: NonNullable<z.output<typeof NewDevice>['port']>,
): Promise<number> {
  const { company_id } = tx.scope;
  const same = await tx.db
    .selectFrom('port')
    .select('id')
    .where('company_id', '=', company_id)
    .where('plant_id', '=', plant_id)
    .where('host', '=', port.host)
    .where('port', '=', port.port)
    .where('framer', '=', port.framer)
    .executeTakeFirst();
  if (same) return same.id;
  const made = await tx.db
    .insertInto('port')
    .values({ ...port, company_id, plant_id, name: `${port.host}:${port.port}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

type DeviceFields = Omit<z.output<typeof NewDevice>, 'proj_code' | 'port' | 'variables'>;

/** Inserts a device; undefined when its short name or serial number is taken. */
export async function insertDevice(
  tx: Tx,
  device: DeviceFields & { plant_id: number; port_id: number | null },
): Promise<number | undefined> {
  const row = await tx.db
    .insertInto('device')
    .values({
      ...device,
      company_id: tx.scope.company_id,
      nominal_power: device.nominal_power ?? null,
      serial_number: device.serial_number ?? null,
      unit_id: device.unit_id ?? null,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export interface VariableRow {
  variable_name_id: number;
  register: z.output<typeof NewVariable>['register'];
}

/**
 * Appends variables to a device: each takes the next slot, and a slot is never used again.
 * False, and nothing stored, where the device has no slots left for them.
 */
export async function insertVariables(
  tx: Tx,
  device_id: number,
  variables: readonly VariableRow[],
): Promise<boolean> {
  if (variables.length === 0) return true;
  const { company_id } = tx.scope;
  const taken = await tx.db
    .updateTable('device')
    .set({ next_slot: sql<number>`next_slot + ${variables.length}`, version: sql<number>`version + 1` })
    .where('company_id', '=', company_id)
    .where('id', '=', device_id)
    .where('next_slot', '<=', VARIABLES_AT_MOST - variables.length)
    .returning('next_slot')
    .executeTakeFirst();
  if (!taken) return false;
  const first = taken.next_slot - variables.length;
  await tx.db
    .insertInto('variable')
    .values(
      variables.map(({ variable_name_id, register }, i) => ({
        company_id,
        device_id,
        variable_name_id,
        slot: first + i,
        ...(register
          ? { ...register, bit: register.bit ?? null, scale_address: register.scale_address ?? null }
          : {}),
      })),
    )
    .execute();
  return true;
}
