import { assignments, insertRows } from '../columns.ts';
import type { PageQuery } from '../http/pages.ts';
import type { Tx } from '../tenancy.ts';

/** A row of a list that a company keeps for itself: its name is unique in the company. */
export interface ListRow {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

/** Where the rows stand. */
export interface ListTable {
  readonly table: string;
  /** What a person writes of a row; the rest is the program's. */
  readonly columns: readonly string[];
  /** It has a bin: `deleted_at`, and the policy `kept`. */
  readonly bin?: true;
}

/** A row of a table with a bin, and since when it lies there. */
export type Binned<T extends ListRow> = T & { readonly deleted_at: Date | null };

const readOf = ({ columns }: ListTable): string => ['id', ...columns, 'version'].join(', ');
/** Where the table has a bin, what lies there takes no name and no room, whether the transaction sees it or not. */
const kept = ({ bin }: ListTable): string => (bin ? 'and deleted_at is null' : '');
const written = ({ columns }: ListTable, fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => columns.includes(name)));

/** Whoever changes lists of this name in the company takes their turn until the transaction ends: names stay unique. */
export async function lockList(tx: Tx, name: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtext($2), $1)', [tx.scope.company_id, name]);
}

/** The rows that do not lie in the bin, by name. */
export async function listRows<T extends ListRow>(tx: Tx, of: ListTable): Promise<T[]> {
  const { rows } = await tx.query<T>(
    `select ${readOf(of)} from ${of.table} where company_id = $1 ${kept(of)} order by lower(name), id`,
    [tx.scope.company_id],
  );
  return rows;
}

/** A row, kept as it is until the transaction ends. */
export async function lockRow<T extends ListRow>(tx: Tx, of: ListTable, id: number): Promise<T | undefined> {
  const { rows } = await tx.query<T>(
    `select ${readOf(of)} from ${of.table} where company_id = $1 and id = $2 for update`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** The same of a row that may lie in the bin. */
export function lockBinned<T extends ListRow>(
  tx: Tx,
  of: ListTable,
  id: number,
): Promise<Binned<T> | undefined> {
  return lockRow<Binned<T>>(tx, { ...of, columns: [...of.columns, 'deleted_at'] }, id);
}

export async function isNameTaken(tx: Tx, of: ListTable, name: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from ${of.table} where company_id = $1 and name = $2 ${kept(of)}`,
    [tx.scope.company_id, name],
  );
  return rowCount > 0;
}

export async function countRows(tx: Tx, of: ListTable): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${of.table} where company_id = $1 ${kept(of)}`,
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}

export async function insertRow<T extends ListRow>(tx: Tx, of: ListTable, fields: object): Promise<T> {
  const row = { ...written(of, fields), company_id: tx.scope.company_id };
  const [made] = await insertRows<T>(tx, of.table, [row], `returning ${readOf(of)}`);
  if (!made) throw new Error(`nothing was stored in ${of.table}`);
  return made;
}

/** Writes what a person writes of a row. */
export async function updateRow<T extends ListRow>(tx: Tx, of: ListTable, row: T): Promise<T | undefined> {
  const values: unknown[] = [tx.scope.company_id, row.id];
  const changes = assignments(written(of, row), values);
  const { rows } = await tx.query<T>(
    `update ${of.table} set version = version + 1${changes} where company_id = $1 and id = $2 returning ${readOf(of)}`,
    values,
  );
  return rows[0];
}

export async function deleteRow(tx: Tx, { table }: ListTable, id: number): Promise<void> {
  await tx.query(`delete from ${table} where company_id = $1 and id = $2`, [tx.scope.company_id, id]);
}

/** Writes since when a row lies in the bin, or that it does not; the transaction sees the bin. */
export async function setDeletedAt(tx: Tx, { table }: ListTable, id: number, at: Date | null): Promise<void> {
  await tx.query(
    `update ${table} set deleted_at = $3, version = version + 1 where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, at],
  );
}

/** A page of the rows in the bin, those deleted last first; the transaction sees the bin. */
export async function listDeletedRows<T extends ListRow>(
  tx: Tx,
  of: ListTable,
  { page, page_size }: PageQuery,
): Promise<{ count: number; results: (T & { deleted_at: string })[] }> {
  const { rows } = await tx.query<T & { deleted_at: Date; of_all: number }>(
    `select ${readOf(of)}, deleted_at, count(*) over ()::int as of_all from ${of.table}
     where company_id = $1 and deleted_at is not null order by deleted_at desc, id desc limit $2 offset $3`,
    [tx.scope.company_id, page_size, (page - 1) * page_size],
  );
  const results = rows.map(({ of_all: _, ...row }) => ({ ...row, deleted_at: row.deleted_at.toISOString() }));
  const count = rows[0]?.of_all ?? (page > 1 ? await countDeleted(tx, of) : 0);
  return { count, results: results as unknown as (T & { deleted_at: string })[] };
}

/** Of a page beyond the last there is no row to say how many there are. */
async function countDeleted(tx: Tx, of: ListTable): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${of.table} where company_id = $1 and deleted_at is not null`,
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}
