import type { ClientBase } from 'pg';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { errorCode, errorText, StartFault } from '../../../shared/server/start-fault.ts';
import { connectFault, readDatabaseUrl, withClient } from './connect.ts';
import { buildSchema, type InstallOptions, installLock } from './install.ts';
import { listPendingMigrations, migrationFolder } from './migrate.ts';
import { appRole, ensureRoles, grantDatabase, ownerRole, roleStatements, setAppPassword } from './roles.ts';
import { readStanding, refuseLossyWorkers, refuseServer, refuseService, type Standing } from './standing.ts';

/** The two URLs of a PostgreSQL that somebody else runs. */
export interface ExternalUrls {
  readonly databaseUrl: string;
  readonly databaseOwnerUrl: string | undefined;
}

/**
 * Installs into a PostgreSQL that somebody else runs, as far as its logins may, and answers the way in of the
 * program's role. With DATABASE_OWNER_URL that login migrates; with one URL that may create roles it makes both
 * roles; with the program's role alone it serves what has been migrated already.
 * @throws StartFault for every refusal, with the statements to run where a person has to
 */
export async function installExternal(urls: ExternalUrls, options: InstallOptions): Promise<DatabaseTarget> {
  const given = readDatabaseUrl(urls.databaseUrl, 'DATABASE_URL');
  let target = given;
  if (urls.databaseOwnerUrl === undefined) {
    target = await at(given, 'DATABASE_URL', (client) => installWithOne(client, given, options));
  } else {
    const owner = readDatabaseUrl(urls.databaseOwnerUrl, 'DATABASE_OWNER_URL');
    await at(owner, 'DATABASE_OWNER_URL', (client) => installAsOwner(client, options));
  }
  await at(target, 'DATABASE_URL', async (client) => {
    refuseService(await readStanding(client), 'DATABASE_URL');
    await refuseLossyWorkers(client, 'DATABASE_URL');
  });
  return target;
}

async function installAsOwner(client: ClientBase, options: InstallOptions): Promise<void> {
  const standing = await readStanding(client);
  refuseServer(standing, 'DATABASE_OWNER_URL');
  if (!standing.has_roles || !standing.is_owner) {
    throw askForRoles(`DATABASE_OWNER_URL: ${standing.login} must be a member of ${ownerRole}`, standing);
  }
  await build(client, options, standing);
}

async function installWithOne(
  client: ClientBase,
  given: DatabaseTarget,
  options: InstallOptions,
): Promise<DatabaseTarget> {
  const standing = await readStanding(client);
  refuseServer(standing, 'DATABASE_URL');
  if (standing.is_super || standing.may_create_roles) return makeEverything(client, given, options, standing);
  if (!standing.has_roles) {
    throw askForRoles(
      `DATABASE_URL: ${standing.login} may not create the roles that the program needs`,
      standing,
    );
  }
  if (standing.is_app) await refusePending(client, options);
  return given;
}

async function makeEverything(
  client: ClientBase,
  given: DatabaseTarget,
  options: InstallOptions,
  standing: Standing,
): Promise<DatabaseTarget> {
  // Of several instances that start at once one after the other: held until the connection ends.
  await client.query('select pg_advisory_lock($1)', [installLock]);
  await ensureRoles(client);
  const { is_owner: isOwner } = await readStanding(client);
  if (!isOwner) await client.query(`grant ${ownerRole} to current_user`);
  await grantDatabase(client, standing.database);
  await build(client, options, standing);
  const target = { ...given, user: appRole, password: options.appPassword };
  // Another installation on the same server has the same role: its password is changed only when ours fails.
  if (!(await canLogIn(target))) await setAppPassword(client, options.appPassword);
  return target;
}

async function build(client: ClientBase, options: InstallOptions, standing: Standing): Promise<void> {
  try {
    await buildSchema(client, options);
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    throw askForRoles(
      `The database ${standing.database} does not let ${ownerRole} build in it: ${errorText(error)}`,
      standing,
    );
  }
}

async function refusePending(client: ClientBase, options: InstallOptions): Promise<void> {
  const pending = await listPendingMigrations(client, options.migrations ?? migrationFolder);
  if (pending.length === 0) return;
  throw new StartFault(
    `The database lacks ${pending.length} of the program's migrations, which ${appRole} may not apply: set DATABASE_OWNER_URL to a member of ${ownerRole}.`,
  );
}

async function canLogIn(target: DatabaseTarget): Promise<boolean> {
  try {
    await withClient(target, (client) => client.query('select 1'));
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === '28P01' || code === '28000' || /password/i.test(errorText(error))) return false;
    throw error;
  }
}

function askForRoles(reason: string, standing: Standing): StartFault {
  return new StartFault(`${reason}; let an administrator run these statements, then start again.`, {
    details: roleStatements(standing.database, standing.login),
  });
}

async function at<T>(
  target: DatabaseTarget,
  setting: string,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  try {
    return await withClient(target, work);
  } catch (error) {
    throw connectFault(error, target, setting);
  }
}
