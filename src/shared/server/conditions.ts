/**
 * A condition of a statement with its values, which stand at `$?`, `$?2`, …; it is left out where the first of them is undefined:
 * only what is asked for is in the statement, so that each question finds its index.
 */
export type Condition = readonly [sql: string, ...values: unknown[]];

/** Conditions joined by `and`; their values are added to `values`, which holds those of the statement so far. */
export function joined(conditions: readonly Condition[], values: unknown[]): string {
  const asked = conditions.filter(([, ...own]) => own.length === 0 || own[0] !== undefined);
  const parts = asked.map(([sql, ...own]) => {
    const before = values.length;
    values.push(...own);
    return sql.replace(/\$\?(\d?)/g, (_, place: string) => `$${before + Number(place || 1)}`);
  });
  return parts.join('\n    and ');
}
