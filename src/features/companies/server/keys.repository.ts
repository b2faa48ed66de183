import { listAccountNames } from '../../../shared/server/account-names.repository.ts';
import { isoOrNull } from '../../../shared/server/iso.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { ApiKey } from '../companies.contract.ts';

const KEYS = `select k.created_by, u.user_id as maker_here,
    nullif(btrim(u.first_name || ' ' || u.last_name), '') as name_here,
    k.id, k.name, k.hint, k.scopes, p.proj_code, k.expires_at, k.last_used_at, k.revoked_at, k.created_at
  from api_key k
  left join plants.plant p on p.company_id = k.company_id and p.id = k.plant_id
  left join company_user u on u.company_id = k.company_id and u.user_id = k.created_by
  where k.company_id = $1`;

interface KeyRow {
  created_by: number | null;
  maker_here: number | null;
  name_here: string | null;
  id: number;
  name: string;
  hint: string;
  scopes: ApiKey['scopes'];
  proj_code: string | null;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
}

async function present(tx: Tx, rows: readonly KeyRow[]): Promise<ApiKey[]> {
  const names = await listAccountNames(
    tx,
    rows.map(({ created_by, name_here }) => (name_here === null ? created_by : null)),
  );
  return rows.map(({ maker_here, name_here, ...row }) => ({
    ...row,
    created_by_name: name_here ?? names.get(row.created_by ?? 0) ?? null,
    created_by_left: row.created_by !== null && maker_here === null,
    expires_at: isoOrNull(row.expires_at),
    last_used_at: isoOrNull(row.last_used_at),
    revoked_at: isoOrNull(row.revoked_at),
    created_at: row.created_at.toISOString(),
  }));
}

const LISTED = 500;

/** Keys, newest first; those that were revoked come last. */
export async function listKeys(tx: Tx): Promise<ApiKey[]> {
  const { rows } = await tx.query<KeyRow>(`${KEYS} order by k.revoked_at is null desc, k.id desc limit $2`, [
    tx.scope.company_id,
    LISTED,
  ]);
  return present(tx, rows);
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
  const made = await tx.query<{ id: number }>(
    `insert into api_key (company_id, created_by, name, scopes, plant_id, expires_at, digest, hint)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [company_id, user_id, key.name, key.scopes, key.plant_id, key.expires_at, key.digest, key.hint],
  );
  const { rows } = await tx.query<KeyRow>(`${KEYS} and k.id = $2`, [company_id, made.rows[0]?.id]);
  const [key_made] = await present(tx, rows);
  if (!key_made) throw new Error('a key that was just made is not there');
  return key_made;
}

/** Whether a key that still held was revoked. */
export async function revokeKey(tx: Tx, id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update api_key set revoked_at = $3 where company_id = $1 and id = $2 and revoked_at is null',
    [tx.scope.company_id, id, new Date()],
  );
  return rowCount > 0;
}

/** The id of a plant of the company by its code. */
export async function findPlantId(tx: Tx, proj_code: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    'select id from plants.plant where company_id = $1 and proj_code = $2',
    [tx.scope.company_id, proj_code],
  );
  return rows[0]?.id;
}
