import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { parseSync } from 'vite';

const FOLDERS = ['src', 'simulators', 'tests', 'scripts', 'bench'];
/** Sources that stand at the root of the repository. */
const ROOT_SOURCE = /^[^/]+\.config\.ts$/;

/** What a source imports: a file of the repository, a part of Node, or a package. */
export interface Import {
  readonly kind: 'file' | 'node' | 'package';
  /** The path from the root, the name of Node's module, or what the package is asked for, such as `pg/lib/x.js`. */
  readonly target: string;
}

export interface SourceFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Types and dynamic imports included. */
  readonly imports: readonly Import[];
  /** Files that it names by `new URL('…', import.meta.url)`: programs that it starts, tables and pages that it reads. */
  readonly names: readonly string[];
  /** Whether it only exports what other files export. */
  readonly passesOn: boolean;
}

/** All sources of the repository by their path, with what each imports. */
export type ModuleGraph = ReadonlyMap<string, SourceFile>;

/** Several checks of one run ask for the same one. */
const known = new Map<string, ModuleGraph>();

export function readModuleGraph(root: string): ModuleGraph {
  const graph = known.get(root) ?? readSources(root);
  known.set(root, graph);
  return graph;
}

function readSources(root: string): ModuleGraph {
  const paths = FOLDERS.flatMap((folder) => sourcesIn(root, folder));
  if (existsSync(root)) paths.push(...readdirSync(root).filter((name) => ROOT_SOURCE.test(name)));
  return new Map(paths.sort().map((path) => [path, readSource(root, path)]));
}

function sourcesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { module, program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.map((one) => one.moduleRequest?.value),
  );
  const asked = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...exported,
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => literal(text.slice(start, end))),
    ...typeImports(text),
  ];
  const names = [...new Set(asked.filter((name) => name !== undefined))];
  return {
    path,
    text,
    imports: names.map((name) => importOf(path, name)),
    names: namedFiles(path, text).filter((file) => existsSync(join(root, file))),
    // The tree is worked out only where it is looked at.
    passesOn: exported.some((from) => from !== undefined) && program.body.every(isPassedOn),
  };
}

const literal = (text: string): string | undefined => /^(['"`])([^$]*)\1$/.exec(text)?.[2];

/** `import('./x.ts').T` stands in a type, which the parser does not list. */
const typeImports = (text: string): (string | undefined)[] =>
  [...text.matchAll(/\bimport\((['"][^'"]+['"])\)\s*\.\s*[A-Z]/g)].map(([, name = '']) => literal(name));

const isPassedOn = (statement: { type: string; source?: unknown }): boolean =>
  /^Export(All|Named)Declaration$/.test(statement.type) && Boolean(statement.source);

function importOf(from: string, name: string): Import {
  if (name.startsWith('.')) {
    const target = posix.join(dirname(from), name.replace(/\?.*$/, ''));
    return { kind: 'file', target };
  }
  return isBuiltin(name)
    ? { kind: 'node', target: name.replace(/^node:/, '') }
    : { kind: 'package', target: name };
}

const namedFiles = (from: string, text: string): string[] =>
  [...text.matchAll(/\bnew URL\(\s*'(\.[^']*\.\w+)',\s*import\.meta\.url/g)].map(([, name = '']) =>
    posix.join(dirname(from), name),
  );

/** The name of the package that an import such as `@scope/name/part` asks. */
export const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
