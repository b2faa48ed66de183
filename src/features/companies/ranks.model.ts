import { allows, ROLES, type Role } from '../../shared/contract/capabilities.ts';

type Roles = readonly Role[];

/** Roles that stand above one another, gravest first; APP_0 opens applications and stands beside them. */
export const RANKED_ROLES: Roles = ROLES.filter((role) => role !== 'APP_0');

/** How high somebody stands: 0 for an owner, and one more than the last role's for whoever has none of them. */
export function rankOf(roles: Roles): number {
  const rank = RANKED_ROLES.findIndex((role) => roles.includes(role));
  return rank < 0 ? RANKED_ROLES.length : rank;
}

/** Whether somebody may edit, dismiss or withdraw somebody with these roles: one's own rank and those below it. */
export function mayTouch(own: Roles, theirs: Roles): boolean {
  return allows('company.manage', own) && rankOf(theirs) >= rankOf(own);
}

/** Whether somebody may grant or take a role: those up to their own rank; APP_0 is the owner's and the management's. */
export function mayGrant(own: Roles, role: Role): boolean {
  if (!allows('company.manage', own)) return false;
  if (role === 'APP_0') return allows('company.administer', own);
  return RANKED_ROLES.indexOf(role) >= rankOf(own);
}

/** The first role, in order of rank, that a change grants or takes and that this person may not; undefined when all is well. */
export function firstForbidden(own: Roles, before: Roles, after: Roles): Role | undefined {
  const changed = ROLES.filter((role) => before.includes(role) !== after.includes(role));
  return changed.find((role) => !mayGrant(own, role));
}

/** Each role once, in order of rank. */
export function inOrder(roles: Roles): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}
