import type { Tx } from './tenancy.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined;

/**
 * Assignments for `set version = version + 1${…}`: `, "name" = $3` for each field that is not undefined. Their values are
 * added to `values`, which holds those of the statement so far.
 */
export function assignments(fields: object, values: unknown[]): string {
  const given = Object.entries(fields).filter(isGiven);
  return given.map(([name, value]) => `, ${quoted(name)} = $${values.push(value)}`).join('');
}

/**
 * Inserts rows whose columns are those that they have; one that only other rows have takes its default.
 * @param tail what follows the values: `on conflict …`, `returning …`
 */
export async function insertRows<R = Record<string, never>>(
  tx: Tx,
  table: string,
  rows: readonly object[],
  tail = '',
): Promise<R[]> {
  const names = [
    ...new Set(
      rows.flatMap((row) =>
        Object.entries(row)
          .filter(isGiven)
          .map(([name]) => name),
      ),
    ),
  ];
  const values: unknown[] = [];
  const tuples = rows.map((row) => {
    const fields = new Map(Object.entries(row));
    const places = names.map((name) => {
      const value = fields.get(name);
      return value === undefined ? 'default' : `$${values.push(value)}`;
    });
    return `(${places.join(', ')})`;
  });
  const text = `insert into ${table} (${names.map(quoted).join(', ')}) values ${tuples.join(', ')} ${tail}`;
  return (await tx.query<R>(text, values)).rows;
}
