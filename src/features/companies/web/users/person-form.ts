import type { Role } from '../../../../shared/contract/capabilities.ts';
import type { Language } from '../../../../shared/web/i18n/locale.ts';
import { mayGrant } from '../../ranks.model.ts';

/** What is typed and chosen of a person who is to belong to the company. */
export interface PersonValues {
  first_name: string;
  last_name: string;
  roles: Role[];
  related_plants: string[];
}
export interface InvitationValues extends PersonValues {
  email: string;
  language: Language;
}

/** Somebody who may look, and into the applications where the inviting person may open them. */
export function firstRoles(own: readonly Role[]): Role[] {
  return (['VIEWER', 'APP_0'] as const).filter((role) => mayGrant(own, role));
}
