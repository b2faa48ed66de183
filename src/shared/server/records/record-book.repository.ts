import { assignments, insertRows } from '../columns.ts';
import { type Condition, joined } from '../conditions.ts';
import type { PageQuery } from '../http/pages.ts';
import { plantFilter, type Tx } from '../tenancy.ts';

/** By what a list is ordered: SQL about the record `r`; what may be null stands last, whichever the direction. */
export type SortKey = string | { readonly sql: string; readonly nullable: true };

/** Where the records of a book stand: `company_id`, `id`, `version`, `created_by`, `deleted_at` and `deleted_by` are its own. */
export interface BookTable {
  readonly table: string;
  /** The column that names a record's plant; null where records belong to none. */
  readonly plant: string | null;
  readonly sorts: Readonly<Record<string, SortKey>>;
}

/** A record as whoever changes it holds it. */
export interface HeldRecord {
  readonly id: number;
  readonly version: number;
  readonly deleted_at: Date | null;
}

/** Which records are meant, and in which order: a name of `sorts`, with a hyphen before it descending. */
export interface Asked {
  readonly where: readonly Condition[];
  readonly sort: string;
}

/** Which records are meant, as SQL about the record `r` with its values; $1 is the company. */
export interface Matching {
  readonly sql: string;
  readonly values: unknown[];
}

/** The conditions of the records that are not in the bin and that the scope may see. */
export function matching(tx: Tx, { plant }: Pick<BookTable, 'plant'>, where: readonly Condition[]): Matching {
  const values: unknown[] = [tx.scope.company_id];
  const seen: Condition[] = plant
    ? [[`r.${plant} = any($?::bigint[])`, plantFilter(tx.scope) ?? undefined]]
    : [];
  return {
    sql: joined([['r.company_id = $1'], ['r.deleted_at is null'], ...seen, ...where], values),
    values,
  };
}

/** The order that a list is asked for in, or the same from its end. */
function orderOf({ sorts }: BookTable, sort: string, fromEnd = false): string {
  const down = sort.startsWith('-');
  const key = sorts[down ? sort.slice(1) : sort];
  if (key === undefined) throw new Error(`records are not ordered by ${sort}`);
  const direction = down !== fromEnd ? ' desc' : '';
  const [sql, nulls] =
    typeof key === 'string' ? [key, ''] : [key.sql, fromEnd ? ' nulls first' : ' nulls last'];
  return `${sql}${direction}${nulls}, r.id${direction}`;
}

async function countOf(tx: Tx, { table }: BookTable, { sql, values }: Matching): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${table} r where ${sql}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** A search reads the texts of all records: it is done once, for the page and the count. Anything else is counted by an index. */
const readsTexts = (where: readonly Condition[]): boolean =>
  where.some(([sql, first]) => first !== undefined && /\b(i?like|strpos)\b/.test(sql));

/**
 * Texts are read from the index that holds them. The planner holds the rows for as cheap where the order is another than the
 * index's, but a row is taken apart up to its last column: half as long again.
 */
const READ_BY_INDEX = "select set_config('enable_seqscan', 'off', true)";
const READ_BY_ANY = "select set_config('enable_seqscan', 'on', true)";

/** A page of what a search finds, with how many there are in all. */
async function findSearched(
  tx: Tx,
  of: BookTable,
  { where, sort }: Asked,
  { page, page_size }: PageQuery,
): Promise<{ count: number; ids: number[] }> {
  const which = matching(tx, of, where);
  const { sql, values } = which;
  const n = values.length;
  await tx.query(READ_BY_INDEX);
  const { rows } = await tx.query<{ id: number; of_all: number }>(
    `select r.id, count(*) over ()::int as of_all from ${of.table} r where ${sql}
     order by ${orderOf(of, sort)} limit $${n + 1} offset $${n + 2}`,
    [...values, page_size, (page - 1) * page_size],
  );
  await tx.query(READ_BY_ANY);
  // Nothing on the first page is nothing at all; of a page beyond the last no row says how many there are.
  const count = rows[0]?.of_all ?? (page === 1 ? 0 : await countOf(tx, of, which));
  return { count, ids: rows.map(({ id }) => id) };
}

