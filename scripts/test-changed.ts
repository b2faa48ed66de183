import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepCompiled } from '../src/apps/server/compile-cache.ts';
import { settleDay } from '../tests/support/today.ts';
import { affectedTests, type Reasons, type Selection } from './affected-tests.ts';
import { baseOf, changedSince, git, lines } from './changed-files.ts';
import { readModuleGraph } from './module-graph.ts';
import { runTests } from './run-tests.ts';
import { listTestFiles, tierOf } from './test-files.ts';
import { runLanes } from './test-lanes.ts';
import { recordedSeconds } from './test-shares.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * `npm run test:changed`: the tests that the change can affect – the working tree and the commits since main, or since the
 * ref that is given. `--list` only says which; `--tiers=unit,api` runs no others.
 */
interface Wish {
  readonly ref?: string | undefined;
  readonly list: boolean;
  readonly tiers?: readonly string[] | undefined;
}

function wishOf(words: readonly string[]): Wish {
  return {
    ref: words.find((word) => !word.startsWith('--')),
    list: words.includes('--list'),
    tiers: words.flatMap((word) => /^--tiers=(.+)$/.exec(word)?.slice(1) ?? [])[0]?.split(','),
  };
}

const filesNow = (): string[] =>
  lines(git('ls-files', '--cached', '--others', '--exclude-standard', '-z')).filter((path) =>
    existsSync(join(root, path)),
  );

function printReasons(title: string, reasons: Reasons): void {
  if (reasons.size === 0) return;
  console.log(`\n${title}`);
  for (const [test, why] of reasons) console.log(`  ${test}\n    ${why}`);
}

/** What they took when a whole run was recorded. */
function secondsOf(tests: readonly string[]): number {
  const recorded = recordedSeconds();
  return tests.reduce((sum, test) => sum + (recorded[test] ?? 0), 0);
}

function printSelection(
  { chosen, left, everything }: Selection,
  wanted: readonly string[],
  all: number,
): void {
  if (everything) console.log(`\nall ${all} test files: ${everything}`);
  printReasons('left to npm test', left);
  printReasons(
    `${wanted.length} of ${all} test files, ${secondsOf(wanted)} s of a whole run's lanes`,
    new Map([...chosen].filter(([test]) => wanted.includes(test))),
  );
}

async function testChanged({ ref, list, tiers }: Wish): Promise<boolean> {
  const base = baseOf(ref);
  const changed = changedSince(base);
  console.log(`${changed.length} files changed since ${base.slice(0, 10)}`);
  for (const path of changed) console.log(`  ${path}`);
  const tests = await listTestFiles();
  const selection = affectedTests({ graph: readModuleGraph(root), files: filesNow(), tests }, changed);
  const affected = selection.everything ? tests : [...selection.chosen.keys()];
  const wanted = affected.filter((test) => tiers?.includes(tierOf(test)) ?? true);
  printSelection(selection, wanted, tests.length);
  if (list || wanted.length === 0) return true;
  settleDay();
  return wanted.length === tests.length ? runLanes() : runTests(wanted);
}

if (import.meta.main) {
  keepCompiled();
  const fine = await testChanged(wishOf(process.argv.slice(2)));
  process.exit(fine ? 0 : 1);
}
