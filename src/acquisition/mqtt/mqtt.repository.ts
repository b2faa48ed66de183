import type { ClientBase } from 'pg';
import { BROKER_NAME } from '../../features/measurements/mqtt.model.ts';
import type { Tx } from '../../shared/server/tenancy.ts';

/** Space of the advisory locks by which instances share the sessions at a broker out among themselves. */
const SESSION_LOCK = 7305;

/** The hash of a device's credential, while its company is open. */
export async function findCredentialHash(tx: Tx, device_id: number): Promise<string | undefined> {
  const { rows } = await tx.query<{ secret_hash: string }>(
    `select c.secret_hash from measurements.mqtt_credential c join companies.company o on o.id_client = c.company_id
     where c.company_id = $1 and c.device_id = $2 and o.enabled`,
    [tx.scope.company_id, device_id],
    'mqtt_hash',
  );
  return rows[0]?.secret_hash;
}

export interface PublisherRow {
  device_id: number;
  /** `proj_code/short_name`. */
  name: string;
  virtual: boolean;
  template: boolean;
  variables: { name: string; slot: number }[];
}

/** Devices among these that have a credential, with their variables; none while the company is closed. */
export async function listPublishers(tx: Tx, device_ids: readonly number[]): Promise<PublisherRow[]> {
  const { rows } = await tx.query<PublisherRow>(
    `select d.id as device_id, p.proj_code || '/' || d.short_name as name, d.virtual, d.template,
            coalesce((select jsonb_agg(jsonb_build_object('name', n.name, 'slot', v.slot))
                      from plants.variable v join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
                      where v.company_id = $1 and v.device_id = d.id), '[]') as variables
     from measurements.mqtt_credential c
     join plants.device d on d.company_id = c.company_id and d.id = c.device_id
     join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     join companies.company o on o.id_client = c.company_id
     where c.company_id = $1 and c.device_id = any($2::bigint[]) and o.enabled`,
    [tx.scope.company_id, device_ids],
    'mqtt_publishers',
  );
  return rows;
}

/** Credentials that hold now among those of these devices, with their hashes; none while the company is closed. */
export async function listLiveHashes(tx: Tx, device_ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await tx.query<{ device_id: number; secret_hash: string }>(
    `select c.device_id, c.secret_hash from measurements.mqtt_credential c join companies.company o on o.id_client = c.company_id
     where c.company_id = $1 and c.device_id = any($2::bigint[]) and o.enabled`,
    [tx.scope.company_id, device_ids],
    'mqtt_live',
  );
  return new Map(rows.map(({ device_id, secret_hash }) => [device_id, secret_hash]));
}

/** Takes a session for as long as the connection lives, unless another instance has it. */
export async function trySession(client: ClientBase, session: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    SESSION_LOCK,
    session,
  ]);
  return rows[0]?.taken === true;
}

export async function releaseSession(client: ClientBase, session: number): Promise<void> {
  await client.query('select pg_advisory_unlock($1, $2)', [SESSION_LOCK, session]);
}

/** Instances with a way in by MQTT that showed themselves within the last seconds. */
export async function countReceivers(client: ClientBase, within_s: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and usename = current_user and starts_with(application_name, $1)
       and state_change > clock_timestamp() - make_interval(secs => $2)`,
    [BROKER_NAME, within_s],
  );
  return rows[0]?.count ?? 1;
}

/** Signs a connection anew. */
export async function signConnection(client: ClientBase, name: string): Promise<void> {
  await client.query("select set_config('application_name', $1, false)", [name]);
}
