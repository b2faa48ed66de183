import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';

/** Owns schema, tables and functions; nobody signs in as it. */
export const ownerRole = 'meridiana_owner';
/** The program's role: no DDL, bound by row-level security, owns nothing. */
export const appRole = 'meridiana_app';

/** Whether a role of this name exists. */
export async function hasRole(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  return rows.length > 0;
}

async function maySignIn(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1 and rolcanlogin', [name]);
  return rows.length > 0;
}

/** Whether the database is the coordinator of a Citus cluster. */
export async function hasCitus(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as found`,
  );
  return rows[0]?.found === true;
}

/** Makes both roles where they are missing. Needs the right to create roles. */
export async function ensureRoles(client: ClientBase): Promise<void> {
  if (!(await hasRole(client, ownerRole))) await client.query(`create role ${ownerRole} nologin`);
  // Citus speaks to its workers as the role that speaks to it; there, and only there, the owner signs in.
  if ((await hasCitus(client)) && !(await maySignIn(client, ownerRole)))
    await client.query(`alter role ${ownerRole} login`);
  if (!(await hasRole(client, appRole))) await client.query(`create role ${appRole} login`);
}

/** Gives the program's role its password; the verifier goes over the wire, so no log of statements ever holds it. */
export async function setAppPassword(client: ClientBase, password: string): Promise<void> {
  await client.query(`alter role ${appRole} login password '${scramVerifier(password)}'`);
}

/** Lets the owner build in this database and the program enter it; to be run by the database's owner or a superuser. */
export async function grantDatabase(client: ClientBase, database: string): Promise<void> {
  const name = client.escapeIdentifier(database);
  await client.query(`grant connect, create, temporary on database ${name} to ${ownerRole}`);
  await client.query(`grant connect on database ${name} to ${appRole}`);
  await client.query(`grant usage, create on schema public to ${ownerRole}`);
  await client.query(`grant usage on schema public to ${appRole}`);
}

/** Takes from everybody else what PostgreSQL grants by default; for a database that is ours alone. */
export async function sealDatabase(client: ClientBase, database: string): Promise<void> {
  await client.query(`revoke all on database ${client.escapeIdentifier(database)} from public`);
  await client.query('revoke all on schema public from public');
}

/**
 * The statements that make both roles by hand, for a database server where the program may not.
 * @param login the role of DATABASE_OWNER_URL, which becomes a member of the owner
 */
export function roleStatements(database: string, login: string): string {
  return [
    `create role ${ownerRole} nologin;`,
    `create role ${appRole} login password '<a password of your own>';`,
    `grant ${ownerRole} to ${quoted(login)};`,
    `grant connect, create, temporary on database ${quoted(database)} to ${ownerRole};`,
    `grant connect on database ${quoted(database)} to ${appRole};`,
    `-- connected to ${database}:`,
    `grant usage, create on schema public to ${ownerRole};`,
    `grant usage on schema public to ${appRole};`,
  ].join('\n');
}

/** What PostgreSQL stores for a password under SCRAM-SHA-256 (RFC 5803), so that it never sees the password itself. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const iterations = 4096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
