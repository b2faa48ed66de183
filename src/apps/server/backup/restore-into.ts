import type { Settings } from '../../../shared/server/config.ts';
import { StartFault } from '../../../shared/server/start-fault.ts';
import { databaseName, findSecretKey, openInstallation, tryLock } from '../installation.ts';
import { migrationFolder } from '../postgres/migrate.ts';
import { type BackupHeader, markOfKey } from './backup-file.ts';
import { externalOwner } from './owner-access.ts';
import { assertStillness, type RestoreReport, restoreTables } from './restore-tables.ts';

export interface Restoring {
  readonly path: string;
  /** What verifying the file has told. */
  readonly header: BackupHeader;
  readonly keyIsLost: boolean;
}

/**
 * Restores a verified backup into the empty installation that the settings mean; its database is made where there is none.
 * @throws StartFault when the program runs, the installation is not empty or has another secret key
 */
export async function restoreInto(settings: Settings, restoring: Restoring): Promise<RestoreReport> {
  const forgetSealed = judgeKey(settings, restoring);
  const { path, header } = restoring;
  const order = { path, header, migrations: migrationFolder, forgetSealed };
  if (settings.databaseUrl !== undefined) {
    // A new database has no owner yet: installing makes it.
    await (await openInstallation(settings)).close();
    const owner = await externalOwner(settings);
    await assertStillness(owner);
    return restoreTables({ ...order, owner });
  }
  const lock = tryLock(settings.dataDir);
  if (lock === undefined) throw new StartFault(`The program runs on ${settings.dataDir}: end it first.`);
  try {
    const { postgres, close } = await openInstallation(settings);
    try {
      if (postgres === undefined) throw new Error('the embedded server is not there');
      return await restoreTables({ ...order, owner: postgres.superuser(databaseName) });
    } finally {
      await close();
    }
  } finally {
    lock.release();
  }
}

/** Whether what was sealed with the backup's key must go, because another key is here. @throws StartFault */
function judgeKey(settings: Settings, { header, keyIsLost }: Restoring): boolean {
  const secretKey = findSecretKey(settings);
  if (secretKey !== undefined && markOfKey(secretKey) === header.key_mark) return false;
  if (keyIsLost) return true;
  const where =
    settings.databaseUrl === undefined ? ` or put it into ${settings.dataDir}/secrets/secret-key` : '';
  throw new StartFault(
    `The backup was made with ${secretKey === undefined ? 'a secret key that is not here' : 'another secret key'}: set that one as SECRET_KEY${where}. If it is lost, --key-is-lost restores without the second factors that only it can read.`,
  );
}
