import type pg from 'pg';
import { notFound } from '../../../shared/server/errors.ts';
import type { ExportTurns } from '../../../shared/server/export-turns.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { KindsOfMade } from '../../../shared/server/made-things.ts';
import { describeMemberships, inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { CompanyDevice, companiesCalls } from '../companies.contract.ts';
import { auditHandlers } from './audit.routes.ts';
import { findCompany } from './companies.repository.ts';
import { changeCompany, disableCompany, foundCompany, type Seed } from './company-life.service.ts';
import { keepCompany } from './first-proof.service.ts';
import type { InvitationDeps } from './invitations.service.ts';
import { keysHandlers } from './keys.routes.ts';
import { membersHandlers } from './members.routes.ts';
import { listPlantNames } from './plant-names.repository.ts';

export interface CompaniesDeps extends InvitationDeps {
  pool: pg.Pool;
  /** What people make that goes on without them, of whatever area. */
  made: KindsOfMade;
  exports: ExportTurns;
  /** What a new company starts with: companies know nothing of the areas that bring it. */
  seed: Seed;
  /** The company's devices, for the same reason. */
  devices: {
    list(scope: Scope): Promise<CompanyDevice[]>;
    get(scope: Scope, id: number): Promise<CompanyDevice>;
  };
}

/** The path says which company is meant, id-client whose it is: they must agree. */
function assertOwn(scope: Scope, params: { id_client: number }): void {
  if (params.id_client !== scope.company_id) notFound();
}

export function companiesHandlers(deps: CompaniesDeps): Handlers<typeof companiesCalls> {
  const { pool, devices } = deps;
  return {
    list: async ({ caller }) =>
      (await describeMemberships(pool, caller.memberships)).map(
        ({ roles: _roles, plants: _plants, claim_due: _due, ...company }) => company,
      ),
    async get({ scope, params }) {
      assertOwn(scope, params);
      return (await inScope(pool, scope, findCompany, 'read only')) ?? notFound();
    },
    create: ({ caller, body }) => foundCompany(deps, caller, body),
    async update({ scope, caller, params, body }) {
      assertOwn(scope, params);
      return inScope(pool, scope, (tx) => changeCompany(tx, caller, body));
    },
    async disable({ scope, params }) {
      assertOwn(scope, params);
      await inScope(pool, scope, disableCompany);
      return undefined;
    },
    async keep({ scope, params }) {
      assertOwn(scope, params);
      await inScope(pool, scope, keepCompany);
      return undefined;
    },
    listDevices: ({ scope }) => devices.list(scope),
    getDevice: ({ scope, params }) => devices.get(scope, params.id),
    ...membersHandlers(deps),
    listCompanyPlants: ({ scope }) => inScope(pool, scope, listPlantNames, 'read only'),
    ...keysHandlers({ pool }),
    ...auditHandlers({ pool, exports: deps.exports }),
  };
}
