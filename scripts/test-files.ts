import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The tiers in the order in which they run; a file belongs to the first that claims it. */
const TIERS: readonly (readonly [name: string, claims: RegExp])[] = [
  ['checks', /^tests\/checks\//],
  ['install', /^tests\/install\//],
  ['browser', /^tests\/(e2e\/|web\/|support\/browser)/],
  ['faults', /^tests\/faults\//],
  // Chosen by CITUS_URL alone: they kill a worker of the cluster that it names.
  ['citus', /^tests\/citus\//],
  ['contract', /^tests\/contract\//],
  ['acquisition', /^(src\/acquisition|simulators)\//],
  ['api', /^(src\/.*\/server\/|tests\/api\/|src\/shared\/server\/)/],
  ['unit', /./],
];
const ORDER = ['checks', 'unit', 'api', 'contract', 'acquisition', 'faults', 'citus', 'browser', 'install'];

/** The tier of a test file, by its path from the root. */
export function tierOf(path: string): string {
  return TIERS.find(([, claims]) => claims.test(path))?.[0] ?? 'unit';
}

/** All test files, tier after tier, as paths from the root. */
export async function listTestFiles(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['src', 'simulators', 'scripts', 'tests', 'bench']) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'));
    found.push(...files.map((entry) => relative(root, join(entry.parentPath, entry.name))));
  }
  const place = (path: string) => ORDER.indexOf(tierOf(path));
  const here = process.env.CITUS_URL ? found : found.filter((path) => tierOf(path) !== 'citus');
  return here.sort((a, b) => place(a) - place(b) || a.localeCompare(b, 'en'));
}
