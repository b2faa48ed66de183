import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { CompanyPlant } from '../company-users.contract.ts';

/** The company's plants by name and code, as far as the caller sees them. */
export async function listPlantNames(tx: Tx): Promise<CompanyPlant[]> {
  const { rows } = await tx.query<CompanyPlant>(
    `select id::text as id, proj_code, name from plants.plant
     where company_id = $1 and ($2::bigint[] is null or id = any($2)) order by name, proj_code`,
    [tx.scope.company_id, plantFilter(tx.scope)],
  );
  return rows;
}
