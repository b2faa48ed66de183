import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopTestPostgres } from '../tests/support/postgres.ts';
import { tierOf } from './test-files.ts';
import { report } from './test-report.ts';
import { loadTestRunner } from './without-promise-hooks.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs these test files in this one process. Answers whether all went well. */
export async function runTests(files: readonly string[]): Promise<boolean> {
  const run = await loadTestRunner();
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
