import type { Tx } from '../../../shared/server/tenancy.ts';

export interface PlantName {
  id: number;
  proj_code: string;
}

/** The plants of these ids that the filter lets through, by code. */
export async function listPlantCodes(
  tx: Tx,
  ids: readonly number[],
  visible: readonly number[] | null,
): Promise<PlantName[]> {
  const { rows } = await tx.query<PlantName>(
    `select id, proj_code from plant
     where company_id = $1 and id = any($2::bigint[]) and ($3::bigint[] is null or id = any($3)) order by proj_code`,
    [tx.scope.company_id, ids, visible],
  );
  return rows;
}

/** The plants of these codes that the filter lets through. */
export async function findPlantsByCode(
  tx: Tx,
  codes: readonly string[],
  visible: readonly number[] | null,
): Promise<PlantName[]> {
  const { rows } = await tx.query<PlantName>(
    `select id, proj_code from plant
     where company_id = $1 and proj_code = any($2::text[]) and ($3::bigint[] is null or id = any($3))`,
    [tx.scope.company_id, codes, visible],
  );
  return rows;
}
