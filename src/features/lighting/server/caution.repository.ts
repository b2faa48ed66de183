import type { Tx } from '../../../shared/server/tenancy.ts';
import type { LightingCaution } from '../caution.contract.ts';

/** As it is stored; nothing where nobody ever said something. `held`: nobody changes it until the transaction ends. */
export async function findCaution(
  tx: Tx,
  { held }: { readonly held: boolean },
): Promise<LightingCaution | undefined> {
  const { rows } = await tx.query<LightingCaution>(
    `select many_boxes, dark_at_night, version from lighting_caution where company_id = $1 ${held ? 'for update' : ''}`,
    [tx.scope.company_id],
  );
  return rows[0];
}

/** Gives the company the row that everybody begins with. */
export async function addCaution(tx: Tx): Promise<void> {
  await tx.query(
    'insert into lighting_caution (company_id, version) values ($1, 0) on conflict (company_id) do nothing',
    [tx.scope.company_id],
  );
}

export async function updateCaution(
  tx: Tx,
  { many_boxes, dark_at_night }: Pick<LightingCaution, 'many_boxes' | 'dark_at_night'>,
): Promise<void> {
  await tx.query(
    'update lighting_caution set many_boxes = $2, dark_at_night = $3, version = version + 1 where company_id = $1',
    [tx.scope.company_id, many_boxes, dark_at_night],
  );
}
