/** One thing that an entry says of its deed. */
export interface Fact {
  field: string;
  /** Undefined: it was nothing before, or nobody noted what. */
  before: unknown;
  after: unknown;
}

const BEFORE = '_before';

/** What an entry's detail says, a field with what it was before joined with what it is now. What was and is nothing is left out. */
export function factsOf(detail: Readonly<Record<string, unknown>>): Fact[] {
  const fields = Object.keys(detail).map((name) =>
    name.endsWith(BEFORE) ? name.slice(0, -BEFORE.length) : name,
  );
  return [...new Set(fields)]
    .map((field) => ({ field, before: detail[`${field}${BEFORE}`], after: detail[field] }))
    .filter(({ before, after }) => JSON.stringify(before ?? null) !== JSON.stringify(after ?? null));
}
