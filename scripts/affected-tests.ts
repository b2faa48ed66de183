import type { ModuleGraph } from './module-graph.ts';
import { type PortalPage, pagesOf, pagesOpenedBy } from './portal-pages.ts';
import { AFFECTS_ALL, ASKS_FOR, LEFT_TO_ALL, LOADS } from './test-dependencies.ts';
import { tierOf } from './test-files.ts';

export interface Repository {
  readonly graph: ModuleGraph;
  /** Every file, from the root. */
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

/** Test files with the reason why each may be affected. */
export type Reasons = ReadonlyMap<string, string>;

export interface Selection {
  readonly chosen: Reasons;
  /** Affected, but left to the whole run. */
  readonly left: Reasons;
  /** Why everything has to run. */
  readonly everything?: string;
}

const AREA = /^(?:src\/(?:features\/(\w+)|(acquisition))|(simulators))\//;
const areaOf = (path: string): string | undefined => AREA.exec(path)?.slice(1).find(Boolean);
/** These put all areas together: from here a test reaches only the areas that it is about, and the pages that it opens. */
const COMPOSES =
  /^((src\/apps|tests\/support|tests\/\w+\/support)\/(?!.+\.test\.ts$)|src\/features\/\w+\/\w+\.web\.ts$)/;
const IS_STORY = /^tests\/e2e\/.+\.test\.ts$/;
const IS_ABOUT_ONE_AREA = /^(src\/(features|acquisition|shared|energy|devices)|simulators)\//;

/** Where a test begins to read, and the areas that it is about: all of them when undefined. */
interface Start {
  readonly paths: readonly string[];
  readonly areas?: ReadonlySet<string>;
}

function startOf(test: string, graph: ModuleGraph, pages: readonly PortalPage[]): Start {
  if (IS_STORY.test(test)) {
    const opened = pagesOpenedBy(graph.get(test)?.text ?? '', pages).map(({ file }) => file);
    const parts = opened.flatMap((file) => [file, ...(areaOf(file) ? [] : importsOf(graph, file))]);
    return { paths: [test, ...parts], areas: new Set(parts.flatMap((file) => areaOf(file) ?? [])) };
  }
  if (!IS_ABOUT_ONE_AREA.test(test)) return { paths: [test] };
  return { paths: [test], areas: new Set([areaOf(test)].filter((area) => area !== undefined)) };
}

const importsOf = (graph: ModuleGraph, path: string): string[] => {
  const source = graph.get(path);
  const imported = source?.imports.filter(({ kind }) => kind === 'file').map(({ target }) => target);
  return [...(imported ?? []), ...(source?.names ?? [])];
};

/** Every file that a test reads, each with the one that led there. */
function reachOf(
  start: Start,
  next: (path: string) => readonly string[],
  pages: ReadonlySet<string>,
): Map<string, string | undefined> {
  const from = new Map<string, string | undefined>(start.paths.map((path) => [path, undefined]));
  const isStrange = (path: string) => {
    const area = areaOf(path);
    return (area !== undefined && start.areas && !start.areas.has(area)) || (start.areas && pages.has(path));
  };
  // A map is read in the order in which it grows.
  for (const path of from.keys()) {
    for (const target of next(path)) {
      if (from.has(target) || (COMPOSES.test(path) && isStrange(target))) continue;
      from.set(target, path);
    }
  }
  return from;
}

/** `a → b → c`: how a test comes to read a file. */
function wayTo(path: string, reach: ReadonlyMap<string, string | undefined>): string {
  const way: string[] = [];
  for (let at: string | undefined = path; at !== undefined; at = reach.get(at)) way.push(at);
  // A story begins at its pages, any other test at itself.
  const steps = way.reverse().filter((step) => !step.endsWith('.test.ts'));
  const shown = steps.length > 4 ? [...steps.slice(0, 2), '…', ...steps.slice(-2)] : steps;
  return shown.join(' → ') || 'changed itself';
}

/** The tests that read a changed file, by imports and by what is loaded without them. */
function byImports({ graph, files, tests }: Repository, changed: readonly string[]): Reasons {
  const loaded = new Map<string, string[]>();
  for (const [from, pattern] of LOADS)
    loaded.set(from, [...(loaded.get(from) ?? []), ...files.filter((file) => pattern.test(file))]);
  const pages = [...graph.values()]
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, text }) => pagesOf(path, text));
  const pageFiles = new Set(pages.map(({ file }) => file));
  const next = (path: string) => [...importsOf(graph, path), ...(loaded.get(path) ?? [])];
  const reasons = new Map<string, string>();
  for (const test of tests) {
    const reach = reachOf(startOf(test, graph, pages), next, pageFiles);
    const met = changed.find((path) => reach.has(path));
    if (met) reasons.set(test, wayTo(met, reach));
  }
  return reasons;
}

/** The tests that a changed file asks for by the table. */
function byTable(tests: readonly string[], changed: readonly string[]): Reasons {
  const reasons = new Map<string, string>();
  for (const path of changed) {
    for (const [pattern, asked, why] of ASKS_FOR) {
      if (!pattern.test(path)) continue;
      const meant = tests.filter((test) => asked.some((one) => tierOf(test) === one || test.startsWith(one)));
      for (const test of meant) if (!reasons.has(test)) reasons.set(test, `${path}: ${why}`);
    }
  }
  return reasons;
}

/** Why a change may affect anything: a table says so, or nothing is known of the file. */
function affectsAll({ graph }: Repository, changed: readonly string[]): string | undefined {
  const path = changed.find((one) => AFFECTS_ALL.some((pattern) => pattern.test(one)));
  if (path) return `${path} can affect every test`;
  const targets = new Set([...graph.keys()].flatMap((source) => importsOf(graph, source)));
  const known = (one: string) =>
    graph.has(one) ||
    targets.has(one) ||
    ASKS_FOR.some(([pattern]) => pattern.test(one)) ||
    LOADS.some(([, pattern]) => pattern.test(one));
  const unknown = changed.find((one) => !known(one));
  return unknown && `nothing is known of who reads ${unknown}`;
}

/** Which tests a change can affect: by what they import, by the tables of scripts/test-dependencies.ts, or else all. */
export function affectedTests(repository: Repository, changed: readonly string[]): Selection {
  const everything = affectsAll(repository, changed);
  if (everything) return { chosen: new Map(), left: new Map(), everything };
  const all = new Map([...byTable(repository.tests, changed), ...byImports(repository, changed)]);
  const isLeft = (test: string) =>
    LEFT_TO_ALL.some(([tests, unless]) => tests.test(test) && !changed.some((path) => unless.test(path)));
  const inOrder = repository.tests.flatMap((test) => {
    const why = all.get(test);
    return why === undefined ? [] : [[test, why] as const];
  });
  return {
    chosen: new Map(inOrder.filter(([test]) => !isLeft(test))),
    left: new Map(inOrder.filter(([test]) => isLeft(test))),
  };
}
