import type pg from 'pg';
import { saveMember, saveRelatedPlants } from '../../../features/companies/server/companies.repository.ts';
import { listPending } from '../../../features/companies/server/invitations.repository.ts';
import { type InvitationDeps, invite } from '../../../features/companies/server/invitations.service.ts';
import { findAccountByEmail, insertAccount } from '../../../features/identity/server/identity.repository.ts';
import { hashPassword } from '../../../shared/server/passwords.ts';
import { inScope, type Scope, scopeOfPerson } from '../../../shared/server/tenancy.ts';
import { ageInvitation, listPlantIds } from './demo.repository.ts';
import { type DemoCompany, type DemoInvitation, type DemoPerson, demoInvitations } from './people.ts';

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
    const owner = await findAccountByEmail(pool, invitation.by);
    if (!owner) throw new Error(`${invitation.by} is missing`);
    const scope = scopeOfPerson(scopes[invitation.company].company_id, { user_id: owner.id, address: null });
    await inviteOnce(pool, scope, deps, invitation);
  }
}

async function inviteOnce(
  pool: pg.Pool,
  scope: Scope,
  deps: InvitationDeps,
  { plants, days_ago, company: _, by: __, ...given }: DemoInvitation,
): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    if ((await listPending(tx)).some(({ email }) => email === given.email)) return;
    const related_plants = (await listPlantIds(tx, plants)).map(String);
    const { id } = await invite(tx, deps, { confirmed: true }, { ...given, related_plants });
    if (days_ago > 0) await ageInvitation(tx, id, days_ago);
  });
}
