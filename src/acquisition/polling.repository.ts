import type pg from 'pg';
import type { ClientBase } from 'pg';
import { missingValuesOf } from '../devices/values/value-tables.ts';
import { LEASE_OF_ARCHIVE } from '../features/plants/archive.model.ts';
import { askAll } from '../shared/server/reach.repository.ts';
import { showBin } from '../shared/server/records/bin.ts';
import { inScope, type Scope, type Tx } from '../shared/server/tenancy.ts';
import type { FramerName } from './modbus/framers.ts';
import type { SerialSettings } from './modbus/serial.ts';
import type { PlanVariable } from './plan.ts';
import type { AttributeDefinition, DeviceConfiguration, PortConfiguration } from './port-configuration.ts';

/** A port that this holder polls until its lease ends. */
export type LeasedPort = { readonly company_id: number; readonly port_id: number };

/**
 * Extends this holder's leases and takes free or expired ones, `at_most` in all; its own come first.
 * @returns every port now held, and the companies that could be asked: all (null), or those whose machine answers
 */
export async function leasePorts(
  pool: pg.Pool,
  lease: { holder: string; seconds: number; at_most: number },
): Promise<{ leased: LeasedPort[]; within: readonly number[] | null }> {
  const { answer } = await askAll(pool, async (within) => {
    const { rows } = await pool.query<LeasedPort>({
      name: 'lease_ports',
      text: 'select company_id, port_id from cross_tenant_lease_ports($1, $2, $3, $4)',
      values: [lease.holder, lease.seconds, lease.at_most, within],
    });
    return { leased: rows, within };
  });
  return answer;
}

