import type pg from 'pg';
import type { AuditAction, Noted } from '../../../shared/server/audit.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { listMemberships } from '../../../shared/server/callers.ts';
import { inTransaction } from '../../../shared/server/db.ts';
import { inEachScope, scopeOfPerson, scopeOfWork } from '../../../shared/server/tenancy.ts';

/** Something that a person did to their account, or that was done to it from some place. */
export interface Action {
  action: AuditAction;
  user_id: number;
  address: string | null;
  detail?: Noted;
  /** False where it was done to the account from the command line. */
  isOwn?: boolean;
}

/** Writes an action into the audit of each of the given companies, within the action's own transaction. */
export async function recordPersonalAction(
  client: pg.PoolClient,
  companies: readonly { id_client: number }[],
  { action, user_id, address, detail = {}, isOwn = true }: Action,
): Promise<void> {
  const scopes = companies.map(({ id_client }) =>
    isOwn ? scopeOfPerson(id_client, { user_id, address }) : scopeOfWork(id_client),
  );
  await inEachScope(client, scopes, (tx) => recordAudit(tx, action, String(user_id), detail));
}

/** Writes an action that changes nothing itself, such as a sign-in that failed, into each enabled company of the user. */
export async function recordAlone(pool: pg.Pool, action: Action): Promise<void> {
  const companies = await listMemberships(pool, action.user_id);
  if (companies.length === 0) return;
  await inTransaction(pool, (client) => recordPersonalAction(client, companies, action));
}
