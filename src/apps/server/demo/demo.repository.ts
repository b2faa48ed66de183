import type pg from 'pg';
import { CONFIGURATION_CHANNEL } from '../../../shared/server/configuration-notice.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';

/** What the demonstration remembers of itself between starts. */
export interface DemoState {
  /** When it was first started: its history ends there. */
  started_ms: number;
  companies: Partial<Record<'aurora' | 'borea', number>>;
  /** Whether its people are there: what becomes of them afterwards is kept as it is. */
  peopled?: boolean;
  /** The same of its cameras. */
  watched?: boolean;
  /** The same of what maintenance is at work on. */
  worked?: boolean;
  /** The same of the town that is lit. */
  lit?: boolean;
  /** The same of the energy meters, with their readings. */
  metered?: boolean;
}

export async function findDemoState(pool: pg.Pool): Promise<DemoState | undefined> {
  const { rows } = await pool.query<{ value: DemoState }>(
    `select value from installation where key = 'demo'`,
  );
  return rows[0]?.value;
}

export async function saveDemoState(pool: pg.Pool, state: DemoState): Promise<void> {
  await pool.query(
    `insert into installation (key, value) values ('demo', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(state)],
  );
}

/** The loopback ports the simulators listen on now: what acquisition may reach in the demonstration, and nothing else. */
export async function saveDemoPorts(pool: pg.Pool, ports: readonly number[]): Promise<void> {
  await pool.query(
    `insert into installation (key, value) values ('demo_ports', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(ports)],
  );
}

export async function listDemoPorts(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ value: number[] }>(
    `select value from installation where key = 'demo_ports'`,
  );
  return rows[0]?.value ?? [];
}

export async function listPlantIds(tx: Tx, codes: readonly string[]): Promise<number[]> {
  if (codes.length === 0) return [];
  const { rows } = await tx.query<{ id: number }>(
    'select id from plant where company_id = $1 and proj_code = any($2)',
    [tx.scope.company_id, codes],
  );
  return rows.map((row) => row.id);
}

/** Devices of a kind in a plant, by name. */
export async function listDeviceIds(tx: Tx, proj_code: string, category: string): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select d.id from device d join plant p on p.company_id = $1 and p.id = d.plant_id
     where d.company_id = $1 and p.proj_code = $2 and d.category = $3 order by d.short_name`,
    [tx.scope.company_id, proj_code, category],
  );
  return rows.map((row) => row.id);
}

/** Points the plants' gateways to where they listen since this start. */
export async function movePorts(
  pool: pg.Pool,
  scope: Scope,
  ports: ReadonlyMap<string, number>,
): Promise<void> {
  await inScope(pool, scope, (tx) =>
    tx.query(
      `update port o set port = n.port, way_since = now(), name = '127.0.0.1:' || n.port, version = o.version + 1
       from plant p join unnest($2::text[], $3::int[]) n (proj_code, port) on n.proj_code = p.proj_code
       where o.company_id = $1 and p.company_id = $1 and p.id = o.plant_id and o.host = '127.0.0.1' and o.port <> n.port`,
      [scope.company_id, [...ports.keys()], [...ports.values()]],
    ),
  );
  await pool.query('select pg_notify($1, $2)', [CONFIGURATION_CHANNEL, String(scope.company_id)]);
}

/** Gives a company of the demonstration the simulators' ports that are its own since this start, in place of those before. */
export async function allowPorts(pool: pg.Pool, scope: Scope, ports: readonly number[]): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    await tx.query(
      `delete from allowed_endpoint where company_id = $1 and network = '127.0.0.1' and given_by in ('demonstration', 'upgrade')`,
      [scope.company_id],
    );
    await tx.query(
      `insert into allowed_endpoint (company_id, entry, network, from_port, to_port, given_by)
       select $1, '127.0.0.1:' || p, '127.0.0.1', p, p, 'demonstration' from unnest($2::int[]) p on conflict do nothing`,
      [scope.company_id, ports],
    );
  });
}

/** Of these plants the ones that no snooze stands for, neither in force nor planned. */
export async function listUnsnoozed(tx: Tx, codes: readonly string[]): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select p.id from plant p
     where p.company_id = $1 and p.proj_code = any($2) and not exists (
       select from alarm_snooze s where s.company_id = $1 and s.plant_id = p.id and s.ended_at is null)`,
    [tx.scope.company_id, [...codes]],
  );
  return rows.map((row) => row.id);
}

export async function hasAlarms(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query('select from alarm where company_id = $1 limit 1', [
    tx.scope.company_id,
  ]);
  return rowCount > 0;
}

/** Events of the past notify nobody. */
export async function markAllNotified(tx: Tx): Promise<void> {
  await tx.query(
    `update alarm_event set notified_at = at where company_id = $1 and notified_at is null and kind in ('opened', 'repeated', 'closed')`,
    [tx.scope.company_id],
  );
}

/** Makes an invitation as old as if it had been sent days ago. */
export async function ageInvitation(tx: Tx, id: number, days: number): Promise<void> {
  const { company_id } = tx.scope;
  const { rows } = await tx.query<{ sent_at: Date; expires_at: Date }>(
    `select sent_at - make_interval(days => $3) as sent_at, expires_at - make_interval(days => $3) as expires_at
     from invitation where company_id = $1 and id = $2`,
    [company_id, id, days],
  );
  for (const { sent_at, expires_at } of rows) {
    await tx.query('update invitation set sent_at = $3, expires_at = $4 where company_id = $1 and id = $2', [
      company_id,
      id,
      sent_at,
      expires_at,
    ]);
  }
}

export interface DemoDevice {
  id: number;
  proj_code: string;
  short_name: string;
  slots: number;
}

export async function listDemoDevices(tx: Tx): Promise<DemoDevice[]> {
  const { rows } = await tx.query<DemoDevice>(
    `select d.id, p.proj_code, d.short_name, d.next_slot as slots
     from device d join plant p on p.company_id = d.company_id and p.id = d.plant_id where d.company_id = $1`,
    [tx.scope.company_id],
  );
  return rows;
}
