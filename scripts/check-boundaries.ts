import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Module, parseSync } from '@swc/core';
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';

const FOLDERS = ['src', 'simulators', 'tests', 'scripts', 'bench'];
const rules = new URL('../.dependency-cruiser.json', import.meta.url);

/** What was found, and how many files were read: a check that reads nothing finds nothing. */
export interface Boundaries {
  readonly faults: string[];
  readonly modules: number;
}

interface Source {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly tree: Module;
}

function sourcesIn(root: string): Source[] {
  const found: Source[] = [];
  for (const folder of FOLDERS) {
    for (const entry of entriesOf(join(root, folder))) {
      const file = join(entry.parentPath, entry.name);
      const text = readFileSync(file, 'utf8');
      const tree = parseSync(text, { syntax: 'typescript', tsx: entry.name.endsWith('x'), target: 'es2024' });
      found.push({ path: relative(root, file).replaceAll('\\', '/'), text, tree });
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

type Node = Readonly<Record<string, unknown>>;

/** Everything that a syntax tree imports, types and dynamic imports included. */
function* importsOf(node: unknown): Generator<string> {
  if (Array.isArray(node)) {
    for (const one of node) yield* importsOf(one);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, source, argument, callee, arguments: given } = node as Node;
  if (/^(Import|ExportAll|ExportNamed)Declaration$/.test(String(type)) && source) yield literal(source);
  if (type === 'TsImportType') yield literal(argument);
  if (type === 'CallExpression' && (callee as Node).type === 'Import') {
    yield literal((given as { expression: unknown }[])[0]?.expression);
  }
  for (const value of Object.values(node)) if (typeof value === 'object') yield* importsOf(value);
}

const literal = (node: unknown): string =>
  String((node as Node | undefined)?.value ?? 'a name made at run time');

/**
 * The rules of .dependency-cruiser.json over all sources. dependency-cruiser cannot read JSX under this compiler: it is
 * shown files of the same names that hold the imports and nothing else.
 */
async function cruiseSources(sources: readonly Source[]): Promise<Boundaries> {
  const shadow = mkdtempSync(join(tmpdir(), 'meridiana-imports-'));
  try {
    for (const { path, tree } of sources) {
      mkdirSync(dirname(join(shadow, path)), { recursive: true });
      const lines = [...new Set(importsOf(tree.body))].map((name) => `import ${JSON.stringify(name)};\n`);
      writeFileSync(join(shadow, path), lines.join(''));
    }
    const ruleSet = JSON.parse(readFileSync(rules, 'utf8')) as IFlattenedRuleSet;
    const { output } = await cruise(
      FOLDERS.filter((folder) => sources.some(({ path }) => path.startsWith(folder))),
      {
        baseDir: shadow,
        parser: 'swc',
        ruleSet,
        validate: true,
        doNotFollow: { path: 'node_modules' },
        moduleSystems: ['es6'],
      },
    );
    const { summary, modules } = output as ICruiseResult;
    const faults = summary.violations.map(({ rule, from, to, cycle }) =>
      cycle
        ? `${rule.name}: ${[from, ...cycle.map((one) => one.name)].join(' → ')}`
        : `${rule.name}: ${from} → ${to}`,
    );
    const read = new Set(modules.map((module) => module.source));
    return { faults, modules: sources.filter(({ path }) => read.has(path)).length };
  } finally {
    rmSync(shadow, { recursive: true, force: true });
  }
}

function barrels(sources: readonly Source[]): string[] {
  const passesOn = ({ tree }: Source) =>
    tree.body.length > 0 &&
    tree.body.every(
      (item) =>
        item.type === 'ExportAllDeclaration' || (item.type === 'ExportNamedDeclaration' && item.source),
    );
  return sources
    .filter((source) => /^index\.tsx?$/.test(basename(source.path)) || passesOn(source))
    .map(({ path }) => `no-barrels: ${path} only passes on what others export`);
}

// To listen for notices is to speak to the database, but not about data.
const SQL =
  /\bsql(<[^`]*>)?`|\.query(<[^(]*>)?\((?!'listen )|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/;
const MAY_SPEAK_SQL = /\.(repository|server|test)\.ts$/;

function strayStatements(sources: readonly Source[]): string[] {
  return sources
    .filter(
      ({ path }) => /^src\/(features\/[^/]+\/server|acquisition)\//.test(path) && !MAY_SPEAK_SQL.test(path),
    )
    .filter(({ text }) => SQL.test(text))
    .map(({ path }) => `sql-in-repositories: ${path} speaks SQL`);
}

/** Checks who imports whom, that nothing only re-exports, and that SQL stays in repositories. */
export async function checkBoundaries(root: string): Promise<Boundaries> {
  const sources = sourcesIn(root);
  const { faults, modules } = await cruiseSources(sources);
  const all = [...faults, ...barrels(sources), ...strayStatements(sources)];
  return { faults: [...new Set(all)].sort(), modules };
}

if (import.meta.main) {
  const { faults, modules } = await checkBoundaries(fileURLToPath(new URL('..', import.meta.url)));
  for (const fault of faults) console.error(fault);
  console.log(`${modules} files read, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
