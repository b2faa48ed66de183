import type { ClientBase } from 'pg';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { withClient } from './connect.ts';
import { ensureJobSchema } from './job-schema.ts';
import { applyMigrations, migrationFolder } from './migrate.ts';
import { appRole, ensureRoles, grantDatabase, ownerRole, sealDatabase, setAppPassword } from './roles.ts';

/** What every installation needs: the app role's password, the queues to make, and (in tests) other migrations. */
export interface InstallOptions {
  readonly appPassword: string;
  readonly queues: readonly string[];
  readonly migrations?: string;
}

const embeddedDatabase = 'meridiana';
/** Held by whoever builds tables: "meridiana" in the hands of a telephone, which nothing else locks. */
export const installLock = 637_434_262;

/**
 * Brings the embedded server to what the program needs, over the superuser's connection, which is closed at the end.
 * @param database the database's name; it is made when missing, owned by meridiana_owner
 * @returns how the program's role reaches it
 */
export async function installEmbedded(
  superuser: (database?: string) => DatabaseTarget,
  options: InstallOptions,
  database = embeddedDatabase,
): Promise<DatabaseTarget> {
  await withClient(superuser(), async (client) => {
    await ensureRoles(client);
    await setAppPassword(client, options.appPassword);
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rows.length > 0) return;
    await client.query(
      `create database ${client.escapeIdentifier(database)} owner ${ownerRole} template template0`,
    );
  });
  await withClient(superuser(database), async (client) => {
    await sealDatabase(client, database);
    await grantDatabase(client, database);
    await buildSchema(client, options);
  });
  return { ...superuser(database), user: appRole, password: options.appPassword };
}

/**
 * Migrations, then the job queue's schema, as meridiana_owner; one installer at a time in a database.
 * The session's login must be a member of meridiana_owner or a superuser.
 */
export async function buildSchema(client: ClientBase, options: InstallOptions): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [installLock]);
  try {
    await client.query(`set role ${ownerRole}`);
    await applyMigrations(client, options.migrations ?? migrationFolder);
    await ensureJobSchema(client, options.queues);
  } finally {
    await client.query('reset role');
    await client.query('select pg_advisory_unlock($1)', [installLock]);
  }
}
