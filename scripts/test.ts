import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stopTestPostgres } from '../tests/support/postgres.ts';
import { report } from './test-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The tiers in the order in which they run; a file belongs to the first that claims it. */
const TIERS: readonly (readonly [name: string, claims: RegExp])[] = [
  ['checks', /^tests\/checks\//],
  ['browser', /^tests\/(e2e\/|web\/|support\/browser)/],
  ['contract', /^tests\/contract\//],
  ['acquisition', /^(src\/acquisition|simulators)\//],
  ['api', /^(src\/.*\/server\/|tests\/api\/|src\/shared\/server\/)/],
  ['unit', /./],
];
const ORDER = ['checks', 'unit', 'api', 'contract', 'acquisition', 'browser'];

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
  return found.sort((a, b) => place(a) - place(b) || a.localeCompare(b, 'en'));
}

/**
 * Runs the tests whose path holds one of the patterns, all of them without any, in this one process.
 * Answers whether all went well.
 */
async function runTests(patterns: readonly string[]): Promise<boolean> {
  const all = await listTestFiles();
  const files = all.filter((path) => patterns.length === 0 || patterns.some((one) => path.includes(one)));
  if (files.length === 0) {
    console.error(`No test file's path holds ${patterns.join(' or ')}.`);
    return false;
  }
  try {
    const events = run({
      files: files.map((path) => join(root, path)),
      isolation: 'none',
      concurrency: false,
      cwd: root,
    });
    return await report(events, (file) => (file ? tierOf(relative(root, file)) : 'other'));
  } finally {
    await stopTestPostgres();
  }
}

if (import.meta.main) {
  const fine = await runTests(process.argv.slice(2));
  process.exit(fine ? 0 : 1);
}
