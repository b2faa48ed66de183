import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { KindsOfMade } from '../../../shared/server/made-things.ts';
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
import { listPlantNames } from './plant-names.repository.ts';

export interface MembersDeps extends InvitationDeps {
  readonly pool: pg.Pool;
  /** What people make that goes on without them, of whatever area. */
  readonly made: KindsOfMade;
}

/** Who belongs to the company, and who is invited to it. */
export function membersHandlers(deps: MembersDeps): Handlers<typeof companyUserCalls> {
  return {
    listUsers: ({ tx, query }) => listUsers(tx, query),
    getUser: ({ tx, params }) => getUser(tx, params.id),
    updateUser: ({ tx, params, body }) => changeMember(tx, params.id, body, deps.made),
    listMade: ({ tx, params }) => listMade(tx, deps.made, params.id),
    listColleagues: ({ tx }) => listColleagues(tx),
    listCompanyPlants: ({ tx }) => listPlantNames(tx),
    inviteUser: ({ tx, caller, body }) => invite(tx, deps, caller, body),
    listInvitations: ({ tx }) => listInvitations(tx),
    renewInvitation: ({ tx, caller, params }) => inviteAgain(tx, deps, caller, params.id),
    withdrawInvitation: ({ tx, params }) => withdraw(tx, params.id),
    findInvitation: ({ body }) => describeInvitation(deps.pool, body.token),
    acceptInvitation: ({ caller, body }) => accept(deps, caller, body.token),
  };
}
