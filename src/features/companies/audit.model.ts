/** One thing that an entry says of its action. */
export interface Fact {
  field: string;
  /** Undefined: it was nothing before, or nobody noted what. */
  before: unknown;
  after: unknown;
}

/** Whether a value is an instant as the program writes it. */
export const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text);

/** Fields that hold plants by their numbers. */
export const PLANTS: ReadonlySet<string> = new Set(['related_plants', 'plant_ids', 'master_id']);

/** Fields that hold devices, and those that hold people, by their numbers. */
export const DEVICES: ReadonlySet<string> = new Set(['device_id', 'from']);
export const PEOPLE: ReadonlySet<string> = new Set(['assigned_to', 'given_by', 'invited_by']);
/** Fields that hold what devices belong to, by its number. */
export const PARTS: ReadonlySet<string> = new Set(['section_id', 'category_id', 'port_id']);
/** Fields that hold variables by the names that programs know them by. */
export const VARIABLES: ReadonlySet<string> = new Set(['names', 'variable', 'variables']);

/** Fields whose texts begin with a word of the program's: `port 12`, `device 5`, `4 variables, 0 texts`. */
export const SPOKEN: ReadonlySet<string> = new Set(['ways', 'tried_as']);

/** Such a text in the words of a language. */
export const spokenOf = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(
    /^(?:port|device|template)(?= )|(?<=\d )(?:variables|texts)\b/g,
    (word) => words[word] ?? word,
  );

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
