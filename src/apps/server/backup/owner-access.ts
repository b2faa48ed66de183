import type { Settings } from '../../../shared/server/config.ts';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { StartFault } from '../../../shared/server/start-fault.ts';
import { databaseName, embeddedServer, tryLock } from '../installation.ts';
import { connectFault, readDatabaseUrl, withClient } from '../postgres/connect.ts';
import { hasCluster } from '../postgres/place.ts';
import { ownerRole } from '../postgres/roles.ts';
import { readStanding, refuseServer } from '../postgres/standing.ts';

/** The database as its owner sees it, all companies of it. */
export interface OwnerAccess {
  readonly owner: DatabaseTarget;
  close(): Promise<void>;
}

/**
 * The owner's way into the database as it stands, migrated or not: that of the running program, or the embedded server
 * brought up for the while, or DATABASE_OWNER_URL. @throws StartFault
 */
export async function accessAsOwner(settings: Settings): Promise<OwnerAccess> {
  if (settings.databaseUrl !== undefined)
    return { owner: await externalOwner(settings), close: async () => undefined };
  if (!hasCluster(settings.dataDir)) {
    throw new StartFault(
      `There is no database in ${settings.dataDir}: set DATA_DIR to the folder of the installation.`,
    );
  }
  const lock = tryLock(settings.dataDir);
  const postgres = embeddedServer(settings.dataDir);
  if (lock === undefined) {
    const running = postgres.findRunning();
    if (running === undefined) {
      throw new StartFault('The program is just starting or ending: try again in a moment.');
    }
    const owner = { ...postgres.superuser(databaseName), host: running.socketFolder };
    return { owner, close: async () => undefined };
  }
  try {
    await postgres.start();
  } catch (error) {
    lock.release();
    throw error;
  }
  const close = async () => {
    await postgres.stop();
    lock.release();
  };
  return { owner: postgres.superuser(databaseName), close };
}

/** The login of DATABASE_OWNER_URL, or that of DATABASE_URL where it may as much. @throws StartFault */
export async function externalOwner({ databaseUrl, databaseOwnerUrl }: Settings): Promise<DatabaseTarget> {
  const setting = databaseOwnerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL';
  const target = readDatabaseUrl(databaseOwnerUrl ?? databaseUrl ?? '', setting);
  try {
    await withClient(target, async (client) => {
      const standing = await readStanding(client);
      refuseServer(standing, setting);
      if (standing.has_roles && (standing.is_owner || standing.is_super)) return;
      throw new StartFault(
        `${setting}: ${standing.login} is no member of ${ownerRole}, which sees every company: set DATABASE_OWNER_URL to one that is.`,
      );
    });
  } catch (error) {
    throw connectFault(error, target, setting);
  }
  return target;
}
