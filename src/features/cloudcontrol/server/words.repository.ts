import type { Tx } from '../../../shared/server/tenancy.ts';

/** A table of a company's own words: each row has an id, a name that is unique in the company, and a version. */
export interface WordTable {
  readonly table: 'device_category' | 'variable_group' | 'tag';
  /** What a person writes of it; the rest is the program's. */
  readonly columns: readonly string[];
  /** What is answered beside those, id and version. */
  readonly answered?: readonly string[];
}

export interface WordRow {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

const answerOf = ({ columns, answered = [] }: WordTable): string =>
  ['id', ...columns, ...answered, 'version'].join(', ');
const valuesOf = ({ columns }: WordTable, fields: object): unknown[] =>
  columns.map((column) => (fields as Record<string, unknown>)[column]);

/** A row, kept as it is until the transaction ends. */
export async function lockWord<T extends WordRow>(tx: Tx, of: WordTable, id: number): Promise<T | undefined> {
  const { rows } = await tx.query<T>(
    `select ${answerOf(of)} from ${of.table} where company_id = $1 and id = $2 for update`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

export async function isWordTaken(tx: Tx, { table }: WordTable, name: string): Promise<boolean> {
  const { rowCount } = await tx.query(`select from ${table} where company_id = $1 and name = $2`, [
    tx.scope.company_id,
    name,
  ]);
  return rowCount > 0;
}

export async function countWords(tx: Tx, { table }: WordTable): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${table} where company_id = $1`,
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}

export async function insertWord<T extends WordRow>(tx: Tx, of: WordTable, fields: object): Promise<T> {
  const places = of.columns.map((_, i) => `$${i + 2}`).join(', ');
  const { rows } = await tx.query<T>(
    `insert into ${of.table} (company_id, ${of.columns.join(', ')}) values ($1, ${places}) returning ${answerOf(of)}`,
    [tx.scope.company_id, ...valuesOf(of, fields)],
  );
  const [made] = rows;
  if (!made) throw new Error(`nothing was stored in ${of.table}`);
  return made;
}

export async function updateWord<T extends WordRow>(
  tx: Tx,
  of: WordTable,
  row: { id: number } & object,
): Promise<T | undefined> {
  const set = of.columns.map((column, i) => `${column} = $${i + 3}`).join(', ');
  const { rows } = await tx.query<T>(
    `update ${of.table} set version = version + 1, ${set} where company_id = $1 and id = $2 returning ${answerOf(of)}`,
    [tx.scope.company_id, row.id, ...valuesOf(of, row)],
  );
  return rows[0];
}

export async function deleteWord(tx: Tx, { table }: WordTable, id: number): Promise<void> {
  await tx.query(`delete from ${table} where company_id = $1 and id = $2`, [tx.scope.company_id, id]);
}
