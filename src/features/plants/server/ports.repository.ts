import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { forgetResolved } from '../../../shared/server/endpoints/endpoints.repository.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { PortFields } from '../device-fields.contract.ts';
import { type Gateway, gatewayHost, type PortWay } from '../field.model.ts';
import { HOST_COMPARED } from './gateways.public.ts';

export interface StoredPort extends PortWay {
  id: number;
  plant_id: number;
  name: string;
  port: number;
  version: number;
}

/** A port that the scope may see, held until the transaction ends, so that nobody else changes it meanwhile. */
export async function holdPort(tx: Tx, id: number): Promise<StoredPort | undefined> {
  const { rows } = await tx.query<StoredPort>(
    `select * from port
     where company_id = $1 and id = $2 and ($3::bigint[] is null or plant_id = any($3)) for no key update`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rows[0];
}

type Columns = PortFields & { name: string; plant_id: number };

export async function insertPort(tx: Tx, port: Columns): Promise<number> {
  const row = { ...port, company_id: tx.scope.company_id };
  const [made] = await insertRows<{ id: number }>(tx, 'port', [row], 'returning id');
  if (!made) throw new Error('no port was made');
  return made.id;
}

/** Another port like this one, under another name. */
export async function insertPortCopy(tx: Tx, id: number, name: string): Promise<number> {
  const { company_id } = tx.scope;
  const { rows } = await tx.query<Record<string, unknown>>(
    `select plant_id, protocol, framer, host, port, timeout_ms, enabled, type, tty, baudrate, bytesize, parity, stopbits,
            gap_ms, "window" from port where company_id = $1 and id = $2`,
    [company_id, id],
  );
  const copies = rows.map((row) => ({ ...row, company_id, name }));
  const [made] = await insertRows<{ id: number }>(tx, 'port', copies, 'returning id');
  if (!made) throw new Error('no port was copied');
  return made.id;
}

const WAY: readonly (keyof PortFields)[] = ['type', 'host', 'port', 'tty'];

/** Changes a port; where it then leads elsewhere, it is there since now. */
export async function updatePort(tx: Tx, id: number, fields: PortFields): Promise<void> {
  // By PostgreSQL's clock, as a new port's: the runtime's has no microseconds, and who is first may be a matter of less than one ms.
  const moved = WAY.some((field) => fields[field] !== undefined);
  const values: unknown[] = [tx.scope.company_id, id];
  await tx.query(
    `update port set version = version + 1${moved ? ', way_since = now()' : ''}${assignments(fields, values)}
     where company_id = $1 and id = $2`,
    values,
  );
  if (moved) await forgetResolved(tx, id);
}

export interface DeviceBehind {
  id: number;
  short_name: string;
  unit_id: number | null;
}

/** Devices behind a port by their unit ids; those in the bin are not among them. */
export async function listDevicesBehind(tx: Tx, port_id: number): Promise<DeviceBehind[]> {
  const { rows } = await tx.query<DeviceBehind>(
    'select id, short_name, unit_id from device where company_id = $1 and port_id = $2 order by unit_id, id',
    [tx.scope.company_id, port_id],
  );
  return rows;
}

/** Deletes a port; devices in the bin that stood behind it come back without one. */
export async function deletePort(tx: Tx, id: number): Promise<void> {
  const values = [tx.scope.company_id, id];
  // Whoever polls may lease it this moment: that is awaited here, and from here on it waits and finds no port.
  await tx.query('select from port where company_id = $1 and id = $2 for update', values);
  await withBin(tx, () =>
    tx.query(
      'update device set port_id = null where company_id = $1 and port_id = $2 and deleted_at is not null',
      values,
    ),
  );
  await tx.query('delete from public.port_lease where company_id = $1 and port_id = $2', values);
  await tx.query('delete from port where company_id = $1 and id = $2', values);
}

/** The port of a plant for each of these ways to the field, in their order; null where there is none. */
export async function listSamePorts(
  tx: Tx,
  plant_id: number,
  ways: readonly Gateway[],
): Promise<(number | null)[]> {
  const { rows } = await tx.query<{ id: number | null }>(
    `select (select min(id) from port where company_id = $1 and plant_id = $2 and type = 'tcp'
             and ${HOST_COMPARED} = u.gateway and port = u.tcp and framer = u.framed) as id
     from unnest($3::text[], $4::int[], $5::text[]) with ordinality u (gateway, tcp, framed, nth) order by nth`,
    [
      tx.scope.company_id,
      plant_id,
      ways.map(({ host }) => gatewayHost(host)),
      ways.map(({ port }) => port),
      ways.map(({ framer }) => framer),
    ],
  );
  return rows.map(({ id }) => id);
}