/** How many of the program's connections whose application name begins so have done something within the last seconds. */
export async function countConnections(
  client: ClientBase,
  { prefix, within_s }: { prefix: string; within_s: number },
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct application_name)::int as count from pg_stat_activity
     where datname = current_database() and usename = current_user
       and application_name like $1 and state_change > clock_timestamp() - make_interval(secs => $2)`,
    [`${prefix}%`, within_s],
  );
  return rows[0]?.count ?? 0;
}

/** Gives ports of the scope's company back before their lease ends; ports that another holds by now stay his. */
export async function releasePorts(
  pool: pg.Pool,
  scope: Scope,
  held: { holder: string; port_ids: readonly number[] },
): Promise<void> {
  await inScope(pool, scope, (tx) =>
    tx.query('delete from port_lease where company_id = $1 and holder = $2 and port_id = any($3::bigint[])', [
      scope.company_id,
      held.holder,
      held.port_ids,
    ]),
  );
}

/**
 * Lays the leases of ports that are in the archive beside until they are restored, so that nobody leases them.
 * @returns those ports
 */
export async function layAside(pool: pg.Pool, scope: Scope, port_ids: readonly number[]): Promise<number[]> {
  return inScope(pool, scope, async (tx) => {
    await showBin(tx);
    // Whoever restores the plant meanwhile is awaited: what he did is seen, or he takes back what is laid aside here.
    const { rows } = await tx.query<{ port_id: number }>(
      `with archived as (select id from plants.port where company_id = $1 and id = any($2::bigint[]) and archived_at is not null
                         for share)
       update port_lease l set holder = $3, expires_at = 'infinity' from archived a
       where l.company_id = $1 and l.port_id = a.id returning l.port_id`,
      [scope.company_id, port_ids, LEASE_OF_ARCHIVE],
    );
    return rows.map((row) => row.port_id);
  });
}

/** How many ports of the scope's company there are to poll, whoever holds them. */
export async function countPorts(pool: pg.Pool, scope: Scope): Promise<number> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const { rows } = await tx.query<{ count: number }>(
        'select count(*) as count from plants.port where company_id = $1 and enabled',
        [scope.company_id],
        'count_ports',
      );
      return rows[0]?.count ?? 0;
    },
    'read only',
  );
}

type PortRow = Omit<PortConfiguration, 'company_id' | 'devices'>;
type DeviceRow = Omit<DeviceConfiguration, 'variables' | 'attributes'> & { port_id: number };
type AttributeRow = AttributeDefinition & { device_id: number };
type VariableRow = PlanVariable & { device_id: number };
type StoredPort = Omit<PortRow, 'serial'> &
  Omit<SerialSettings, 'tty'> & { tty: string | null; framer: FramerName };
type StoredRow = VariableRow & { value_table: string | null };

/**
 * The configuration of the scope's ports with their enabled devices and the variables that have a register.
 * Ports that are gone or disabled are left out. What changes while it is read is announced once more by its commit.
 */
export async function listPortConfigurations(
  pool: pg.Pool,
  scope: Scope,
  port_ids: readonly number[],
): Promise<PortConfiguration[]> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const parameters = [scope.company_id, port_ids];
      const [ports, devices, variables, attributes] = await Promise.all([
        listPorts(tx, parameters),
        listDevices(tx, parameters),
        listVariables(tx, parameters),
        listAttributes(tx, parameters),
      ]);
      return assemble(scope.company_id, { ports, devices, variables, attributes });
    },
    'read only',
  );
}

async function listPorts(tx: Tx, parameters: readonly unknown[]): Promise<PortRow[]> {
  const { rows } = await tx.query<StoredPort>(
    `select id as port_id, host, port, framer, timeout_ms, gap_ms, "window", tty, baudrate, bytesize, parity, stopbits
     from plants.port where company_id = $1 and id = any($2::bigint[]) and enabled order by id`,
    parameters,
    'polled_ports',
  );
  return rows.map(({ tty, baudrate, bytesize, parity, stopbits, ...port }) => ({
    ...port,
    serial: tty === null ? null : { tty, baudrate, bytesize, parity, stopbits },
  }));
}

async function listDevices(tx: Tx, parameters: readonly unknown[]): Promise<DeviceRow[]> {
  const { rows } = await tx.query<DeviceRow>(
    `select d.port_id, d.id as device_id, d.short_name, p.proj_code, p.time_zone, d.unit_id, d.interval_s,
            d.slow_interval_s, extract(epoch from d.trace_until)::float8 * 1000 as trace_until_ms, d.next_slot as slots
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.port_id = any($2::bigint[]) and d.enabled and not d.virtual and not d.template
       and d.unit_id is not null
     order by d.id`,
    parameters,
    'polled_devices',
  );
  return rows;
}

async function listVariables(tx: Tx, parameters: readonly unknown[]): Promise<VariableRow[]> {
  const { rows } = await tx.query<StoredRow>(
    `select v.device_id, v.slot, v.function_code, v.address, v.data_type, v.word_order, v.bit, v.bit_count,
            v.factor, v.value_offset, v.scale_address, v.sentinel, v.value_table, v.poll
     from plants.variable v join plants.device d on d.company_id = v.company_id and d.id = v.device_id
     where v.company_id = $1 and d.port_id = any($2::bigint[]) and d.enabled and v.enabled
       and v.address is not null and v.function_code is not null and v.data_type is not null
     order by v.device_id, v.slot`,
    parameters,
    'polled_variables',
  );
  return rows.map(withMissing);
}

/** The values by which its list says that the device knows nothing. */
function withMissing({ value_table, ...row }: StoredRow): VariableRow {
  const missing = missingValuesOf(value_table);
  return missing.length > 0 ? { ...row, missing } : row;
}

async function listAttributes(tx: Tx, parameters: readonly unknown[]): Promise<AttributeRow[]> {
  const { rows } = await tx.query<AttributeRow>(
    `select a.device_id, a.id, a.function_code, a.address, a.length, a.swapped
     from plants.device_attribute a join plants.device d on d.company_id = a.company_id and d.id = a.device_id
     where a.company_id = $1 and d.port_id = any($2::bigint[]) and d.enabled
     order by a.device_id, a.id`,
    parameters,
    'polled_attributes',
  );
  return rows;
}

type Rows = {
  ports: readonly PortRow[];
  devices: readonly DeviceRow[];
  variables: readonly VariableRow[];
  attributes: readonly AttributeRow[];
};

function assemble(company_id: number, { ports, devices, variables, attributes }: Rows): PortConfiguration[] {
  const ofDevice = Map.groupBy(variables, (row) => row.device_id);
  const textsOf = Map.groupBy(attributes, (row) => row.device_id);
  const ofPort = Map.groupBy(devices, (row) => row.port_id);
  return ports.map((port) => ({
    company_id,
    ...port,
    devices: (ofPort.get(port.port_id) ?? []).map(({ port_id: _, ...device }) => ({
      ...device,
      variables: (ofDevice.get(device.device_id) ?? []).map(({ device_id: __, ...variable }) => variable),
      attributes: (textsOf.get(device.device_id) ?? []).map(({ device_id: __, ...text }) => text),
    })),
  }));
}
