import type pg from 'pg';
import { inTransaction } from '../../../shared/server/db.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { inCompanies } from './first-proof.public.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { type Account, findAccount } from './identity.repository.ts';
import { mailLink } from './links.service.ts';
import { recordPersonalAction } from './personal-actions.ts';
import { listOwnCompanies } from './removal.repository.ts';
import { eraseAccount } from './removal.service.ts';
import { endSessionsOf } from './sessions.repository.ts';
import {
  countWarning,
  type Due,
  disableAccount,
  listDue,
  lockDue,
  purgeCompany,
  putOffPurge,
} from './unconfirmed.repository.ts';

export interface UnconfirmedDeps extends Pick<IdentityDeps, 'pool' | 'mailer' | 'members' | 'publicUrl'> {
  readonly log: Pick<Logger, 'warn'>;
}

type Step = (deps: UnconfirmedDeps, client: pg.PoolClient, account: Account) => Promise<void>;

const warn: Step = async (deps, client, { id, email, language }) => {
  const disabled_from = await countWarning(client, id);
  const link = { user_id: id, purpose: 'confirm_email', email, language } as const;
  await mailLink(client, deps, { ...link, says: { kind: 'confirm_warning', disabled_from } });
};

const disable: Step = async (deps, client, { id, email, language }) => {
  await disableAccount(client, id);
  await endSessionsOf(client, id, { reason: 'the address was never confirmed' });
  const own = await listOwnCompanies(client, id);
  const action = { action: 'user.disabled', user_id: id, address: null, isOwn: false } as const;
  await recordPersonalAction(
    client,
    own.map((id_client) => ({ id_client })),
    action,
  );
  await inCompanies(client, own, (tx) => deps.members.closeWithOwner(tx, id));
  const link = { user_id: id, purpose: 'confirm_email', email, language } as const;
  await mailLink(client, deps, { ...link, says: { kind: 'confirm_disabled' } });
};

/** Others belong to companies of which only this account is an owner. */
class LastOwner extends Error {}

const purge: Step = async (deps, client, account) => {
  const orphaned = await eraseAccount(client, deps, { ...account, by: 'housekeeping' });
  if (orphaned.length > 0)
    throw new LastOwner(`account ${account.id} is the last owner of ${orphaned.join(', ')}`);
};

const STEPS: Readonly<Record<Due, Step>> = { warning: warn, disabling: disable, purge };

async function take(deps: UnconfirmedDeps, id: number, due: Due): Promise<void> {
  await inTransaction(deps.pool, async (client) => {
    if (!(await lockDue(client, id, due))) return;
    const account = await findAccount(client, id);
    if (account) await STEPS[due](deps, client, account);
  });
}

/** Companies that nobody but this account belongs to go first, each in a transaction of its own. */
async function purgeOwnCompanies({ pool }: UnconfirmedDeps, id: number): Promise<void> {
  for (const company_id of await listOwnCompanies(pool, id)) await purgeCompany(pool, company_id);
}

/**
 * One round over the accounts that stay unconfirmed: two warnings, then they are disabled, and 30 days later purged with
 * what they own alone. Only where mail goes out, for else nobody could confirm. One that fails keeps no other back.
 */
export async function tendUnconfirmed(deps: UnconfirmedDeps): Promise<void> {
  for (const due of ['warning', 'disabling', 'purge'] as const)
    for (const id of await listDue(deps.pool, due)) {
      try {
        if (due === 'purge') await purgeOwnCompanies(deps, id);
        await take(deps, id, due);
      } catch (err) {
        // That lasts until somebody names another owner: it is said once.
        if (err instanceof LastOwner && !(await putOffPurge(deps.pool, id))) continue;
        deps.log.warn({ err, user_id: id, due }, 'an account that stays unconfirmed could not be seen to');
      }
    }
}
