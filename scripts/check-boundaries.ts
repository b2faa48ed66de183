import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCycles } from './import-cycles.ts';
import { type Import, type ModuleGraph, readModuleGraph, type SourceFile } from './module-graph.ts';

const RULES = new URL('./import-rules.json', import.meta.url);

const AREAS = new URL('../src/apps/server/features.ts', import.meta.url);

/** What was found, and how many files were read: a check that reads nothing finds nothing. */
export interface Boundaries {
  readonly faults: string[];
  readonly modules: number;
}

type Patterns = string | readonly string[];
interface Side {
  readonly path?: Patterns;
  readonly pathNot?: Patterns;
  /** Whether a part of Node is meant. */
  readonly node?: boolean;
  /** Whether it leads back to where it comes from. */
  readonly circular?: boolean;
}
/** No file that `from` describes imports what `to` describes; `$1` there stands for the first group of `from.path`. */
interface ImportRule {
  readonly name: string;
  readonly from: Side;
  readonly to: Side;
}

const asList = (patterns: Patterns | undefined): readonly string[] =>
  patterns === undefined ? [] : typeof patterns === 'string' ? [patterns] : patterns;

/** The groups of the pattern that a path fits, or undefined when it is none that is meant. */
function fit(path: string, side: Side, group = ''): readonly string[] | undefined {
  const fits = (pattern: string) => new RegExp(pattern.replaceAll('$1', group)).exec(path);
  if (asList(side.pathNot).some(fits)) return undefined;
  const wanted = asList(side.path);
  if (wanted.length === 0) return [];
  return wanted.map(fits).find((found) => found !== null) ?? undefined;
}

function isForbidden({ kind, target }: Import, to: Side, group: string | undefined): boolean {
  // The rules are about code: words are data, which stand in one file for whoever says them.
  if (target.endsWith('.json')) return false;
  if (to.node === true && kind !== 'node') return false;
  return fit(kind === 'package' ? `node_modules/${target}` : target, to, group) !== undefined;
}

function violations(graph: ModuleGraph, rule: ImportRule): string[] {
  if (rule.to.circular)
    return findCycles(graph).map((cycle) => `${rule.name}: ${[...cycle, cycle[0]].join(' → ')}`);
  return [...graph.values()].flatMap(({ path, imports }) => {
    const groups = fit(path, rule.from);
    if (!groups) return [];
    const bad = imports.filter((one) => isForbidden(one, rule.to, groups[1]));
    return bad.map(({ target }) => `${rule.name}: ${path} → ${target}`);
  });
}

/** Areas use those before them in the list of areas; what identity may use stands with the other rules. */
function rulesOfOrder(): ImportRule[] {
  const ordered = [...readFileSync(AREAS, 'utf8').matchAll(/features\/(\w+)\/\w+\.feature/g)].map(
    ([, area = '']) => area,
  );
  return ordered.slice(1).map((area, at) => ({
    name: 'earlier-areas-only',
    from: { path: `^src/features/${area}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^src/features/(?!(${ordered.slice(0, at + 2).join('|')})/)` },
  }));
}

const isBarrel = ({ path, passesOn }: SourceFile): boolean =>
  passesOn || /^index\.tsx?$/.test(basename(path));

// To listen for notices is to speak to the database, but not about data.
const SQL = /\.query(<[^(]*>)?\((?!'listen )|\binsertRows(<[^(]*>)?\(/;
const MAY_SPEAK_SQL = /\.(repository|server|test)\.ts$/;
const IN_LAYERS = /^src\/(features\/[^/]+\/server|acquisition)\//;

const speaksStraySql = ({ path, text }: SourceFile): boolean =>
  IN_LAYERS.test(path) && !MAY_SPEAK_SQL.test(path) && SQL.test(text);

/** Checks who imports whom, that nothing only re-exports, and that SQL stays in repositories. */
export function checkBoundaries(root: string): Boundaries {
  const graph = readModuleGraph(root);
  const { forbidden } = JSON.parse(readFileSync(RULES, 'utf8')) as { forbidden: ImportRule[] };
  const files = [...graph.values()];
  const faults = [
    ...[...forbidden, ...rulesOfOrder()].flatMap((rule) => violations(graph, rule)),
    ...files.filter(isBarrel).map(({ path }) => `no-barrels: ${path} only passes on what others export`),
    ...files.filter(speaksStraySql).map(({ path }) => `sql-in-repositories: ${path} speaks SQL`),
  ];
  return { faults: [...new Set(faults)].sort(), modules: graph.size };
}

if (import.meta.main) {
  const { faults, modules } = checkBoundaries(fileURLToPath(new URL('..', import.meta.url)));
  for (const fault of faults) console.error(fault);
  console.log(`${modules} files read, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
