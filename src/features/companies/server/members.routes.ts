import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { KindsOfMade } from '../../../shared/server/made-things.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { companyUserCalls } from '../company-users.contract.ts';
import { accept, describeInvitation } from './acceptance.service.ts';
import {
  type InvitationDeps,
  invite,
  inviteAgain,
  listInvitations,
  withdraw,
} from './invitations.service.ts';
import { changeMember, getUser, listColleagues, listMade, listUsers } from './members.service.ts';

type Calls = Omit<typeof companyUserCalls, 'listCompanyPlants'>;

/** Who belongs to the company, and who is invited to it. */
export function membersHandlers(
  deps: InvitationDeps & { pool: pg.Pool; made: KindsOfMade },
): Handlers<Calls> {
  const { pool } = deps;
  return {
    listUsers: ({ scope, query }) => inScope(pool, scope, (tx) => listUsers(tx, query), 'read only'),
    getUser: ({ scope, params }) => inScope(pool, scope, (tx) => getUser(tx, params.id), 'read only'),
    updateUser: ({ scope, params, body }) =>
      inScope(pool, scope, (tx) => changeMember(tx, params.id, body, deps.made)),
    listMade: ({ scope, params }) =>
      inScope(pool, scope, (tx) => listMade(tx, deps.made, params.id), 'read only'),
    listColleagues: ({ scope }) => inScope(pool, scope, listColleagues, 'read only'),
    inviteUser: ({ scope, caller, body }) => inScope(pool, scope, (tx) => invite(tx, deps, caller, body)),
    listInvitations: ({ scope }) => inScope(pool, scope, listInvitations, 'read only'),
    renewInvitation: ({ scope, caller, params }) =>
      inScope(pool, scope, (tx) => inviteAgain(tx, deps, caller, params.id)),
    async withdrawInvitation({ scope, params }) {
      await inScope(pool, scope, (tx) => withdraw(tx, params.id));
      return undefined;
    },
    findInvitation: ({ body }) => describeInvitation(pool, body.token),
    acceptInvitation: ({ caller, body }) => accept(deps, caller, body.token),
  };
}
