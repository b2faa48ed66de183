import type pg from 'pg';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import type { ApiKey } from '../companies.contract.ts';
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

const keyColumns = (tx: Tx) =>
  tx.db
    .selectFrom('api_key as k')
    .leftJoin('plant as p', (join) =>
      join.onRef('p.company_id', '=', 'k.company_id').onRef('p.id', '=', 'k.plant_id'),
    )
    .where('k.company_id', '=', tx.scope.company_id)
    .select([
      'k.id',
      'k.name',
      'k.hint',
      'k.scopes',
      'p.proj_code',
      'k.expires_at',
      'k.last_used_at',
      'k.revoked_at',
      'k.created_at',
    ]);

type KeyRow = Awaited<ReturnType<ReturnType<typeof keyColumns>['execute']>>[number];

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const present = (row: KeyRow): ApiKey => ({
  ...row,
  scopes: row.scopes as ApiKey['scopes'],
  expires_at: iso(row.expires_at),
  last_used_at: iso(row.last_used_at),
  revoked_at: iso(row.revoked_at),
  created_at: row.created_at.toISOString(),
});

export async function listKeys(tx: Tx): Promise<ApiKey[]> {
  const rows = await keyColumns(tx).orderBy('k.id', 'desc').limit(500).execute();
  return rows.map(present);
}

export interface NewKeyRow {
  name: string;
  scopes: string[];
  plant_id: number | null;
  expires_at: string | null;
  digest: Buffer;
  hint: string;
}

export async function insertKey(tx: Tx, key: NewKeyRow): Promise<ApiKey> {
  const { company_id, user_id } = tx.scope;
  const { id } = await tx.db
    .insertInto('api_key')
    .values({
      ...key,
      company_id,
      created_by: user_id,
      expires_at: key.expires_at === null ? null : new Date(key.expires_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return present(await keyColumns(tx).where('k.id', '=', id).executeTakeFirstOrThrow());
}

/** Whether a key that still held was revoked. */
export async function revokeKey(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('api_key')
    .set({ revoked_at: new Date() })
    .where('company_id', '=', tx.scope.company_id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The id of a plant of the company by its code. */
export async function findPlantId(tx: Tx, proj_code: string): Promise<number | undefined> {
  const row = await tx.db
    .selectFrom('plant')
    .select('id')
    .where('company_id', '=', tx.scope.company_id)
    .where('proj_code', '=', proj_code)
    .executeTakeFirst();
  return row?.id;
}
