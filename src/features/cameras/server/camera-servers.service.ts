import type { In, Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion, savedMeanwhile } from '../../../shared/server/records/version.ts';
import { seal, unseal } from '../../../shared/server/sealed.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { CameraServer, camerasCalls } from '../cameras.contract.ts';
import {
  httpsOf,
  originOf,
  PICTURE_PATH,
  pathFault,
  readServer,
  type ServerAddress,
} from '../cameras.model.ts';
import {
  deleteServer,
  findCredentials,
  findServer,
  insertServer,
  type ServerFields,
  type ServerRow,
  updateServer,
} from './camera-servers.repository.ts';
import { plantOf } from './plant-of.ts';
import { addressFault, serverThere } from './refusals.ts';

/** What the key is derived by that credentials of cameras are sealed with. */
export const CAMERA_KEY = 'camera credentials';

type Calls = typeof camerasCalls;
type ServerInput = Pick<
  Out<Calls['createServer']['body']>,
  'url_plant' | 'port' | 'picture_path' | 'username' | 'password'
> & { is_https?: boolean | undefined };
type ServerChange = Out<Calls['changeServer']['body']>;
type Saved = In<Calls['changeServer']['ok']>;

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Whose credentials are sealed: of this plant, for where its server stands. */
interface SealedFor {
  readonly company_id: number;
  readonly plant_id: number;
  readonly server: ServerAddress;
}

const ownerOf = ({ company_id, plant_id, server }: SealedFor): string =>
  `camera server ${company_id}/${plant_id} ${originOf(server)}`;

function sealCredentials(key: Uint8Array, of: SealedFor, credentials: Credentials): Buffer {
  return seal(key, Buffer.from(JSON.stringify(credentials)), ownerOf(of));
}

/** @throws when they were sealed for another plant or place, or with another key */
export function openCredentials(key: Uint8Array, of: SealedFor, sealed: Buffer): Credentials {
  return JSON.parse(unseal(key, sealed, ownerOf(of)).toString()) as Credentials;
}

export function presentServer({ plant_id: _, ...server }: ServerRow): CameraServer {
  return server;
}

/** The fields that are stored but for the credentials. @throws AppError invalid */
function checked(input: ServerInput, before?: ServerRow): Omit<ServerFields, 'sealed_credentials'> {
  const { port } = input;
  const read = readServer(input);
  if ('fault' in read) throw addressFault(read.fault);
  const picture_path = input.picture_path || before?.picture_path || PICTURE_PATH;
  const fault = pathFault(picture_path);
  if (fault) throw addressFault(fault);
  if (!input.username && input.password) throw addressFault('no_username');
  return { ...read, port, picture_path };
}

async function saved(tx: Tx, plant_id: number): Promise<Saved> {
  await notifyTopics(tx, ['cameras']);
  return { success: true, error: null, plant: presentServer((await findServer(tx, plant_id)) ?? notFound()) };
}

const auditOf = ({ url_plant, port, is_https, picture_path, sealed_credentials }: ServerFields) => ({
  url_plant,
  port,
  is_https,
  picture_path,
  has_credentials: sealed_credentials !== null,
});

/** Says how a plant's cameras are reached. @throws AppError not_found, invalid; conflict where that is known already */
export async function createServer(
  tx: Tx,
  key: Uint8Array,
  { proj_code, ...input }: ServerInput & { proj_code: string },
): Promise<Saved> {
  const plant_id = await plantOf(tx, proj_code);
  const server = checked(input);
  const { username, password = '' } = input;
  const of = { company_id: tx.scope.company_id, plant_id, server };
  const sealed_credentials = username ? sealCredentials(key, of, { username, password }) : null;
  const fields = { ...server, sealed_credentials };
  if (!(await insertServer(tx, plant_id, fields))) throw serverThere();
  await recordAudit(tx, 'camera_server.created', proj_code, auditOf(fields));
  return saved(tx, plant_id);
}

/** What is stored to open the server with; what was stored is for where it stood, and is given to no other place. */
async function credentialsAfter(
  tx: Tx,
  key: Uint8Array,
  { of, before, input }: { of: SealedFor; before: ServerRow; input: ServerChange },
): Promise<Buffer | null> {
  const { username, password = '' } = input;
  if (username) return sealCredentials(key, of, { username, password });
  const forgets = username === '' || originOf(before) !== originOf(of.server);
  return forgets ? null : findCredentials(tx, of.plant_id);
}

/** Changes it; what is left out stays. @throws AppError not_found, invalid; conflict where somebody saved in between */
export async function changeServer(
  tx: Tx,
  key: Uint8Array,
  { proj_code, change }: { proj_code: string; change: ServerChange },
): Promise<Saved> {
  const plant_id = await plantOf(tx, proj_code);
  // A body about another one than the address is about none.
  if (change.proj_code !== undefined && change.proj_code !== proj_code) notFound();
  const before = (await findServer(tx, plant_id)) ?? notFound();
  await assertVersion(before, change.version, () => presentServer(before));
  const { url_plant = before.url_plant, port = before.port } = change;
  const is_https = change.is_https ?? httpsOf(url_plant) ?? before.is_https;
  const server = checked({ ...change, url_plant, port, is_https }, before);
  const of = { company_id: tx.scope.company_id, plant_id, server };
  const fields = {
    ...server,
    sealed_credentials: await credentialsAfter(tx, key, { of, before, input: change }),
  };
  if (!(await updateServer(tx, before, fields)))
    throw savedMeanwhile(presentServer((await findServer(tx, plant_id)) ?? notFound()));
  await recordAudit(tx, 'camera_server.changed', proj_code, auditOf(fields));
  return saved(tx, plant_id);
}

/** @throws AppError not_found */
export async function removeServer(tx: Tx, proj_code: string): Promise<In<Calls['removeServer']['ok']>> {
  if (!(await deleteServer(tx, await plantOf(tx, proj_code)))) notFound();
  await recordAudit(tx, 'camera_server.removed', proj_code, {});
  await notifyTopics(tx, ['cameras']);
  return { success: true, error: null };
}
