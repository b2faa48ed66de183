import type pg from 'pg';
import { saveMember, saveRelatedPlants } from '../../../features/companies/server/companies.repository.ts';
import { listPending } from '../../../features/companies/server/invitations.repository.ts';
import { type InvitationDeps, invite } from '../../../features/companies/server/invitations.service.ts';
import { findAccountByEmail, insertAccount } from '../../../features/identity/server/identity.repository.ts';
import { listMemberships } from '../../../shared/server/callers.ts';
import { hashPassword } from '../../../shared/server/passwords.ts';
import { type Caller, inScope, type Scope, scopeOfMember } from '../../../shared/server/tenancy.ts';
import { ageInvitation, listPlantIds } from './demo.repository.ts';
import { type DemoCompany, type DemoPerson, demoInvitations } from './people.ts';

type Scopes = Record<DemoCompany, Scope>;

/** Makes people who are missing, and what each is in the companies. */
export async function installPeople(
  pool: pg.Pool,
  scopes: Scopes,
  { people, password }: { people: readonly DemoPerson[]; password: string },
): Promise<void> {
  for (const { email, name, language = 'it', memberships } of people) {
    const known = await findAccountByEmail(pool, email);
    const user_id =
      known?.id ??
      (await insertAccount(pool, {
        name,
        email,
        password_hash: await hashPassword(password),
        language,
        confirmed: true,
      }));
    if (user_id === undefined) throw new Error(`${email} was not made`);
    const [first_name = '', last_name = ''] = name.split(' ');
    for (const { company, roles, plants } of memberships) {
      await inScope(pool, scopes[company], async (tx) => {
        await saveMember(tx, { user_id, first_name, last_name, roles });
        await saveRelatedPlants(tx, user_id, await listPlantIds(tx, plants ?? []));
      });
    }
  }
}

/** Invites whom the demonstration's owners wait for, by mail as ever. */
export async function installInvitations(pool: pg.Pool, scopes: Scopes, deps: InvitationDeps): Promise<void> {
  for (const invitation of demoInvitations) {
    const { caller, scope } = await ownerOf(pool, scopes[invitation.company].company_id, invitation.by);
    const { plants, days_ago, company: _, by: __, ...given } = invitation;
    await inScope(pool, scope, async (tx) => {
      if ((await listPending(tx)).some(({ email }) => email === given.email)) return;
      const related_plants = (await listPlantIds(tx, plants)).map(String);
      const { id } = await invite(tx, deps, caller, { ...given, related_plants });
      if (days_ago > 0) await ageInvitation(tx, id, days_ago);
    });
  }
}

/** One of the people as if they had signed in. */
async function ownerOf(
  pool: pg.Pool,
  company_id: number,
  email: string,
): Promise<{ caller: Caller; scope: Scope }> {
  const account = await findAccountByEmail(pool, email);
  if (!account) throw new Error(`${email} is missing`);
  const memberships = await listMemberships(pool, account.id);
  const membership = memberships.find(({ id_client }) => id_client === company_id);
  if (!membership) throw new Error(`${email} does not belong to company ${company_id}`);
  const caller: Caller = {
    user_id: account.id,
    session_id: 0,
    memberships,
    second_factor: false,
    confirmed: true,
    address: null,
  };
  return { caller, scope: scopeOfMember(caller, membership) };
}
