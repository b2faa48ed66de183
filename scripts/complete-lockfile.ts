import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Names every platform's package in the lockfile. npm leaves out those that a registry could not answer for at the time,
 * and `npm ci` then refuses the whole file; an entry with its platform is enough, since npm installs only its own.
 * Run it after a change of dependencies: `npm run lock`.
 */

interface Entry {
  version?: string;
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
}
interface Lock {
  packages: Record<string, Entry>;
}

/** What a platform package's name says of where it runs: `cli-linux-x64-musl`, `core-win32-arm64-msvc`, … */
export function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } | undefined {
  const found =
    /-(android|darwin|freebsd|linux|win32)-(arm64|arm|x64|ia32|ppc64|s390x|riscv64)(?:-(\w+))?$/.exec(name);
  const [, os, cpu, flavour = ''] = found ?? [];
  if (!os || !cpu) return undefined;
  const libc = flavour.startsWith('musl') ? 'musl' : flavour.startsWith('gnu') ? 'glibc' : undefined;
  return { os: [os], cpu: [cpu], ...(libc ? { libc: [libc] } : {}) };
}

/** The lockfile with an entry for each optional platform package that it names and does not hold. */
export function completeLock(lock: Lock): string[] {
  const added: string[] = [];
  for (const parent of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const place = `node_modules/${name}`;
      const platform = platformOf(name);
      if (lock.packages[place] || !platform || !/^\d/.test(version)) continue;
      lock.packages[place] = {
        version,
        ...platform,
        ...(parent.dev ? { dev: true } : {}),
        optional: true,
      } as Entry;
      added.push(name);
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  return added;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
  const lock = JSON.parse(await readFile(file, 'utf8')) as Lock;
  const added = completeLock(lock);
  await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(added.length === 0 ? 'The lockfile was complete.' : `Added: ${added.join(', ')}`);
}
