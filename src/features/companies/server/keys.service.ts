import { recordAudit } from '../../../shared/server/audit.ts';
import { KEY_PREFIX } from '../../../shared/server/callers.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { digestOf, newToken } from '../../../shared/server/tokens.ts';
import type { ApiKey } from '../companies.contract.ts';
import { MAX_KEYS } from '../company-faults.model.ts';
import { countLiveKeys, findPlantId, insertKey, revokeKey } from './keys.repository.ts';
import { refusalOf } from './refusals.ts';

export interface NewKey {
  name: string;
  scopes: readonly ('ingest' | 'read')[];
  proj_code?: string | null | undefined;
  expires_at?: string | null | undefined;
}

/**
 * Makes a key; the answer is the only place where it is ever seen.
 * @throws AppError not_found for an unknown plant; invalid for an end that is past; conflict when there are too many
 */
export async function createKey(tx: Tx, given: NewKey): Promise<ApiKey & { key: string }> {
  if (given.expires_at && Date.parse(given.expires_at) <= Date.now()) throw refusalOf('expiry_is_past');
  if ((await countLiveKeys(tx)) >= MAX_KEYS) throw refusalOf('too_many_keys');
  const plant_id = given.proj_code ? await findPlantId(tx, given.proj_code) : null;
  if (plant_id === undefined) notFound();
  const key = `${KEY_PREFIX}${newToken()}`;
  const stored = await insertKey(tx, {
    name: given.name,
    scopes: [...new Set(given.scopes)],
    plant_id,
    expires_at: given.expires_at ?? null,
    digest: digestOf(key),
    hint: `${key.slice(0, 7)}…`,
  });
  const { scopes, proj_code, expires_at } = stored;
  await recordAudit(tx, 'key.created', String(stored.id), { scopes, proj_code, expires_at });
  return { ...stored, key };
}

/** Revokes a key at once. @throws AppError not_found when there is none that still holds */
export async function endKey(tx: Tx, id: number): Promise<void> {
  if (!(await revokeKey(tx, id))) notFound();
  await recordAudit(tx, 'key.revoked', String(id), {});
}
