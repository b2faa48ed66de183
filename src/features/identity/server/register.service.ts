import type pg from 'pg';
import type { z } from 'zod';
import { inTransaction } from '../../../shared/server/db.ts';
import { AppError } from '../../../shared/server/errors.ts';
import { hashPassword } from '../../../shared/server/passwords.ts';
import { inEachScope, scopeOfPerson } from '../../../shared/server/tenancy.ts';
import type { accountCalls } from '../account.contract.ts';
import { foldEmail } from '../identity.model.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { findAccount, insertOrFindAccount } from './identity.repository.ts';
import { mailLink } from './links.service.ts';
import type { OpenInvitation } from './members.ts';
import { checkNewPassword } from './new-password.ts';
import { refuseAccount } from './refusals.ts';

type NewAccount = z.output<typeof accountCalls.register.body>;

/**
 * Makes an account. A known address costs the same hash and the same statements, which are then rolled back; only the
 * sentence that the specification asks for tells the two apart.
 * @throws AppError invalid, forbidden at the field; conflict for a known address
 */
export async function register(deps: IdentityDeps, given: NewAccount, address: string | null): Promise<void> {
  const invitation = await invitationOf(deps, given);
  checkNewPassword(given, given);
  const account = {
    name: given.name,
    email: foldEmail(given.email),
    password_hash: await hashPassword(given.password),
    language: given.language ?? 'it',
    confirmed: false,
  } as const;
  await inTransaction(deps.pool, async (client) => {
    const stored = await insertOrFindAccount(client, account);
    if (!stored) throw refuseAccount('email', 'email_taken', 'conflict');
    const isProved =
      stored.fresh &&
      invitation !== undefined &&
      (await joinIn(client, deps, { ...stored, invitation, token: given.invitation ?? '', address }));
    if (!isProved) {
      await mailLink(client, deps, { ...account, user_id: stored.id, purpose: 'confirm_email' });
    }
    // spec §7: 409 for a known address
    if (!stored.fresh) throw refuseAccount('email', 'email_taken', 'conflict');
  });
}

/** The invitation that the new account joins by; undefined where it joins nothing. */
async function invitationOf(deps: IdentityDeps, given: NewAccount): Promise<OpenInvitation | undefined> {
  const isDemanded = deps.registration === 'invite';
  if (given.invitation === undefined) {
    if (isDemanded) throw refuseAccount('invitation', 'invitation_needed', 'forbidden');
    return undefined;
  }
  const found = await deps.members.findInvitation(given.invitation);
  if (!found) throw refuseAccount('invitation', 'invitation_invalid');
  if (foldEmail(found.email) === foldEmail(given.email)) return found;
  if (isDemanded) throw refuseAccount('email', 'invitation_email', 'forbidden');
  return undefined;
}

interface Joining {
  id: number;
  invitation: OpenInvitation;
  token: string;
  address: string | null;
}

/** Joins the inviting company; answers whether the invitation's link proved the address. */
async function joinIn(
  client: pg.PoolClient,
  { members }: IdentityDeps,
  { id, invitation, token, address }: Joining,
): Promise<boolean> {
  const scope = scopeOfPerson(invitation.company_id, { user_id: id, address });
  await inEachScope(client, [scope], (tx) => members.acceptInvitation(tx, token, id)).catch(
    (error: unknown) => {
      if (error instanceof AppError) throw refuseAccount('invitation', 'invitation_invalid');
      throw error;
    },
  );
  return (await findAccount(client, id))?.confirmed === true;
}
