import type { Tx } from '../../../shared/server/tenancy.ts';
import type { CameraServer } from '../cameras.contract.ts';

export interface ServerRow extends CameraServer {
  plant_id: number;
}

const SERVER = `s.plant_id, p.proj_code, p.name as plant_name, s.url_plant, s.port, s.is_https, s.picture_path,
  s.sealed_credentials is not null as has_credentials, s.version`;
const FROM = `from camera_server s join plants.plant p on p.company_id = s.company_id and p.id = s.plant_id where s.company_id = $1`;

export async function listServers(tx: Tx, plant_id: number | null): Promise<ServerRow[]> {
  const { rows } = await tx.query<ServerRow>(
    `select ${SERVER} ${FROM} and ($2::bigint is null or s.plant_id = $2) order by lower(p.name), p.proj_code`,
    [tx.scope.company_id, plant_id],
  );
  return rows;
}

export async function findServer(tx: Tx, plant_id: number): Promise<ServerRow | undefined> {
  const [row] = await listServers(tx, plant_id);
  return row;
}

/** What opens a plant's camera server, sealed; null where nothing is stored. */
export async function findCredentials(tx: Tx, plant_id: number): Promise<Buffer | null> {
  const { rows } = await tx.query<{ sealed_credentials: Buffer | null }>(
    'select sealed_credentials from camera_server where company_id = $1 and plant_id = $2',
    [tx.scope.company_id, plant_id],
  );
  return rows[0]?.sealed_credentials ?? null;
}

export interface ServerFields {
  readonly url_plant: string;
  readonly host: string;
  readonly port: number;
  readonly is_https: boolean;
  readonly picture_path: string;
  readonly sealed_credentials: Buffer | null;
}

/** Adds a plant's camera server; whether it had none. */
export async function insertServer(tx: Tx, plant_id: number, fields: ServerFields): Promise<boolean> {
  const { url_plant, host, port, is_https, picture_path, sealed_credentials } = fields;
  const { rowCount } = await tx.query(
    `insert into camera_server (company_id, plant_id, url_plant, host, port, is_https, picture_path, sealed_credentials)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [tx.scope.company_id, plant_id, url_plant, host, port, is_https, picture_path, sealed_credentials],
  );
  return rowCount > 0;
}

/** Changes it; whether it was still of this version. */
export async function updateServer(
  tx: Tx,
  { plant_id, version }: { plant_id: number; version: number },
  fields: ServerFields,
): Promise<boolean> {
  const { url_plant, host, port, is_https, picture_path, sealed_credentials } = fields;
  // A name that leads elsewhere now has no claim there since before.
  await tx.query(
    `delete from camera_server_resolved r using camera_server s
     where r.company_id = $1 and r.plant_id = $2 and s.company_id = $1 and s.plant_id = $2 and (s.host <> $3 or s.port <> $4)`,
    [tx.scope.company_id, plant_id, host, port],
  );
  // By PostgreSQL's clock, as a port's; as text, which keeps its microseconds.
  const { rows } = await tx.query<{ since: string }>(
    `select (case when host = $3 and port = $4 then way_since else now() end)::text as since
     from camera_server where company_id = $1 and plant_id = $2`,
    [tx.scope.company_id, plant_id, host, port],
  );
  const { rowCount } = await tx.query(
    `update camera_server set way_since = $10::timestamptz, url_plant = $4, host = $5, port = $6, is_https = $7, picture_path = $8,
       sealed_credentials = $9, version = version + 1
     where company_id = $1 and plant_id = $2 and version = $3`,
    [
      tx.scope.company_id,
      plant_id,
      version,
      url_plant,
      host,
      port,
      is_https,
      picture_path,
      sealed_credentials,
      rows[0]?.since ?? null,
    ],
  );
  return rowCount > 0;
}

/** Keeps what the name of a plant's camera server leads to now, so that it is closed to others; as long as it is of this version. */
export async function noteLed(
  tx: Tx,
  { plant_id, version }: Pick<ServerRow, 'plant_id' | 'version'>,
  { port, addresses }: { readonly port: number; readonly addresses: readonly string[] },
): Promise<void> {
  const values = [tx.scope.company_id, plant_id, port, addresses];
  const led = `select distinct host(plain_address(u)) || ' ' || $3::int as endpoint from unnest($4::text[]) u`;
  await tx.query(
    `delete from camera_server_resolved where company_id = $1 and plant_id = $2 and endpoint not in (${led})`,
    values,
    'forget_camera_led',
  );
  await tx.query(
    `insert into camera_server_resolved (company_id, plant_id, endpoint)
     select s.company_id, s.plant_id, l.endpoint from camera_server s, (${led}) l
     where s.company_id = $1 and s.plant_id = $2 and s.version = $5 on conflict do nothing`,
    [...values, version],
    'note_camera_led',
  );
}

/** Whether there was one to delete. */
export async function deleteServer(tx: Tx, plant_id: number): Promise<boolean> {
  const { rowCount } = await tx.query('delete from camera_server where company_id = $1 and plant_id = $2', [
    tx.scope.company_id,
    plant_id,
  ]);
  return rowCount > 0;
}
