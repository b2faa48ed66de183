import { ROLES } from '../../../../shared/contract/capabilities.ts';
import { choice, defineListState, q, sort, tab } from '../../../../shared/web/list/list-state.ts';

/** What the page of users holds in its address. */
export const UsersList = defineListState('users', {
  q: q(),
  sort: sort(),
  role: choice(ROLES, ''),
  view: tab(['users', 'invitations']),
});
