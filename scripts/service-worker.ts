import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/apps/web/service-worker.js', import.meta.url));
const PAGES = /src\/features\/maintenance\/web\/fieldmode\/(FieldModePage|UnsentQuestion|field-store)\.tsx?$/;
const BESIDE = /src\/apps\/web\/layout\/Toasts\.tsx$/;
const WORDS =
  /src\/(shared\/web|features\/identity|features\/maintenance\/web\/(fieldmode|requests|reports|outside))\/i18n\/(en|it)\.json$/;
/** The letters that Italian and English need. */
const FONT = /inter-latin-wght-normal-[^/]+\.woff2$/;
const FIXED = ['/', '/boot.js', '/favicon.svg'];

/** What of the build is looked at; a bundle of Rollup's or Rolldown's. */
interface Built {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly moduleIds?: readonly string[];
  readonly viteMetadata?: {
    readonly importedCss?: Iterable<string>;
    readonly importedAssets?: Iterable<string>;
  };
}
interface Imports {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
type ImportsOf = (id: string) => Imports | null;

/** All modules that come with some, now or later; what the first file has already brings nothing else along. */
function modulesWith(
  starts: readonly string[],
  importsOf: ImportsOf,
  first: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  const next = [...starts];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (found.has(id) || first.has(id)) continue;
    found.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = importsOf(id) ?? {};
    next.push(...importedIds, ...dynamicallyImportedIds);
  }
  return found;
}

/** What the page's own script brings at once, module by module. */
function firstModules(entries: readonly string[], importsOf: ImportsOf): Set<string> {
  const found = new Set<string>();
  const next = [...entries];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    next.push(...(importsOf(id)?.importedIds ?? []));
  }
  return found;
}

/** The chunks that hold some of these modules, with all that they import. */
function chunksWith(modules: ReadonlySet<string>, built: ReadonlyMap<string, Built>): Set<Built> {
  const found = new Set<Built>();
  const next = [...built.values()].filter(
    ({ isEntry, moduleIds = [] }) => isEntry || moduleIds.some((id) => modules.has(id)),
  );
  for (let chunk = next.pop(); chunk !== undefined; chunk = next.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    next.push(...(chunk.imports ?? []).flatMap((name) => built.get(name) ?? []));
  }
  return found;
}

/** Addresses of all files that field mode consists of. */
export function filesOfFieldMode(bundle: readonly Built[], importsOf: ImportsOf): string[] {
  const built = new Map(bundle.map((one) => [one.fileName, one]));
  const all = bundle.flatMap(({ moduleIds = [] }) => moduleIds);
  const first = firstModules(
    all.filter((id) => /src\/apps\/web\/main\.tsx$/.test(id)),
    importsOf,
  );
  const starts = all.filter((id) => [PAGES, BESIDE, WORDS].some((one) => one.test(id)));
  const chunks = [...chunksWith(modulesWith(starts, importsOf, first), built)];
  const files = chunks.flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ]);
  const fonts = bundle.filter(({ fileName }) => FONT.test(fileName)).map(({ fileName }) => fileName);
  return [...FIXED, ...[...new Set([...files, ...fonts])].map((name) => `/${name}`).sort()];
}

/** Writes `sw.js`: the service worker with the list of the files that it keeps. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = filesOfFieldMode(Object.values(bundle) as Built[], (id) => this.getModuleInfo(id));
      const source = await readFile(SOURCE, 'utf8');
      const version = createHash('sha256').update(files.join()).update(source).digest('hex').slice(0, 12);
      const head = `const VERSION = '${version}';\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + source });
    },
  };
}
