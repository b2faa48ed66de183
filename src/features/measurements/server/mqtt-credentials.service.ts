import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { recordAudit } from '../../../shared/server/audit.ts';
import { listEnabledCompanies } from '../../../shared/server/callers.ts';
import { notifyConfiguration } from '../../../shared/server/configuration-notice.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { hashForBroker } from '../../../shared/server/mosquitto-hash.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { readingDevices } from '../../plants/server/reading-devices.public.ts';
import { topicOf, userNameOf } from '../mqtt.model.ts';
import type { MqttCredential } from '../mqtt-credentials.contract.ts';
import {
  type CredentialFilter,
  type CredentialRow,
  deleteCredential,
  listCredentials,
  listHashes,
  saveCredential,
  seesDevice,
} from './mqtt-credentials.repository.ts';
import { plantExists } from './series.repository.ts';

const SECRET_BYTES = 24;

function present(tx: Tx, row: CredentialRow): MqttCredential {
  const user_name = userNameOf({ company_id: tx.scope.company_id, device_id: row.device_id });
  return {
    ...row,
    id: row.device_id,
    user_name,
    topic: topicOf(user_name),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}

/** Credentials that the scope may see. @throws AppError not_found for a plant or device that it does not see */
export async function credentialsOf(tx: Tx, filter: CredentialFilter): Promise<MqttCredential[]> {
  if (filter.proj_code !== undefined && !(await plantExists(tx, filter.proj_code))) notFound();
  if (filter.device_id !== undefined && !(await seesDevice(tx, filter.device_id))) notFound();
  return (await listCredentials(tx, filter)).map((row) => present(tx, row));
}

/**
 * Makes a device's credential; the answer is the only place where its secret is ever seen.
 * @throws AppError not_found for an unknown device; conflict when it has one and `replace` was not said
 */
export async function createCredential(
  tx: Tx,
  { device_id, replace }: { device_id: number; replace: boolean },
): Promise<MqttCredential & { secret: string }> {
  if (!(await readingDevices.hold(tx, device_id))) notFound();
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const secret_hash = await hashForBroker(secret);
  if (!(await saveCredential(tx, { device_id, secret_hash, replace }))) {
    throw new AppError('conflict', 'This device has a credential already: say that it is to be replaced', {
      errors: [{ path: 'replace', message: 'must be true to replace it', code: 'has_credential' }],
    });
  }
  await notifyConfiguration(tx);
  await recordAudit(tx, 'device.mqtt_credential_made', String(device_id), { replace });
  const [made] = await credentialsOf(tx, { device_id });
  if (!made) notFound();
  return { ...made, secret };
}

/** Takes a device's credential away. @throws AppError not_found when there is none that the scope may see */
export async function removeCredential(tx: Tx, device_id: number): Promise<void> {
  if (!(await deleteCredential(tx, device_id))) notFound();
  await notifyConfiguration(tx);
  await recordAudit(tx, 'device.mqtt_credential_removed', String(device_id), {});
}

/** Lines of a mosquitto password file for the devices of every open company: `user:hash`. */
export async function passwordLines(pool: pg.Pool): Promise<string[]> {
  const lines: string[] = [];
  for (const company_id of await listEnabledCompanies(pool)) {
    const hashes = await inScope(pool, scopeOfWork(company_id), listHashes, 'read only');
    for (const { device_id, secret_hash } of hashes)
      lines.push(`${userNameOf({ company_id, device_id })}:${secret_hash}`);
  }
  return lines;
}
