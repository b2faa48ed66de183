import {
  type DescribedMembership,
  describeMemberships,
  listMemberships,
  owesSecondFactor,
} from '../../../shared/server/callers.ts';
import { AppError } from '../../../shared/server/errors.ts';
import type { Membership } from '../../../shared/server/tenancy.ts';
import type { User } from '../user.model.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { findProfile, type Profile } from './identity.repository.ts';

function userOf(
  profile: Profile,
  memberships: readonly DescribedMembership[],
  wanted: number | undefined,
): User {
  const companies = memberships.map(({ plants: _, ...company }) => ({
    ...company,
    second_factor_due: owesSecondFactor(profile, company),
  }));
  return {
    ...profile,
    companies,
    currentCompany: companies.find((c) => c.id_client === wanted) ?? companies[0] ?? null,
  };
}

/** The user as specification §3 shows it; the current company is the wanted one if it is theirs, else the first. */
export async function getUser(
  { pool }: Pick<IdentityDeps, 'pool'>,
  user_id: number,
  given: { memberships?: readonly Membership[]; wanted?: number | undefined } = {},
): Promise<User> {
  const own = given.memberships ?? (await listMemberships(pool, user_id));
  const [profile, memberships] = await Promise.all([
    findProfile(pool, user_id),
    describeMemberships(pool, own),
  ]);
  if (!profile) throw new AppError('unauthenticated', 'Sign in again: this account is gone');
  return userOf(profile, memberships, given.wanted);
}
