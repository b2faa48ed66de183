import type { z } from 'zod';
import type { Role } from '../../../shared/contract/capabilities.ts';
import type { MadeThing } from '../../../shared/contract/made-things.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { endMadeBy, type KindsOfMade, leaveMade, listMadeBy } from '../../../shared/server/made-things.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { describePeople, findPerson, type Person } from '../../identity/server/people.public.ts';
import type { CompanyUser, companyUserCalls } from '../company-users.contract.ts';
import { firstForbidden, inOrder } from '../ranks.model.ts';
import { saveRelatedPlants } from './companies.repository.ts';
import { listMadeBy as listInvitationsOf, withdrawInvitation } from './invitations.repository.ts';
import { assertGrant, assertOwner, assertPlants, assertRank, beginChange } from './member-rules.ts';
import {
  deleteMember,
  findMember,
  listMembers,
  lockCompany,
  type Member,
  updateMember,
} from './members.repository.ts';

type Filter = z.output<typeof companyUserCalls.listUsers.query>;
type Change = z.output<typeof companyUserCalls.updateUser.body>;

function present(member: Member, person: Person | undefined): CompanyUser {
  const { user_id, created_at, ...fields } = member;
  return {
    ...fields,
    id: user_id,
    email: person?.email ?? '',
    avatar: person?.avatar ?? null,
    second_factor: person?.second_factor ?? false,
    last_used_at: person?.last_used_at ?? null,
    created_at: created_at.toISOString(),
  };
}

async function presentAll(tx: Tx, members: readonly Member[]): Promise<CompanyUser[]> {
  const people = await describePeople(
    tx,
    members.map((member) => member.user_id),
  );
  return members.map((member) => present(member, people.get(member.user_id)));
}

const byName = new Intl.Collator('it', { sensitivity: 'base' });

