import { z } from 'zod';
import { ROLES } from '../../../../shared/contract/capabilities.ts';

/** What the page of users holds in its address. */
export const UsersSearch = z.object({
  q: z.string().max(200).catch('').default(''),
  /** A column, with a hyphen before it for descending. */
  sort: z.string().max(40).catch('').default(''),
  role: z
    .enum([...ROLES, ''])
    .catch('')
    .default(''),
  view: z.enum(['users', 'invitations']).catch('users').default('users'),
});
export type UsersSearch = z.infer<typeof UsersSearch>;

export const USERS_DEFAULTS = { q: '', sort: '', role: '', view: 'users' } as const satisfies UsersSearch;
