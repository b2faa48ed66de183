import { inTransaction } from '../../../shared/server/db.ts';
import { type Caller, inEachScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { findAvatar } from './avatars.repository.ts';
import type { IdentityDeps } from './identity.deps.ts';
import {
  listCompaniesOfDeeds,
  readAccountRow,
  readCompany,
  readFactorRow,
  readFormerAddresses,
  readMailRows,
  readSessionRows,
} from './own-data.repository.ts';
import { ownAccount } from './own-proof.ts';
import { listCompaniesThatKnow, listOwnAddresses, provedOf } from './removal.repository.ts';

const FIRST = 'begin transaction isolation level repeatable read read only';

/** All that is kept of the caller as a person, as it is at one instant; no secret, and no digest of one. */
export async function collectOwnData(deps: IdentityDeps, caller: Caller): Promise<Record<string, unknown>> {
  const { user_id } = caller;
  await ownAccount(deps, caller);
  return inTransaction(
    deps.pool,
    async (client) => {
      const companies: unknown[] = [];
      const avatar = await findAvatar(client, user_id);
      const addresses = await listOwnAddresses(client, user_id);
      const person = { user_id, emails: provedOf(addresses) };
      const own = {
        made_at: deps.now().toISOString(),
        account: await readAccountRow(client, user_id),
        second_factor: await readFactorRow(client, user_id),
        avatar: avatar ? { media_type: avatar.media_type, base64: avatar.bytes.toString('base64') } : null,
        sessions: await readSessionRows(client, user_id),
        former_addresses: await readFormerAddresses(client, user_id),
        mail: await readMailRows(client, user_id, addresses),
      };
      const known = await listCompaniesThatKnow(client, person);
      const ids = new Set([...known, ...(await listCompaniesOfDeeds(client, user_id))]);
      const scopes = [...ids].sort((a, b) => a - b).map((id) => scopeOfWork(id));
      await inEachScope(client, scopes, async (tx) => {
        companies.push(await readCompany(tx, person));
      });
      return { ...own, companies };
    },
    FIRST,
  );
}
