import { recordAudit } from '../../../shared/server/audit.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { emptyInvitationsOf, listPendingTo, withdrawInvitation } from './invitations.repository.ts';
import { lockCompany } from './members.repository.ts';

/** Whoever removes their account, with the addresses that are proved to be theirs. */
export interface Forgotten {
  user_id: number;
  emails: readonly string[];
}

/**
 * Leaves no name and no address of a person in the invitations of the company of the scope, disabled or not, whether
 * they belong to it or not: those that wait for them are withdrawn, and all of them emptied. The rows stay, because the
 * audit names them by their numbers.
 */
export async function forgetPerson(tx: Tx, person: Forgotten): Promise<void> {
  await lockCompany(tx);
  const emails = person.emails.map((email) => email.toLowerCase());
  for (const { id, roles } of await listPendingTo(tx, emails)) {
    await withdrawInvitation(tx, id);
    await recordAudit(tx, 'invitation.withdrawn', String(id), { roles });
  }
  await emptyInvitationsOf(tx, { user_id: person.user_id, emails });
}
