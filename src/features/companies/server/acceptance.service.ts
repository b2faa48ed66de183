import type pg from 'pg';
import { recordAudit } from '../../../shared/server/audit.ts';
import { listMemberships } from '../../../shared/server/callers.ts';
import { inTransaction } from '../../../shared/server/db.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { KindsOfMade } from '../../../shared/server/made-things.ts';
import {
  type Caller,
  inEachScope,
  inScope,
  scopeOfPerson,
  scopeOfWork,
  type Tx,
} from '../../../shared/server/tenancy.ts';
import { endPlanted, inCompanies, listOwnCompanies } from '../../identity/server/first-proof.public.ts';
import {
  confirmAddress,
  findPerson,
  findPersonByEmail,
  type Person,
} from '../../identity/server/people.public.ts';
import { namesOf } from '../companies.model.ts';
import { findCompany, saveMember, saveRelatedPlants } from './companies.repository.ts';
import { endPlantedIn } from './first-proof.service.ts';
import { cameByMail, digestsOf } from './invitation-link.ts';
import { findByDigest, findCompanyOf, type InvitationRow, markAccepted } from './invitations.repository.ts';
import { findMember, lockCompany } from './members.repository.ts';
import { refusalOf } from './refusals.ts';

/** The company and the open invitation of a token; undefined in every other case, which nobody can tell apart. */
export async function findOpen<T>(
  pool: pg.Pool,
  token: string,
  read: (tx: Tx, invitation: InvitationRow) => Promise<T>,
): Promise<T | undefined> {
  const digests = digestsOf(token);
  const company_id = await findCompanyOf(pool, digests);
  if (company_id === undefined) return undefined;
  return inScope(
    pool,
    scopeOfWork(company_id),
    async (tx) => {
      const invitation = await findByDigest(tx, digests);
      return invitation?.open ? read(tx, invitation) : undefined;
    },
    'read only',
  );
}

/** What an invitation is about, for whoever holds its link. @throws AppError not_found when it is open no more */
export async function describeInvitation(pool: pg.Pool, token: string) {
  const described = await findOpen(pool, token, async (tx, invitation) => {
    const company = (await findCompany(tx)) ?? notFound();
    const { email, first_name, last_name, roles, expires_at } = invitation;
    return {
      company: company.name,
      email,
      first_name,
      last_name,
      roles,
      invited_by: (await findPerson(tx, invitation.invited_by))?.name ?? '',
      expires_at: expires_at.toISOString(),
      // Whoever invites holds the link that is handed over, and must not learn by it who has an account.
      registered: cameByMail(token, invitation.digest) && (await findPersonByEmail(tx, email)) !== undefined,
    };
  });
  return described ?? notFound();
}

function assertAddress(person: Person, invitation: InvitationRow): void {
  if (person.email !== invitation.email) throw refusalOf('other_address');
}

async function becomeMember(tx: Tx, person: Person, invitation: InvitationRow): Promise<void> {
  const { id, roles, related_plants } = invitation;
  const { first_name, last_name } = invitation;
  const names = first_name || last_name ? { first_name, last_name } : namesOf(person.name);
  await saveMember(tx, { user_id: person.id, ...names, roles });
  await saveRelatedPlants(tx, person.id, related_plants.map(Number));
  await recordAudit(tx, 'user.joined', String(person.id), { invitation: id, roles, related_plants });
}

/**
 * Makes a person a member as they were invited, once. The mailed link proves the address, which then counts as
 * confirmed; who is a member already stays what they are. Answers whether that was the address' first proof.
 * @throws AppError not_found when the invitation is open no more; forbidden for an account with another address
 */
export async function acceptIn(tx: Tx, token: string, user_id: number): Promise<boolean> {
  if (!(await lockCompany(tx))) notFound();
  const invitation = (await findByDigest(tx, digestsOf(token))) ?? notFound();
  if (invitation.accepted_by === user_id) return false;
  if (!invitation.open) notFound();
  const person = (await findPerson(tx, user_id)) ?? notFound();
  assertAddress(person, invitation);
  const isProved = !person.confirmed && cameByMail(token, invitation.digest);
  const isFirstProof = isProved && (await confirmAddress(tx, user_id, invitation.email));
  if (!(await findMember(tx, user_id))) await becomeMember(tx, person, invitation);
  await markAccepted(tx, invitation.id, user_id);
  return isFirstProof;
}

/** Whether one of the caller's own companies was joined by this token: then accepting again answers the same. */
async function findJoined(pool: pg.Pool, caller: Caller, token: string): Promise<number | undefined> {
  const digests = digestsOf(token);
  // As they are now: the caller's own request of a moment ago may have been the one that joined.
  for (const { id_client } of await listMemberships(pool, caller.user_id)) {
    const scope = scopeOfPerson(id_client, caller);
    const found = await inScope(pool, scope, (tx) => findByDigest(tx, digests), 'read only');
    if (found?.accepted_by === caller.user_id) return id_client;
  }
  return undefined;
}

/**
 * Accepts with the caller's account; answers the company. The first proof of the address ends what a stranger may have
 * planted who registered it. @throws AppError as {@link acceptIn}
 */
export async function accept(
  { pool, made }: { pool: pg.Pool; made: KindsOfMade },
  caller: Caller,
  token: string,
): Promise<{ id_client: number }> {
  const company_id = await findCompanyOf(pool, digestsOf(token));
  if (company_id === undefined) return { id_client: (await findJoined(pool, caller, token)) ?? notFound() };
  const { user_id, session_id } = caller;
  await inTransaction(pool, async (client) => {
    const own = await listOwnCompanies(client, user_id);
    let isFirstProof = false;
    await inEachScope(client, [scopeOfPerson(company_id, caller)], async (tx) => {
      isFirstProof = await acceptIn(tx, token, user_id);
    });
    if (!isFirstProof) return;
    await endPlanted(client, { user_id, but: session_id });
    await inCompanies(client, [...new Set([...own, company_id])], (tx) => endPlantedIn(tx, made, user_id));
  });
  return { id_client: company_id };
}
