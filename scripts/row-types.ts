import { fileURLToPath } from 'node:url';
import { withClient } from '../src/apps/server/postgres/connect.ts';
import { createTestDatabase, stopTestPostgres } from '../tests/support/postgres.ts';
import { readModuleGraph } from './module-graph.ts';
import { compareRows, type Declared, type Variant } from './row-types/compare.ts';
import { Describer } from './row-types/describe.ts';
import { SAMPLES } from './row-types/samples.ts';
import { readStatements, type Statement } from './row-types/statements.ts';

/** What was read and what is wrong: a check that reads nothing finds nothing. */
export interface RowTypes {
  readonly statements: number;
  readonly variants: number;
  readonly faults: readonly string[];
}

const SPEAKS = /\bquery\b|\binsertRows\b/;
/** Puts statements together for tables that its callers name, or speaks to databases that are not migrated; tested on their own. */
const OF_OTHERS =
  /^src\/(shared\/server\/(columns|db|records\/(company-list|record-book)\.repository)|apps\/server\/(postgres|backup)\/.*)\.ts$/;

/** Every hand-written statement of the program. */
export function statementsOf(root: string): Statement[] {
  const files = [...readModuleGraph(root).values()];
  return files
    .filter(
      ({ path }) => /^src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/web\//.test(path) && !OF_OTHERS.test(path),
    )
    .filter(({ text }) => SPEAKS.test(text))
    .flatMap(({ path }) => readStatements(root, path));
}

const staleSamples = (root: string): string[] =>
  Object.keys(SAMPLES)
    .filter((key) => !readModuleGraph(root).has(key.replace(/#.*/, '')))
    .map((key) => `scripts/row-types/samples.ts: there is no ${key}`);

/** Every variant of a statement as PostgreSQL describes it, or why it refuses one. */
async function describe(of: Describer, { path, line, texts }: Statement): Promise<Variant[] | string> {
  const variants: Variant[] = [];
  // Settings of a transaction go out several at once, and answer nothing.
  for (const text of texts.filter((one) => !/^set local .*;/.test(one))) {
    try {
      variants.push({ columns: await of.columnsOf(text), isWhole: /\bselect \*|\w\.\*/.test(text) });
    } catch (error) {
      return `${path}:${line} ${(error as Error).message}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
    }
  }
  return variants;
}

/** Prepares every hand-written statement on a migrated database and compares its rows with what the sources declare. */
export async function checkRowTypes(root: string): Promise<RowTypes> {
  const statements = statementsOf(root);
  const faults = [
    ...staleSamples(root),
    ...statements.flatMap(({ path, line, fault, row }) =>
      fault && row ? [`${path}:${line} ${fault}: say in scripts/row-types/samples.ts what stands there`] : [],
    ),
  ];
  const declared: Declared[] = [];
  const { superuser, drop } = await createTestDatabase();
  await withClient(superuser, async (client) => {
    const describer = await Describer.of(client);
    for (const statement of statements) {
      const { path, line, row } = statement;
      const variants = await describe(describer, statement);
      if (typeof variants === 'string') faults.push(variants);
      else if (row && variants.length > 0) declared.push({ path, line, row, variants });
    }
  });
  await drop();
  faults.push(...compareRows(root, declared));
  return {
    statements: declared.length,
    variants: statements.reduce((n, { texts }) => n + texts.length, 0),
    faults,
  };
}

if (import.meta.main) {
  const { statements, variants, faults } = await checkRowTypes(fileURLToPath(new URL('..', import.meta.url)));
  for (const fault of faults) console.error(fault);
  console.log(`${statements} statements with rows, ${variants} texts, ${faults.length} faults`);
  await stopTestPostgres();
  process.exitCode = faults.length === 0 ? 0 : 1;
}
