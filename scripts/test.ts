import { join, relative } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stopTestPostgres } from '../tests/support/postgres.ts';
import { listTestFiles, tierOf } from './test-files.ts';
import { report } from './test-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

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
