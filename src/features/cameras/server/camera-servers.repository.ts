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
  const { rowCount } = await tx.query(
    `update camera_server set way_since = case when host = $5 and port = $6 then way_since else now() end,
       url_plant = $4, host = $5, port = $6, is_https = $7, picture_path = $8, sealed_credentials = $9, version = version + 1
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
    ],
  );
  return rowCount > 0;
}

/** Whether there was one to delete. */
export async function deleteServer(tx: Tx, plant_id: number): Promise<boolean> {
  const { rowCount } = await tx.query('delete from camera_server where company_id = $1 and plant_id = $2', [
    tx.scope.company_id,
    plant_id,
  ]);
  return rowCount > 0;
}