/** The numbers of one page of the records, and how many there are in all. */
export async function findPage(
  tx: Tx,
  of: BookTable,
  asked: Asked,
  query: PageQuery,
): Promise<{ count: number; ids: number[] }> {
  if (readsTexts(asked.where)) return findSearched(tx, of, asked, query);
  const which = matching(tx, of, asked.where);
  const { sql, values } = which;
  const count = await countOf(tx, of, which);
  const before = (query.page - 1) * query.page_size;
  const size = Math.min(query.page_size, count - before);
  if (size <= 0) return { count, ids: [] };
  const after = count - before - size;
  // Whatever stands before a page is gone through, too: of the second half it is shorter from the end.
  const fromEnd = after < before;
  const n = values.length;
  const { rows } = await tx.query<{ id: number }>(
    `select r.id from ${of.table} r where ${sql}
     order by ${orderOf(of, asked.sort, fromEnd)} limit $${n + 1} offset $${n + 2}`,
    [...values, size, fromEnd ? after : before],
  );
  const ids = rows.map(({ id }) => id);
  return { count, ids: fromEnd ? ids.reverse() : ids };
}

/** The numbers of all records that are meant, in their order. */
export async function findAll(tx: Tx, of: BookTable, { where, sort }: Asked): Promise<number[]> {
  const { sql, values } = matching(tx, of, where);
  const { rows } = await tx.query<{ id: number }>(
    `select r.id from ${of.table} r where ${sql} order by ${orderOf(of, sort)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** A record, kept as it is until the transaction ends; one of the bin only where the transaction sees it. */
export async function lockRecord(tx: Tx, { table }: BookTable, id: number): Promise<HeldRecord | undefined> {
  const { rows } = await tx.query<HeldRecord>(
    `select id, version, deleted_at from ${table} where company_id = $1 and id = $2 for update`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** The record that was made with a sender's key, in the bin too; whoever sends with the same key takes their turn. */
export async function findByClientKey(
  tx: Tx,
  { table }: BookTable,
  client_key: string,
): Promise<number | undefined> {
  const of = [tx.scope.company_id, client_key];
  await tx.query('select pg_advisory_xact_lock(hashtext($2), $1)', of);
  const { rows } = await tx.query<{ id: number }>(
    `select id from ${table} where company_id = $1 and client_key = $2::uuid`,
    of,
  );
  return rows[0]?.id;
}

/** Stores a new record; answers its number. */
export async function insertRecord(tx: Tx, { table }: BookTable, columns: object): Promise<number> {
  const { company_id, user_id } = tx.scope;
  const row = { ...columns, company_id, created_by: user_id };
  const [made] = await insertRows<{ id: number }>(tx, table, [row], 'returning id');
  if (!made) throw new Error(`nothing was stored in ${table}`);
  return made.id;
}

/** Writes what was changed of a record, and its next version. */
export async function updateRecord(tx: Tx, { table }: BookTable, id: number, columns: object): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments(columns, values);
  await tx.query(
    `update ${table} set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

/** Writes since when a record lies in the bin, and who put it there, or that it does not; the transaction sees the bin. */
export async function setBinned(tx: Tx, of: BookTable, id: number, deleted_at: Date | null): Promise<void> {
  await updateRecord(tx, of, id, { deleted_at, deleted_by: deleted_at && tx.scope.user_id });
}

export async function deleteRecord(tx: Tx, { table }: BookTable, id: number): Promise<void> {
  await tx.query(`delete from ${table} where company_id = $1 and id = $2`, [tx.scope.company_id, id]);
}

/** A record of the bin, with who put it there. */
export interface BinnedRecord {
  readonly id: number;
  readonly deleted_at: Date;
  readonly deleted_by: number | null;
}

/** A page of the bin, those deleted last first; the transaction sees the bin. */
export async function findBinned(
  tx: Tx,
  { table, plant }: BookTable,
  { page, page_size }: PageQuery,
): Promise<{ count: number; rows: BinnedRecord[] }> {
  const sees = plant ? `and ($2::bigint[] is null or r.${plant} = any($2))` : 'and $2::bigint[] is null';
  const values = [tx.scope.company_id, plant ? plantFilter(tx.scope) : null];
  const where = `r.company_id = $1 and r.deleted_at is not null ${sees}`;
  const counted = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${table} r where ${where}`,
    values,
  );
  const { rows } = await tx.query<BinnedRecord>(
    `select r.id, r.deleted_at, r.deleted_by from ${table} r where ${where}
     order by r.deleted_at desc, r.id desc limit $3 offset $4`,
    [...values, page_size, (page - 1) * page_size],
  );
  return { count: counted.rows[0]?.count ?? 0, rows };
}
