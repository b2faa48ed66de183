import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { type Mailer, queueCountedMail } from '../../../shared/server/mail/outbox.ts';
import type { Caller, Tx } from '../../../shared/server/tenancy.ts';
import { findPerson, findPersonByEmail } from '../../identity/server/people.public.ts';
import { INVITED_IN_A_DAY, SENT_IN_A_DAY } from '../company-faults.model.ts';
import type { companyUserCalls, Invitation } from '../company-users.contract.ts';
import { inOrder } from '../ranks.model.ts';
import { countDeedsOfADay, findCompany, lockTurnOf } from './companies.repository.ts';
import { type InvitationTokens, linkOf, newInvitationTokens } from './invitation-link.ts';
import { invitationMail } from './invitation-mail.ts';
import {
  countInvitedToday,
  findPending,
  findPendingOf,
  type InvitationRow,
  insertInvitation,
  listPending,
  renewInvitation,
  secondsSinceSent,
  withdrawInvitation,
} from './invitations.repository.ts';
import { assertGrant, assertPlants, assertRank, beginChange } from './member-rules.ts';
import { findMember } from './members.repository.ts';
import { refusalOf } from './refusals.ts';

/** How invitations leave the house. */
export interface InvitationDeps {
  jobs: Mailer;
  /** Address of the portal, without a slash at its end. */
  publicUrl: string;
  providerName: string;
}

type NewInvitation = z.output<typeof companyUserCalls.inviteUser.body>;
type WithLink = Invitation & { link: string };

const PAUSE_S = 60;

function present(row: InvitationRow): Invitation {
  const { id, email, first_name, last_name, roles, related_plants, language, expired, version } = row;
  const sent_at = row.sent_at.toISOString();
  const expires_at = row.expires_at.toISOString();
  return {
    id,
    email,
    first_name,
    last_name,
    roles,
    related_plants,
    language,
    sent_at,
    expires_at,
    expired,
    version,
  };
}

export async function listInvitations(tx: Tx): Promise<Invitation[]> {
  return (await listPending(tx)).map(present);
}

// Mail in somebody's name needs an address that is known to be theirs.
function assertConfirmed(caller: Pick<Caller, 'confirmed'>): void {
  if (!caller.confirmed) throw refusalOf('unconfirmed');
}

async function refuseMember(tx: Tx, email: string): Promise<void> {
  const person = await findPersonByEmail(tx, email);
  if (person && (await findMember(tx, person.id))) throw refusalOf('already_member');
}

async function refuseTooMany(tx: Tx, email: string): Promise<void> {
  const seconds = await secondsSinceSent(tx, email);
  if (seconds !== null && seconds < PAUSE_S)
    throw refusalOf('invited_just_now', { retryAfter_s: PAUSE_S - seconds });
  if ((await countInvitedToday(tx)) >= INVITED_IN_A_DAY)
    throw refusalOf('too_many_invitations', { retryAfter_s: 3600 });
  await refuseTooManySent(tx);
}

// Who may found companies could else send mail without end: a company's own limit begins anew with each.
async function refuseTooManySent(tx: Tx): Promise<void> {
  const { user_id } = tx.scope;
  if (user_id === null) return;
  await lockTurnOf(tx, user_id);
  if ((await countDeedsOfADay(tx, user_id)).invited >= SENT_IN_A_DAY)
    throw refusalOf('too_many_sent', { retryAfter_s: 3600 });
}

async function send(tx: Tx, deps: InvitationDeps, id: number, tokens: InvitationTokens): Promise<WithLink> {
  const { jobs, publicUrl, providerName: provider } = deps;
  const row = (await findPending(tx, id)) ?? notFound();
  const company = (await findCompany(tx)) ?? notFound();
  const inviter = await findPerson(tx, tx.scope.user_id);
  const url = linkOf(publicUrl, tokens.mailed);
  const parts = { company: company.name, inviter: inviter?.name ?? '', provider, url };
  await queueCountedMail(jobs, tx, invitationMail({ ...row, ...parts }), { outside: true });
  return { ...present(row), link: linkOf(publicUrl, tokens.handed) };
}

/**
 * Invites an address, with the mail in the same transaction.
 * @throws AppError forbidden for an unconfirmed inviter or a role above their own; conflict for a member or a pending
 * invitation; limit; not_found for a plant that is not the company's
 */
export async function invite(
  tx: Tx,
  deps: InvitationDeps,
  caller: Pick<Caller, 'confirmed'>,
  given: NewInvitation,
): Promise<WithLink> {
  assertConfirmed(caller);
  const own = await beginChange(tx);
  const roles = inOrder(given.roles);
  assertGrant(own, [], roles);
  const related_plants = await assertPlants(tx, given.related_plants);
  const email = given.email.toLowerCase();
  await refuseMember(tx, email);
  if (await findPendingOf(tx, email)) throw refusalOf('already_invited');
  await refuseTooMany(tx, email);
  const language = given.language ?? (await findPerson(tx, tx.scope.user_id))?.language ?? 'it';
  const { first_name, last_name } = given;
  const tokens = newInvitationTokens();
  const { digest } = tokens;
  const id = await insertInvitation(tx, {
    email,
    first_name,
    last_name,
    roles,
    related_plants,
    language,
    digest,
  });
  await recordAudit(tx, 'invitation.created', String(id), { roles, related_plants });
  return send(tx, deps, id, tokens);
}

/**
 * Invites again: another link, another seven days, another mail.
 * @throws AppError not_found when it does not wait any more; forbidden; conflict for a member; limit
 */
export async function inviteAgain(
  tx: Tx,
  deps: InvitationDeps,
  caller: Pick<Caller, 'confirmed'>,
  id: number,
): Promise<WithLink> {
  assertConfirmed(caller);
  const own = await beginChange(tx);
  const invitation = (await findPending(tx, id)) ?? notFound();
  assertGrant(own, [], invitation.roles);
  await refuseMember(tx, invitation.email);
  await refuseTooMany(tx, invitation.email);
  const tokens = newInvitationTokens();
  await renewInvitation(tx, id, tokens.digest);
  await recordAudit(tx, 'invitation.renewed', String(id), { roles: invitation.roles });
  return send(tx, deps, id, tokens);
}

/** Withdraws an invitation. @throws AppError not_found when it does not wait any more; forbidden for a rank above one's own */
export async function withdraw(tx: Tx, id: number): Promise<void> {
  const own = await beginChange(tx);
  const invitation = (await findPending(tx, id)) ?? notFound();
  assertRank(own, invitation.roles);
  await withdrawInvitation(tx, id);
  await recordAudit(tx, 'invitation.withdrawn', String(id), { roles: invitation.roles });
}
