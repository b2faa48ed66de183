import type pg from 'pg';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { BROKER_NAME } from '../mqtt.model.ts';

export interface CredentialRow {
  device_id: number;
  proj_code: string;
  short_name: string;
  created_at: Date;
  last_seen_at: Date | null;
}

export interface CredentialFilter {
  proj_code?: string | undefined;
  device_id?: number | undefined;
}

/** Credentials of devices that the scope may see, plant by plant. */
export async function listCredentials(tx: Tx, filter: CredentialFilter): Promise<CredentialRow[]> {
  const { rows } = await tx.query<CredentialRow>(
    `select c.device_id, p.proj_code, d.short_name, c.created_at, c.last_seen_at
     from mqtt_credential c
     join plants.device d on d.company_id = c.company_id and d.id = c.device_id
     join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where c.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2))
       and ($3::text is null or p.proj_code = $3) and ($4::bigint is null or c.device_id = $4)
     order by p.proj_code, d.short_name`,
    [tx.scope.company_id, plantFilter(tx.scope), filter.proj_code ?? null, filter.device_id ?? null],
  );
  return rows;
}

/** Credentials of devices that a person made, plant by plant. */
export async function listCredentialsMadeBy(tx: Tx, user_id: number): Promise<CredentialRow[]> {
  const { rows } = await tx.query<CredentialRow>(
    `select c.device_id, p.proj_code, d.short_name, c.created_at, c.last_seen_at
     from mqtt_credential c
     join plants.device d on d.company_id = c.company_id and d.id = c.device_id
     join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where c.company_id = $1 and c.created_by = $2 and ($3::bigint[] is null or d.plant_id = any($3))
     order by p.proj_code, d.short_name`,
    [tx.scope.company_id, user_id, plantFilter(tx.scope)],
  );
  return rows;
}

/** Whether the scope may see a device. */
export async function seesDevice(tx: Tx, device_id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from plants.device where company_id = $1 and id = $2 and ($3::bigint[] is null or plant_id = any($3))',
    [tx.scope.company_id, device_id, plantFilter(tx.scope)],
  );
  return rowCount > 0;
}

/** Keeps a credential; false when the device has one already that is not to be replaced. */
export async function saveCredential(
  tx: Tx,
  credential: { device_id: number; secret_hash: string; replace: boolean },
): Promise<boolean> {
  const { company_id, user_id } = tx.scope;
  const { rowCount } = await tx.query(
    `insert into mqtt_credential as c (company_id, device_id, secret_hash, created_by) values ($1, $2, $3, $4)
     on conflict (company_id, device_id) do update
       set secret_hash = excluded.secret_hash, created_by = excluded.created_by, created_at = excluded.created_at, last_seen_at = null
       where $5`,
    [company_id, credential.device_id, credential.secret_hash, user_id, credential.replace],
  );
  return rowCount > 0;
}

/** Takes a device's credential away when the scope may see the device; false when there is none. */
export async function deleteCredential(tx: Tx, device_id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `delete from mqtt_credential c using plants.device d
     where c.company_id = $1 and c.device_id = $2 and d.company_id = c.company_id and d.id = c.device_id
       and ($3::bigint[] is null or d.plant_id = any($3))`,
    [tx.scope.company_id, device_id, plantFilter(tx.scope)],
  );
  return rowCount > 0;
}

/** Every credential of the scope's company with its hash, for the password file of somebody else's broker. */
export async function listHashes(tx: Tx): Promise<{ device_id: number; secret_hash: string }[]> {
  const { rows } = await tx.query<{ device_id: number; secret_hash: string }>(
    'select device_id, secret_hash from mqtt_credential where company_id = $1 order by device_id',
    [tx.scope.company_id],
  );
  return rows;
}

/** Names of the connections by which running instances tell of their way in. */
export async function listBrokerNames(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and usename = current_user and starts_with(application_name, $1)`,
    [BROKER_NAME],
  );
  return rows.map(({ name }) => name);
}

/** Notes, to the minute, that devices were heard of. */
export async function markSeen(tx: Tx, device_ids: readonly number[]): Promise<void> {
  await tx.query(
    `update mqtt_credential set last_seen_at = now()
     where company_id = $1 and device_id = any($2::bigint[])
       and (last_seen_at is null or last_seen_at < now() - interval '55 seconds')`,
    [tx.scope.company_id, device_ids],
    'mqtt_seen',
  );
}
