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
export interface Selection {
  readonly where: readonly Condition[];
  readonly sort: string;
}

interface Page {
  readonly count: number;
  readonly ids: number[];
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

/** What a list is ordered by, which way, and where what is null stands: as it is asked for, or the same from its end. */
function keyOf(
  { sorts }: BookTable,
  sort: string,
  fromEnd: boolean,
): { sql: string; way: string; nulls: string } {
  const down = sort.startsWith('-');
  const key = sorts[down ? sort.slice(1) : sort];
  if (key === undefined) throw new Error(`records are not ordered by ${sort}`);
  const way = down !== fromEnd ? ' desc' : '';
  if (typeof key === 'string') return { sql: key, way, nulls: '' };
  return { sql: key.sql, way, nulls: fromEnd ? ' nulls first' : ' nulls last' };
}

/** The order that a list is asked for in, or the same from its end. */
function orderOf(of: BookTable, sort: string, fromEnd = false): string {
  const { sql, way, nulls } = keyOf(of, sort, fromEnd);
  return `${sql}${way}${nulls}, r.id${way}`;
}

async function countOf(tx: Tx, { table }: BookTable, { sql, values }: Matching): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${table} r where ${sql}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** A search reads the texts of all records, or asks each for its bit, which is done once. Anything else is counted by an index. */
const readsTexts = (where: readonly Condition[]): boolean =>
  where.some(([sql, first]) => first !== undefined && /\b(i?like|strpos|position|get_bit)\b/.test(sql));

/** What goes through all records of a company is done before a second process has begun to help, which is as long again where that is slow. */
export const ALONE = "select set_config('max_parallel_workers_per_gather', '0', true)";

/**
 * Texts are read from the index that holds them. The planner holds the rows for as cheap where the order is another than the
 * index's, but a row is taken apart up to its last column: half as long again.
 */
const READ_BY_INDEX = `${ALONE}, set_config('enable_seqscan', 'off', true)`;
const READ_BY_ANY = "select set_config('enable_seqscan', 'on', true)";

/** So many records are found first and then put in order. */
const FEW = 10_000;
/** Pages that end before are near: of many records they are met soon in the order of the list. */
const NEAR = 1000;

/** A page of what a search finds, with how many there are in all: the texts are read once. */
async function findSearched(tx: Tx, of: BookTable, asked: Selection, query: PageQuery): Promise<Page> {
  await tx.query(READ_BY_INDEX);
  const isNear = query.page * query.page_size <= NEAR;
  const page = await (isNear ? searchedNear(tx, of, asked, query) : searchedDeep(tx, of, asked, query));
  await tx.query(READ_BY_ANY);
  return page;
}

async function searchedNear(
  tx: Tx,
  of: BookTable,
  { where, sort }: Selection,
  query: PageQuery,
): Promise<Page> {
  const which = matching(tx, of, where);
  const { rows } = await tx.query<{ count: number; ids: number[] | null }>(
    `select count(*)::int as count, (array_agg(r.id))[1:${FEW}] as ids from ${of.table} r where ${which.sql}`,
    which.values,
  );
  const [{ count, ids } = { count: 0, ids: null }] = rows;
  const few = { sql: 'r.company_id = $1 and r.deleted_at is null and r.id = any($2::bigint[])' };
  const among = count > FEW ? which : { ...few, values: [tx.scope.company_id, ids] };
  return { count, ids: await pageOf(tx, of, { ...among, count, sort }, query) };
}

/** No list has a place beyond it: pages may be asked for that it does not have. */
const LAST = 2 ** 31 - 1;

/** All are put in order, which many are sooner than they are walked through. */
async function searchedDeep(
  tx: Tx,
  of: BookTable,
  { where, sort }: Selection,
  { page, page_size }: PageQuery,
): Promise<Page> {
  const { sql, values } = matching(tx, of, where);
  const n = values.length;
  const { rows } = await tx.query<{ count: number; ids: number[] | null }>(
    `select count(*)::int as count, (array_agg(r.id order by ${orderOf(of, sort)}))[$${n + 1}::int:$${n + 2}::int] as ids
     from ${of.table} r where ${sql}`,
    [...values, ...[(page - 1) * page_size + 1, page * page_size].map((place) => Math.min(place, LAST))],
  );
  return { count: rows[0]?.count ?? 0, ids: rows[0]?.ids ?? [] };
}

/** A page of so many records, in the order that is asked for. */
async function pageOf(
  tx: Tx,
  of: BookTable,
  { sql, values, count, sort }: Matching & { readonly count: number; readonly sort: string },
  query: PageQuery,
): Promise<number[]> {
  const before = (query.page - 1) * query.page_size;
  const size = Math.min(query.page_size, count - before);
  if (size <= 0) return [];
  const after = count - before - size;
  // Whatever stands before a page is gone through, too: of the second half it is shorter from the end.
  const fromEnd = after < before;
  const n = values.length;
  const { sql: key, way, nulls } = keyOf(of, sort, fromEnd);
  // Few that stand far back in an order are not looked for there: the planner takes them for spread over it.
  const { rows } = await tx.query<{ id: number }>(
    `with m as ${count > FEW ? 'not ' : ''}materialized (select r.id, ${key} as by from ${of.table} r where ${sql})
     select m.id from m order by m.by${way}${nulls}, m.id${way} limit $${n + 1} offset $${n + 2}`,
    [...values, size, fromEnd ? after : before],
  );
  const ids = rows.map(({ id }) => id);
  return fromEnd ? ids.reverse() : ids;
}

/** The numbers of one page of the records, and how many there are in all. */
export async function findPage(tx: Tx, of: BookTable, asked: Selection, query: PageQuery): Promise<Page> {
  if (readsTexts(asked.where)) return findSearched(tx, of, asked, query);
  const which = matching(tx, of, asked.where);
  const count = await countOf(tx, of, which);
  return { count, ids: await pageOf(tx, of, { ...which, count, sort: asked.sort }, query) };
}

/** The numbers of all records that are meant, in their order. */
export async function findAll(tx: Tx, of: BookTable, { where, sort }: Selection): Promise<number[]> {
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
