import type pg from 'pg';
import { inEachScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { endLinks } from './links.repository.ts';
import { removeSecondFactor } from './second-factor.repository.ts';
import { endSessionsOf } from './sessions.repository.ts';

export { listOwnCompanies } from './removal.repository.ts';

/** Does something in each of these companies of an account, by `listOwnCompanies`: disabled ones too. */
export async function inCompanies(
  client: pg.PoolClient,
  companies: readonly number[],
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const scopes = companies.map((id) => scopeOfWork(id));
  await inEachScope(client, scopes, work);
}

/** An account whose address has just been proved for the first time. */
export interface Proved {
  user_id: number;
  /** The session that goes on: of whoever proved it with the account's password. */
  but?: number | undefined;
}

/**
 * Ends what a stranger may have planted who registered the address before its owner came: second factor, sessions and
 * links; what lies in companies is their own affair.
 */
export async function endPlanted(client: pg.PoolClient, { user_id, but }: Proved): Promise<void> {
  await removeSecondFactor(client, user_id);
  await endLinks(client, user_id);
  await endSessionsOf(client, user_id, { reason: 'the address was proved', but });
}
