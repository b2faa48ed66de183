import type pg from 'pg';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, Refusal } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { digestOf, newToken } from '../../../shared/server/tokens.ts';
import type { ApiKey, companiesCalls } from '../companies.contract.ts';
import { findCompany, findPlantId, insertKey, listKeys, revokeKey } from './companies.repository.ts';

export interface NewKey {
  name: string;
  scopes: readonly ('ingest' | 'read')[];
  proj_code?: string | null | undefined;
  expires_at?: string | null | undefined;
}

/** Makes a key; the answer is the only place where it is ever seen. @throws Refusal not_found for an unknown plant */
export async function createKey(tx: Tx, given: NewKey): Promise<ApiKey & { key: string }> {
  const plant_id = given.proj_code ? await findPlantId(tx, given.proj_code) : null;
  if (plant_id === undefined) notFound();
  const key = `mk_${newToken()}`;
  const stored = await insertKey(tx, {
    name: given.name,
    scopes: [...given.scopes],
    plant_id,
    expires_at: given.expires_at ?? null,
    digest: digestOf(key),
    hint: `${key.slice(0, 7)}…`,
  });
  await recordAudit(tx, 'key.created', String(stored.id), { name: stored.name, scopes: stored.scopes });
  return { ...stored, key };
}

export function companiesHandlers({ pool }: { pool: pg.Pool }): Handlers<typeof companiesCalls> {
  return {
    list: async ({ caller }) =>
      caller.memberships.map(({ roles: _roles, plants: _plants, ...company }) => company),
    async get({ scope, params }) {
      if (params.id_client !== scope.company_id) notFound();
      return (await inScope(pool, scope, findCompany, 'read only')) ?? notFound();
    },
    listKeys: ({ scope }) => inScope(pool, scope, listKeys, 'read only'),
    createKey: ({ scope, body }) => inScope(pool, scope, (tx) => createKey(tx, body)),
    async revokeKey({ scope, params }) {
      await inScope(pool, scope, async (tx) => {
        if (!(await revokeKey(tx, params.id))) throw new Refusal('not_found', 'Not found');
        await recordAudit(tx, 'key.revoked', String(params.id), {});
      });
      return undefined;
    },
  };
}
