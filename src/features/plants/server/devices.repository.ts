import { sql } from 'kysely';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { plantFilter } from '../../../shared/server/tenancy.ts';
import type { Device, DeviceDetails } from '../device-fields.contract.ts';
import type { ByteOrder, Framer, PortType } from '../field.model.ts';
import type { DeviceCategory, Quantity } from '../plants.model.ts';

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
      'd.slow_interval_s',
      'd.category_id',
      'd.section_id',
      'd.panel_watt',
      'd.number_of_panels',
      'd.number_of_strings',
      'd.kw_peak',
      'd.network',
      'd.subnet',
      'd.byte_order',
      'd.virtual',
      'd.template',
      'd.unit_id',
      'd.enabled',
      'd.version',
      'o.id as port_id',
      'o.type',
      'o.host',
      'o.port',
      'o.tty',
      'o.framer',
      'o.timeout_ms',
    ]);
};
type Row = Awaited<ReturnType<ReturnType<typeof devices>['execute']>>[number];

function portOf({ port_id, type, host, port, tty, framer, timeout_ms }: Row): Device['port'] {
  if (port_id === null || host === null || port === null || timeout_ms === null) return null;
  return { id: port_id, type: type as PortType, host, port, tty, framer: framer as Framer, timeout_ms };
}

function present(row: Row): Device {
  const { port_id: _p, type: _y, host: _h, port: _o, tty: _s, framer: _f, timeout_ms: _t, ...fields } = row;
  return {
    ...fields,
    device_id: row.id,
    master_id: row.id,
    category: row.category as DeviceCategory,
    byte_order: row.byte_order as ByteOrder,
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
    attributes: await listAttributes(tx, id),
    variables: await listVariables(tx, id),
  };
}

/** The strings that were read from a device, each with its instant. */
async function listAttributes(tx: Tx, device_id: number): Promise<DeviceDetails['attributes']> {
  const rows = await tx.db
    .selectFrom('device_attribute')
    .where('company_id', '=', tx.scope.company_id)
    .where('device_id', '=', device_id)
    .where('value', 'is not', null)
    .where('read_at', 'is not', null)
    .select(['name', 'value', 'read_at'])
    .orderBy('name')
    .execute();
  return Object.fromEntries(
    rows.map(({ name, value, read_at }) => [
      name,
      { value: value ?? '', read_at: read_at?.toISOString() ?? '' },
    ]),
  );
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
    .select(['n.name', 'n.quantity', sql<string>`coalesce(v.unit, n.unit)`.as('shown_unit')])
    .orderBy('v.slot')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device_id,
    name: row.name,
    slot: row.slot,
    unit: row.shown_unit,
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
            bit_count: row.bit_count,
            factor: row.factor,
            value_offset: row.value_offset,
            scale_address: row.scale_address,
            sentinel: row.sentinel,
          },
  }));
}
