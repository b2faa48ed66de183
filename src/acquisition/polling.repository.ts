import type pg from 'pg';
import type { ClientBase } from 'pg';
import { inScope, type Scope, type Tx } from '../shared/server/tenancy.ts';
import type { FramerName } from './modbus/framers.ts';
import type { PlanVariable } from './plan.ts';
import type { DeviceConfiguration, PortConfiguration } from './port-configuration.ts';

/** A port that this holder polls until its lease ends. */
export type LeasedPort = { readonly company_id: number; readonly port_id: number };

/**
 * Extends this holder's leases and takes free or expired ones, `at_most` in all; its own come first.
 * @returns every port now held.
 */
export async function leasePorts(
  pool: pg.Pool,
  lease: { holder: string; seconds: number; at_most: number },
): Promise<LeasedPort[]> {
  const { rows } = await pool.query<LeasedPort>({
    name: 'lease_ports',
    text: 'select company_id, port_id from hatch_lease_ports($1, $2, $3)',
    values: [lease.holder, lease.seconds, lease.at_most],
  });
  return rows;
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

/** How many ports of the scope's company there are to poll, whoever holds them. */
export async function countPorts(pool: pg.Pool, scope: Scope): Promise<number> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const { rows } = await tx.query<{ count: number }>(
        'select count(*) as count from port where company_id = $1 and enabled',
        [scope.company_id],
        'count_ports',
      );
      return rows[0]?.count ?? 0;
    },
    'read only',
  );
}

type PortRow = Omit<PortConfiguration, 'company_id' | 'devices'>;
type DeviceRow = Omit<DeviceConfiguration, 'variables'> & { port_id: number };
type VariableRow = PlanVariable & { device_id: number };

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
      const [ports, devices, variables] = await Promise.all([
        listPorts(tx, parameters),
        listDevices(tx, parameters),
        listVariables(tx, parameters),
      ]);
      return assemble(scope.company_id, { ports, devices, variables });
    },
    'read only',
  );
}

async function listPorts(tx: Tx, parameters: readonly unknown[]): Promise<PortRow[]> {
  const { rows } = await tx.query<Omit<PortRow, 'framer'> & { framer: FramerName }>(
    `select id as port_id, host, port, framer, timeout_ms from port
     where company_id = $1 and id = any($2::bigint[]) and enabled order by id`,
    parameters,
    'polled_ports',
  );
  return rows;
}

async function listDevices(tx: Tx, parameters: readonly unknown[]): Promise<DeviceRow[]> {
  const { rows } = await tx.query<DeviceRow>(
    `select port_id, id as device_id, short_name, unit_id, interval_s, next_slot as slots from device
     where company_id = $1 and port_id = any($2::bigint[]) and enabled and unit_id is not null order by id`,
    parameters,
    'polled_devices',
  );
  return rows;
}

async function listVariables(tx: Tx, parameters: readonly unknown[]): Promise<VariableRow[]> {
  const { rows } = await tx.query<VariableRow>(
    `select v.device_id, v.slot, v.function_code, v.address, v.data_type, v.word_order, v.bit, v.factor,
            v.value_offset, v.scale_address, v.sentinel
     from variable v join device d on d.company_id = v.company_id and d.id = v.device_id
     where v.company_id = $1 and d.port_id = any($2::bigint[]) and d.enabled and v.enabled
       and v.address is not null
     order by v.device_id, v.slot`,
    parameters,
    'polled_variables',
  );
  return rows;
}

type Rows = { ports: readonly PortRow[]; devices: readonly DeviceRow[]; variables: readonly VariableRow[] };

function assemble(company_id: number, { ports, devices, variables }: Rows): PortConfiguration[] {
  const ofDevice = Map.groupBy(variables, (row) => row.device_id);
  const ofPort = Map.groupBy(devices, (row) => row.port_id);
  return ports.map((port) => ({
    company_id,
    ...port,
    devices: (ofPort.get(port.port_id) ?? []).map(({ port_id: _, ...device }) => ({
      ...device,
      variables: (ofDevice.get(device.device_id) ?? []).map(({ device_id: __, ...variable }) => variable),
    })),
  }));
}
