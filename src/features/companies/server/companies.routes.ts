import type pg from 'pg';
import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { companiesCalls } from '../companies.contract.ts';
import { findCompany } from './companies.repository.ts';
import { keysHandlers } from './keys.routes.ts';
import { listPlantNames } from './plant-names.repository.ts';

export function companiesHandlers({ pool }: { pool: pg.Pool }): Handlers<typeof companiesCalls> {
  return {
    list: async ({ caller }) =>
      caller.memberships.map(({ roles: _roles, plants: _plants, ...company }) => company),
    async get({ scope, params }) {
      if (params.id_client !== scope.company_id) notFound();
      return (await inScope(pool, scope, findCompany, 'read only')) ?? notFound();
    },
    listCompanyPlants: ({ scope }) => inScope(pool, scope, listPlantNames, 'read only'),
    ...keysHandlers({ pool }),
  };
}
