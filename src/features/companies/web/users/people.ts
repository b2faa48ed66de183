import { type Role, SEES_EVERY_PLANT } from '../../../../shared/contract/capabilities.ts';
import type { CompanyPlant, CompanyUser, Invitation } from '../../company-users.contract.ts';

type Named = Pick<CompanyUser | Invitation, 'first_name' | 'last_name' | 'email'>;

/** What somebody is called: their name in the company, else their address. */
export function nameOf({ first_name, last_name, email }: Named): string {
  return `${first_name} ${last_name}`.trim() || email;
}

/** Whether these roles see every plant, so that none have to be named. */
export function seesEveryPlant(roles: readonly Role[]): boolean {
  return SEES_EVERY_PLANT.some((role) => roles.includes(role));
}

/** The plants of a list of ids, in the company's own order; ids that name none are left out. */
export function plantsNamed(ids: readonly string[], plants: readonly CompanyPlant[]): CompanyPlant[] {
  const wanted = new Set(ids);
  return plants.filter(({ id }) => wanted.has(id));
}

/** Whether somebody is the only owner that the company has. */
export function isLastOwner(user: CompanyUser, users: readonly CompanyUser[]): boolean {
  const owns = ({ roles }: CompanyUser) => roles.includes('COMPANY_OWNER');
  return owns(user) && users.filter(owns).length === 1;
}
