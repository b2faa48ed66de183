import type { AuditRegister } from '../../../shared/server/audit-register.ts';
import { describeMemberships } from '../../../shared/server/callers.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Scope, Tx } from '../../../shared/server/tenancy.ts';
import type { CompanyDevice, companiesCalls } from '../companies.contract.ts';
import { auditHandlers } from './audit.routes.ts';
import { findCompany } from './companies.repository.ts';
import { changeCompany, disableCompany, foundCompany, type Seed } from './company-life.service.ts';
import { keepCompany } from './first-proof.service.ts';
import { listKeys } from './keys.repository.ts';
import { createKey, endKey } from './keys.service.ts';
import { changeLogo, removeLogo, sendLogo } from './logo.service.ts';
import { type MembersDeps, membersHandlers } from './members.routes.ts';

export interface CompaniesDeps extends MembersDeps {
  audit: AuditRegister;
  /** What a new company starts with: companies know nothing of the areas that bring it. */
  seed: Seed;
  /** The company's devices, for the same reason. */
  devices: {
    list(tx: Tx, now: Date): Promise<CompanyDevice[]>;
    get(tx: Tx, id: number, now: Date): Promise<CompanyDevice>;
  };
}

/** The path says which company is meant, id-client whose it is: they must agree. */
function own({ tx, params }: { tx: Tx; params: { id_client: number } }): Tx {
  return params.id_client === tx.scope.company_id ? tx : notFound();
}

const ownScope = (scope: Scope, { id_client }: { id_client: number }): Scope =>
  id_client === scope.company_id ? scope : notFound();

export function companiesHandlers(deps: CompaniesDeps): Handlers<typeof companiesCalls> {
  const { pool, devices } = deps;
  return {
    list: async ({ caller }) =>
      (await describeMemberships(pool, caller.memberships)).map(
        ({ roles: _roles, plants: _plants, claim_due: _due, ...company }) => company,
      ),
    get: async (context) => (await findCompany(own(context))) ?? notFound(),
    create: ({ caller, body }) => foundCompany(deps, caller, body),
    update: async (context) => changeCompany(own(context), context.caller, context.body),
    disable: async (context) => disableCompany(own(context)),
    keep: async (context) => keepCompany(own(context)),
    getLogo: ({ scope, params, request, reply }) =>
      sendLogo(pool, ownScope(scope, params), { request, reply }),
    putLogo: ({ scope, caller, params, body }) =>
      changeLogo({ pool, scope: ownScope(scope, params), user_id: caller.user_id }, body as Uint8Array),
    removeLogo: async (context) => removeLogo(own(context)),
    listDevices: ({ tx, now }) => devices.list(tx, now),
    getDevice: ({ tx, params, now }) => devices.get(tx, params.id, now),
    ...membersHandlers(deps),
    listKeys: ({ tx }) => listKeys(tx),
    createKey: ({ tx, body }) => createKey(tx, body),
    revokeKey: ({ tx, params }) => endKey(tx, params.id),
    ...auditHandlers(deps),
  };
}
