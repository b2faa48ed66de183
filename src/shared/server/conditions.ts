/**
 * A condition of a statement with its values, which stand at `$?`, `$?2`, …; it is left out where the first of them is undefined:
 * only what is asked for is in the statement, so that each question finds its index.
 */
export type Condition = readonly [sql: string, ...values: unknown[]];

/** The values of a condition stand behind so many others. */
const behind = (sql: string, before: number, sign: string): string =>
  sql.replace(/\$\?(\d*)/g, (_, place: string) => `${sign}${before + Number(place || 1)}`);

/** Conditions of which one is enough, the first of them asked first. */
export function oneOf(conditions: readonly Condition[]): Condition {
  const values: unknown[] = [];
  const parts = conditions.map(([sql, ...own]) => {
    const before = values.length;
    values.push(...own);
    return own.length === 0 ? sql : behind(sql, before, '$?');
  });
  return [`(${parts.join(' or ')})`, ...values];
}

/**
 * Conditions of which each is asked only where the one before holds, the first of them of all rows: joined by `and` they are asked as
 * the planner takes them for cheap, whatever they let pass.
 */
export function inTurn([first, ...others]: readonly Condition[]): Condition[] {
  const [next] = first ? inTurn(others) : [];
  if (!first || !next) return first ? [first] : [];
  const [sql, ...values] = first;
  const [rest, ...more] = next;
  return [[`case when ${sql} then ${behind(rest, values.length, '$?')} else false end`, ...values, ...more]];
}

/** Conditions joined by `and`; their values are added to `values`, which holds those of the statement so far. */
export function joined(conditions: readonly Condition[], values: unknown[]): string {
  const asked = conditions.filter(([, ...own]) => own.length === 0 || own[0] !== undefined);
  const parts = asked.map(([sql, ...own]) => {
    const before = values.length;
    values.push(...own);
    return behind(sql, before, '$');
  });
  return parts.join('\n    and ');
}
