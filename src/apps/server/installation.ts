import type { Config, Settings } from '../../shared/server/config.ts';
import type { DatabaseTarget } from '../../shared/server/database-target.ts';
import { deriveKey, secretKeyFault } from '../../shared/server/secret-key.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { type DataLock, isHeld, lockDataDir } from './lock.ts';
import { connectFault, withClient } from './postgres/connect.ts';
import { EmbeddedPostgres } from './postgres/embedded.ts';
import { installExternal } from './postgres/external.ts';
import { type InstallOptions, installEmbedded } from './postgres/install.ts';
import { hasCluster, placeCluster } from './postgres/place.ts';
import { appRole } from './postgres/roles.ts';
import { readStanding, refuseService } from './postgres/standing.ts';
import { queueNames } from './queues.ts';
import { findSecret, keepSecret } from './secrets.ts';

/** An installed database that answers, and the settings with their secret. */
export interface Installation {
  readonly config: Config;
  /** As the program's role. */
  readonly database: DatabaseTarget;
  /** Ours to watch, absent where DATABASE_URL names another. */
  readonly postgres: EmbeddedPostgres | undefined;
  close(): Promise<void>;
}

/** The program's database on the embedded server. */
export const databaseName = 'meridiana';
const secretKeyName = 'secret-key';
const superuserPasswordName = 'postgres-password';

/**
 * Brings up the database that the settings mean, installed and migrated. The embedded one must belong to the
 * caller: take its lock first. @throws StartFault
 */
export async function openInstallation(settings: Settings): Promise<Installation> {
  if (settings.databaseUrl !== undefined) return openExternal(settings, settings.databaseUrl);
  const config = { ...settings, secretKey: settings.secretKey ?? keepSecretKey(settings.dataDir) };
  const postgres = embeddedServer(settings.dataDir);
  await postgres.start();
  try {
    const options = installOptions(config);
    const database = await installEmbedded((name) => postgres.superuser(name), options, databaseName);
    await withClient(database, async (client) =>
      refuseService(await readStanding(client), 'The embedded database'),
    );
    return { config, database, postgres, close: () => postgres.stop() };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * For a command beside the program: uses its database when it runs, else brings it up for the while. It makes nothing: a
 * folder without an installation is a mistyped one.
 * @throws StartFault
 */
export async function joinInstallation(settings: Settings): Promise<Installation> {
  if (settings.databaseUrl !== undefined) return openInstallation(settings);
  if (!hasCluster(settings.dataDir) && !isHeld(settings.dataDir)) {
    throw new StartFault(
      `There is no installation in ${settings.dataDir}, and nothing was made there: set DATA_DIR to the folder of the installation, or make a new one by starting the program once (npm start).`,
    );
  }
  const lock = tryLock(settings.dataDir);
  if (lock === undefined) return joinRunning(settings);
  try {
    const installation = await openInstallation(settings);
    const close = async () => {
      await installation.close();
      lock.release();
    };
    return { ...installation, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openExternal(settings: Settings, databaseUrl: string): Promise<Installation> {
  const { secretKey, databaseOwnerUrl } = settings;
  if (secretKey === undefined) throw new StartFault('SECRET_KEY must be set when DATABASE_URL is.');
  const config = { ...settings, secretKey };
  const database = await installExternal({ databaseUrl, databaseOwnerUrl }, installOptions(config));
  return { config, database, postgres: undefined, close: () => Promise.resolve() };
}

async function joinRunning(settings: Settings): Promise<Installation> {
  const { dataDir } = settings;
  const secretKey = findSecretKey(settings);
  const running = hasCluster(dataDir) ? embeddedServer(dataDir).findRunning() : undefined;
  if (secretKey === undefined || running === undefined) {
    throw new StartFault('The program is just starting or ending: try again in a moment.');
  }
  const config = { ...settings, secretKey };
  const password = installOptions(config).appPassword;
  const database = {
    host: running.socketFolder,
    port: 5432,
    database: databaseName,
    user: appRole,
    password,
  };
  try {
    await withClient(database, (client) => client.query('select 1'));
  } catch (error) {
    throw connectFault(error, database, 'The embedded database');
  }
  return { config, database, postgres: undefined, close: () => Promise.resolve() };
}

/** The embedded server of a data folder, running or not. */
export function embeddedServer(dataDir: string): EmbeddedPostgres {
  return new EmbeddedPostgres({
    place: placeCluster(dataDir),
    password: keepSecret(dataDir, superuserPasswordName),
  });
}

function installOptions(config: Config): InstallOptions {
  const appPassword = deriveKey(config.secretKey, 'database role meridiana_app').toString('base64url');
  return { appPassword, queues: queueNames };
}

/** The secret key that is set or kept, undefined before there is one. */
export function findSecretKey({ secretKey, dataDir }: Settings): string | undefined {
  return secretKey ?? findSecret(dataDir, secretKeyName);
}

function keepSecretKey(dataDir: string): string {
  const key = keepSecret(dataDir, secretKeyName);
  const fault = secretKeyFault(key);
  if (fault !== undefined) throw new StartFault(`The secret key kept in ${dataDir}/secrets ${fault}.`);
  return key;
}

/** The lock of a data folder, undefined while a program holds it. @throws StartFault */
export function tryLock(dataDir: string): DataLock | undefined {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof StartFault && error.message.includes('in use')) return undefined;
    throw error;
  }
}
