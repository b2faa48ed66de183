import type { Tx } from '../../../shared/server/tenancy.ts';
import { plantFilter } from '../../../shared/server/tenancy.ts';
import { MAX_LISTED, wholeList } from '../../../shared/server/whole-list.ts';
import type { Device, DeviceDetails } from '../device-fields.contract.ts';
import type { Framer, PortType } from '../field.model.ts';

const DEVICES = `select d.id, p.proj_code, d.short_name, d.description, d.category, d.nominal_power, d.serial_number,
    d.manufacturer, d.model, d.interval_s, d.slow_interval_s, d.category_id, d.section_id, d.panel_watt, d.number_of_panels,
    d.number_of_strings, d.kw_peak, d.network, d.subnet, d.byte_order, d.virtual, d.template, d.unit_id, d.enabled, d.version,
    o.id as port_id, o.type, o.host, o.port, o.tty, o.framer, o.timeout_ms
  from device d
  join plant p on p.company_id = d.company_id and p.id = d.plant_id
  left join port o on o.company_id = d.company_id and o.id = d.port_id
  where d.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2))`;

interface Row extends Omit<Device, 'device_id' | 'master_id' | 'port'> {
  port_id: number | null;
  type: PortType | null;
  host: string | null;
  port: number | null;
  tty: string | null;
  framer: Framer | null;
  timeout_ms: number | null;
}

function portOf({ port_id, type, host, port, tty, framer, timeout_ms }: Row): Device['port'] {
  if (port_id === null || type === null || host === null || port === null) return null;
  if (framer === null || timeout_ms === null) return null;
  return { id: port_id, type, host, port, tty, framer, timeout_ms };
}

function present(row: Row): Device {
  const { port_id: _p, type: _y, host: _h, port: _o, tty: _s, framer: _f, timeout_ms: _t, ...fields } = row;
  return {
    ...fields,
    device_id: row.id,
    master_id: row.id,
    port: portOf(row),
  };
}

/** @throws AppError as `wholeList` */
export async function listDevices(tx: Tx, proj_code?: string): Promise<Device[]> {
  const { rows } = await tx.query<Row>(
    `${DEVICES} and ($3::text is null or p.proj_code = $3) order by p.proj_code, d.short_name limit ${MAX_LISTED + 1}`,
    [tx.scope.company_id, plantFilter(tx.scope), proj_code ?? null],
  );
  return wholeList(rows, 'plant').map(present);
}

/** A device that the scope may see, with its variables. */
export async function findDevice(tx: Tx, id: number): Promise<DeviceDetails | undefined> {
  const { rows } = await tx.query<Row>(`${DEVICES} and d.id = $3`, [
    tx.scope.company_id,
    plantFilter(tx.scope),
    id,
  ]);
  const [row] = rows;
  if (!row) return undefined;
  return {
    ...present(row),
    attributes: await listAttributes(tx, id),
    variables: await listVariables(tx, id),
  };
}

/** The strings that were read from a device, each with its instant. */
async function listAttributes(tx: Tx, device_id: number): Promise<DeviceDetails['attributes']> {
  const { rows } = await tx.query<{ name: string; value: string; read_at: Date }>(
    `select name, value, read_at from device_attribute
     where company_id = $1 and device_id = $2 and value is not null and read_at is not null order by name`,
    [tx.scope.company_id, device_id],
  );
  return Object.fromEntries(
    rows.map(({ name, value, read_at }) => [name, { value, read_at: read_at.toISOString() }]),
  );
}

type Variable = DeviceDetails['variables'][number];
type Register = NonNullable<Variable['register']>;
type VariableRow = Pick<Variable, 'id' | 'slot' | 'name' | 'quantity' | 'unit'> &
  Omit<Register, 'function_code' | 'address' | 'data_type'> & {
    [Field in 'function_code' | 'address' | 'data_type']: Register[Field] | null;
  };

async function listVariables(tx: Tx, device_id: number): Promise<DeviceDetails['variables']> {
  const { rows } = await tx.query<VariableRow>(
    `select v.id, v.slot, n.name, n.quantity, coalesce(v.unit, n.unit) as unit, v.function_code, v.address, v.data_type,
            v.word_order, v.bit, v.bit_count, v.factor, v.value_offset, v.scale_address, v.sentinel
     from variable v join variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
     where v.company_id = $1 and v.device_id = $2 order by v.slot`,
    [tx.scope.company_id, device_id],
  );
  return rows.map((row) => ({
    id: row.id,
    device_id,
    name: row.name,
    slot: row.slot,
    unit: row.unit,
    quantity: row.quantity,
    register:
      row.address === null || row.function_code === null || row.data_type === null
        ? null
        : {
            function_code: row.function_code,
            address: row.address,
            data_type: row.data_type,
            word_order: row.word_order,
            bit: row.bit,
            bit_count: row.bit_count,
            factor: row.factor,
            value_offset: row.value_offset,
            scale_address: row.scale_address,
            sentinel: row.sentinel,
          },
  }));
}