/** The company's users by name. @throws AppError not_found for a plant that is not the company's */
export async function listUsers(tx: Tx, { search = '', role, plant_id }: Filter): Promise<CompanyUser[]> {
  if (plant_id !== undefined) await assertPlants(tx, [String(plant_id)]);
  const users = await presentAll(tx, await listMembers(tx, { role, plant_id }));
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return users
    .filter(({ first_name, last_name, email }) => {
      const text = `${first_name} ${last_name} ${email}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted(
      (a, b) =>
        byName.compare(`${a.last_name} ${a.first_name}`, `${b.last_name} ${b.first_name}`) || a.id - b.id,
    );
}

/** @throws AppError not_found */
export async function getUser(tx: Tx, user_id: number): Promise<CompanyUser> {
  const member = (await findMember(tx, user_id)) ?? notFound();
  const [user] = await presentAll(tx, [member]);
  return user ?? notFound();
}

/** What a user of the company made that goes on without them. @throws AppError not_found */
export async function listMade(tx: Tx, kinds: KindsOfMade, user_id: number): Promise<MadeThing[]> {
  if (!(await findMember(tx, user_id))) notFound();
  return listMadeBy(kinds, tx, user_id);
}

/** Names and pictures of everybody in the company. */
export async function listColleagues(tx: Tx): Promise<{ id: number; name: string; avatar: string | null }[]> {
  const members = await listMembers(tx);
  const people = await describePeople(
    tx,
    members.map((member) => member.user_id),
  );
  return members
    .map(({ user_id, first_name, last_name }) => {
      const person = people.get(user_id);
      const name = `${first_name} ${last_name}`.trim() || (person?.name ?? '');
      return { id: user_id, name, avatar: person?.avatar ?? null };
    })
    .toSorted((a, b) => byName.compare(a.name, b.name) || a.id - b.id);
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * Changes a user of the company; what is left out stays. With it ends what is named of what they made.
 * @throws AppError not_found, also for something that they did not make; forbidden for a rank or role above one's own; conflict with the stored user, or for the last owner
 */
export async function changeMember(
  tx: Tx,
  user_id: number,
  { revoke = [], ...change }: Change,
  kinds: KindsOfMade,
): Promise<CompanyUser> {
  const own = await beginChange(tx);
  const before = (await findMember(tx, user_id)) ?? notFound();
  const after = await changed(tx, before, change);
  assertRank(own, before.roles);
  assertGrant(own, before.roles, after.roles);
  await assertVersion(before, change.version, () => getUser(tx, user_id));
  if (!after.roles.includes('COMPANY_OWNER')) await assertOwner(tx, before);
  await endMadeBy(kinds, tx, { user_id, revoke });
  if (same(contentOf(before), contentOf(after))) return getUser(tx, user_id);
  await updateMember(tx, after);
  await saveRelatedPlants(tx, user_id, after.related_plants.map(Number));
  await recordAudit(tx, 'user.changed', String(user_id), {
    roles_before: before.roles,
    roles: after.roles,
    related_plants_before: before.related_plants,
    related_plants: after.related_plants,
  });
  await withdrawBeyond(tx, user_id, after.roles);
  return getUser(tx, user_id);
}

async function changed(tx: Tx, before: Member, change: Change): Promise<Member> {
  return {
    ...before,
    first_name: change.first_name ?? before.first_name,
    last_name: change.last_name ?? before.last_name,
    roles: change.roles ? inOrder(change.roles) : inOrder(before.roles),
    related_plants: change.related_plants
      ? await assertPlants(tx, change.related_plants)
      : before.related_plants,
  };
}

const contentOf = ({ first_name, last_name, roles, related_plants }: Member) => [
  first_name,
  last_name,
  inOrder(roles),
  related_plants,
];

/** What somebody invited while they might, and might not any more, ends with their rank: else they could come back by it. */
export async function withdrawBeyond(tx: Tx, user_id: number, roles: readonly Role[]): Promise<void> {
  for (const invitation of await listInvitationsOf(tx, user_id)) {
    if (firstForbidden(roles, [], invitation.roles) === undefined) continue;
    await withdrawInvitation(tx, invitation.id);
    await recordAudit(tx, 'invitation.withdrawn', String(invitation.id), { invited_by: user_id });
  }
}

async function takeOut(
  tx: Tx,
  member: Member,
  { kinds, action }: { kinds: KindsOfMade; action: 'user.dismissed' | 'user.left' },
): Promise<void> {
  const { user_id, roles, related_plants } = member;
  await withdrawBeyond(tx, user_id, []);
  const person = await findPerson(tx, user_id);
  if (person) await leaveMade(kinds, tx, person.email);
  await deleteMember(tx, user_id);
  await recordAudit(tx, action, String(user_id), { roles, related_plants });
}

/**
 * Takes a user out of the company, at once; oneself as well. With them ends what is named of what they made.
 * @throws AppError not_found, also for something that they did not make; forbidden for a higher rank; conflict for the
 * last owner
 */
export async function dismissMember(
  tx: Tx,
  user_id: number,
  { kinds, revoke }: { kinds: KindsOfMade; revoke: readonly string[] },
): Promise<void> {
  const own = await beginChange(tx);
  const member = (await findMember(tx, user_id)) ?? notFound();
  assertRank(own, member.roles);
  await assertOwner(tx, member);
  await endMadeBy(kinds, tx, { user_id, revoke });
  await takeOut(tx, member, { kinds, action: 'user.dismissed' });
}

/** Takes a user out who removes their account; a disabled company does without an owner. @throws AppError conflict for the last owner */
export async function leaveCompany(
  tx: Tx,
  { user_id, kinds }: { user_id: number; kinds: KindsOfMade },
): Promise<void> {
  const isOpen = await lockCompany(tx);
  const member = await findMember(tx, user_id);
  if (member && isOpen) await assertOwner(tx, member);
  if (member) await takeOut(tx, member, { kinds, action: 'user.left' });
}
