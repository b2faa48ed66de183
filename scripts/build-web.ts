import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist/web');
const stamp = join(out, '.sources');

/** What the browser's program is made of; server rooms and tests change nothing in it. */
const SOURCES = [
  'src/apps/web',
  'src/shared',
  'src/features',
  'vite.config.ts',
  'scripts/service-worker.ts',
  'scripts/third-party-notices.ts',
  'scripts/without-json-schemas.ts',
  'package-lock.json',
];
const ELSEWHERE = /(^|\/)server(\/|$)|\.test\.ts$|\.repository\.ts$|\.kit\.tsx$|^src\/apps\/web\/kit\//;
const SQUEEZED = /\.(js|css|html|svg|json|txt|woff|ico)$/;

async function filesUnder(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function sourceFiles(): Promise<string[]> {
  const found: string[] = [];
  for (const source of SOURCES) {
    const path = join(root, source);
    found.push(...(/\.\w+$/.test(source) ? [path] : await filesUnder(path)));
  }
  return found.filter((path) => !ELSEWHERE.test(relative(root, path))).sort();
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of await sourceFiles()) {
    hash
      .update(relative(root, path))
      .update('\0')
      .update(await readFile(path))
      .update('\0');
  }
  return hash.digest('hex');
}

async function builtFrom(): Promise<string> {
  return readFile(stamp, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return '';
    throw fault;
  });
}

const squeezeGzip = promisify(gzip);
const squeezeBrotli = promisify(brotliCompress);

/** Writes `x.gz` and `x.br` beside each text file, so that the server never compresses the same bytes twice. */
async function squeeze(since: number): Promise<void> {
  const files = (await filesUnder(out)).filter((path) => SQUEEZED.test(path));
  await Promise.all(
    files.map(async (path) => {
      if ((await stat(path)).mtimeMs < since) return;
      const bytes = await readFile(path);
      if (bytes.length < 1024) return;
      const brotli = squeezeBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
      await Promise.all([
        writeFile(`${path}.gz`, await squeezeGzip(bytes, { level: 9 })),
        writeFile(`${path}.br`, await brotli),
      ]);
    }),
  );
}

/** So long an open tab finds the parts of the portal that it was opened with. */
const KEEP_MS = 24 * 3_600_000;

/** Removes what builds before this one left: assets after a day, whatever else has one name for ever at once. */
async function sweepOld(began: number): Promise<void> {
  for (const path of await filesUnder(out)) {
    const isAsset = relative(out, path).startsWith('assets/');
    const { mtimeMs } = await stat(path);
    if (mtimeMs < (isAsset ? began - KEEP_MS : began)) await rm(path, { force: true });
  }
}

/**
 * Builds the browser's program into dist/web, unless it is already built from these very sources.
 * @returns whether anything was built
 * @throws when the sources do not build; the previous stamp is gone by then, so the next run tries again
 */
export async function buildWeb({ quiet = false } = {}): Promise<boolean> {
  const sources = await fingerprint();
  if ((await builtFrom()) === sources) return false;
  await rm(stamp, { force: true });
  // Clocks of files may be coarser than this one.
  const began = Date.now() - 1_000;
  const logLevel = quiet ? 'warn' : 'info';
  await build({ configFile: join(root, 'vite.config.ts'), logLevel, build: { emptyOutDir: false } });
  await squeeze(began);
  await sweepOld(began);
  await writeFile(stamp, sources);
  return true;
}

if (import.meta.main) {
  const built = await buildWeb({ quiet: process.argv.includes('--quiet') });
  if (!built && !process.argv.includes('--quiet')) console.log('dist/web is up to date');
}
