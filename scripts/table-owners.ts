import { globSync, readFileSync } from 'node:fs';

/** A statement of one area that names a table of another. */
export interface Crossing {
  readonly area: string;
  readonly file: string;
  readonly line: number;
  readonly table: string;
}

/** Whose a server file is: an area's, the acquisition's, what all share; undefined for the composition. */
function areaOf(file: string): string | undefined {
  const [, area] = /^src\/features\/([^/]+)\//.exec(file) ?? [];
  return area ?? /^src\/(acquisition|shared)\//.exec(file)?.[1];
}

/** The source without its comments, every character in its place. */
const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '));

const NAMED =
  /(?<!\bdistinct )(?<!\bextract\([a-z ]{1,20})\b(from|join|using|into|(?<!for )(?<!for no key )(?<!do )update)\s+(?:only\s+|\((?!\s*(?:select|values|with)\b)\s*)?((?:[a-z_]+\.)?[a-z_]+)((?:\s+(?:as\s+)?(?!on\b|where\b|join\b|left\b|cross\b|order\b|group\b|set\b|limit\b|using\b|for\b|union\b)[a-z_]+)?(?:\s*,\s*(?:[a-z_]+\.)?[a-z_]+(?:\s+(?!on\b|where\b|join\b|left\b|cross\b|order\b|group\b|set\b|limit\b|using\b|for\b|union\b)[a-z_]+)?)*)/g;

// What makes statements for a table is told its name.
const PASSED = /\b(insertRows\(\w+, |nameById\(\s*|\btable: )'([a-z_.]+)'/g;

/** Tables and views that the SQL of a source file reads or changes, each with its place in the text. */
export function tablesNamed(source: string): { name: string; at: number }[] {
  const sql = withoutComments(source);
  const passed = [...sql.matchAll(PASSED)].map(({ index, 0: whole, 2: name = '' }) => ({
    name,
    at: index + whole.length - name.length - 1,
  }));
  const named = [...sql.matchAll(NAMED)].flatMap((match) => {
    const [whole, verb, name = '', rest = ''] = match;
    const at = match.index + whole.length - rest.length - name.length;
    const first = { name, at };
    const others = [...rest.matchAll(/,\s*((?:[a-z_]+\.)?[a-z_]+)/g)].map((other) => ({
      name: other[1] ?? '',
      at: at + name.length + other.index + other[0].length - (other[1] ?? '').length,
    }));
    return [first, ...(verb === 'from' || verb === 'using' ? others : [])];
  });
  return [...passed, ...named];
}

/** Files of the server that may hold SQL. */
export const serverFiles = (root: string): string[] =>
  globSync('src/{features,acquisition,shared}/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\/web\//.test(file))
    .sort();

/** Every statement that names another area's table itself, and not a view of that area's schema. */
export function findTableCrossings(
  root: string,
  owners: ReadonlyMap<string, string>,
  /** `area.table` that others change, which they name as `public.table`: rows are not changed through views. */
  changed: ReadonlySet<string> = new Set(),
): Crossing[] {
  return serverFiles(root).flatMap((file) => {
    const area = areaOf(file);
    const source = readFileSync(`${root}${file}`, 'utf8');
    if (area === undefined) return [];
    return tablesNamed(source).flatMap(({ name: table, at }) => {
      const bare = table.replace(/^public\./, '');
      const owner = owners.get(bare);
      if (bare !== table && changed.has(`${owner}.${bare}`)) return [];
      if (owner === undefined || owner === area) return [];
      return [{ area, file, line: source.slice(0, at).split('\n').length, table }];
    });
  });
}
