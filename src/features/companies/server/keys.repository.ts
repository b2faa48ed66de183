import { sql } from 'kysely';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { ApiKey } from '../companies.contract.ts';

const keyColumns = (tx: Tx) =>
  tx.db
    .selectFrom('api_key as k')
    .leftJoin('plant as p', (join) =>
      join.onRef('p.company_id', '=', 'k.company_id').onRef('p.id', '=', 'k.plant_id'),
    )
    .leftJoin('company_user as u', (join) =>
      join.onRef('u.company_id', '=', 'k.company_id').onRef('u.user_id', '=', 'k.created_by'),
    )
    .leftJoin('user_account as a', 'a.id', 'k.created_by')
    .where('k.company_id', '=', tx.scope.company_id)
    .select((eb) => [
      'k.created_by',
      'u.user_id as maker_here',
      eb.fn
        .coalesce(
          sql<string | null>`nullif(btrim(u.first_name || ' ' || u.last_name), '')`,
          sql<string | null>`nullif(a.name, '')`,
        )
        .as('created_by_name'),
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
const present = ({ maker_here, ...row }: KeyRow): ApiKey => ({
  ...row,
  created_by_left: row.created_by !== null && maker_here === null,
  scopes: row.scopes as ApiKey['scopes'],
  expires_at: iso(row.expires_at),
  last_used_at: iso(row.last_used_at),
  revoked_at: iso(row.revoked_at),
  created_at: row.created_at.toISOString(),
});

const LISTED = 500;

/** Keys, newest first; those that were revoked come last. */
export async function listKeys(tx: Tx): Promise<ApiKey[]> {
  const rows = await keyColumns(tx)
    .orderBy((eb) => eb('k.revoked_at', 'is', null), 'desc')
    .orderBy('k.id', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(present);
}

export interface KeyMade {
  id: number;
  name: string;
  hint: string;
  scopes: string[];
  created_at: Date;
  last_used_at: Date | null;
}

/** Keys that a person made and that still hold. */
export async function listKeysMadeBy(tx: Tx, user_id: number): Promise<KeyMade[]> {
  const { rows } = await tx.query<KeyMade>(
    `select id, name, hint, scopes, created_at, last_used_at from api_key
     where company_id = $1 and created_by = $2 and revoked_at is null and (expires_at is null or expires_at > now())
     order by id`,
    [tx.scope.company_id, user_id],
  );
  return rows;
}

/** How many keys hold; who makes several at once takes their turn until the transaction ends. */
export async function countLiveKeys({ scope, query }: Tx): Promise<number> {
  await query(`select pg_advisory_xact_lock(hashtext('api_key'), $1)`, [scope.company_id]);
  const { rows } = await query<{ count: number }>(
    `select count(*)::int as count from api_key
     where company_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    [scope.company_id],
  );
  return rows[0]?.count ?? 0;
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
