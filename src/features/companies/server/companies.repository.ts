import type pg from 'pg';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import type { Company } from '../companies.model.ts';

export async function findCompany(tx: Tx): Promise<Company | undefined> {
  return tx.db
    .selectFrom('company')
    .select([
      'id_client',
      'name',
      'description',
      'telephone',
      'tag_key',
      'company_slug',
      'enabled',
      'second_factor_required',
      'version',
    ])
    .where('id_client', '=', tx.scope.company_id)
    .executeTakeFirst();
}

export interface NewCompany {
  name: string;
  company_slug: string;
  description?: string;
  telephone?: string;
  tag_key?: string;
}

/** Draws the company's number, then writes it inside its own scope; `furnish` adds what a new company starts with. */
export async function createCompany(
  pool: pg.Pool,
  company: NewCompany,
  furnish: (tx: Tx) => Promise<void>,
): Promise<Scope> {
  const { rows } = await pool.query<{ id: number }>('select hatch_next_company_id() as id');
  const id_client = rows[0]?.id;
  if (id_client === undefined) throw new Error('no company number was drawn');
  const scope = scopeOfWork(id_client);
  await inScope(pool, scope, async (tx) => {
    await tx.db
      .insertInto('company')
      .values({ id_client, ...company })
      .execute();
    await furnish(tx);
  });
  return scope;
}

/** Opens a disabled company again; false when there is none. */
export async function enableCompany(tx: Tx): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('company')
    .set({ enabled: true })
    .where('id_client', '=', tx.scope.company_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface NewMember {
  user_id: number;
  first_name: string;
  last_name: string;
  roles: readonly Role[];
}

/** Adds a user to the company of the scope, or changes the roles they hold there. */
export async function saveMember(tx: Tx, member: NewMember): Promise<void> {
  const { company_id } = tx.scope;
  const roles = [...member.roles];
  await tx.db
    .insertInto('company_user')
    .values({ ...member, company_id, roles })
    .onConflict((on) => on.columns(['company_id', 'user_id']).doUpdateSet({ roles }))
    .execute();
}

/** The plants a user is named for; replaces those of before. // spec §3 related_plants */
export async function saveRelatedPlants(
  tx: Tx,
  user_id: number,
  plant_ids: readonly number[],
): Promise<void> {
  const { company_id } = tx.scope;
  await tx.db
    .deleteFrom('company_user_plant')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .execute();
  if (plant_ids.length === 0) return;
  const rows = plant_ids.map((plant_id) => ({ company_id, user_id, plant_id }));
  await tx.db.insertInto('company_user_plant').values(rows).execute();
}
