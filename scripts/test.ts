import { keepCompiled } from '../src/apps/server/compile-cache.ts';
import { runTests } from './run-tests.ts';
import { listTestFiles, tierOf } from './test-files.ts';
import { runLanes } from './test-lanes.ts';

/** The files of a tier, or every n-th of them when it is asked for in shares, such as `browser:1/2`. */
function filesOfTier(all: readonly string[], asked: string): string[] {
  const [, tier, share = 1, shares = 1] = /^(\w+)(?::(\d+)\/(\d+))?$/.exec(asked) ?? [];
  return all
    .filter((path) => tierOf(path) === tier)
    .filter((_, i) => i % Number(shares) === Number(share) - 1);
}

/**
 * All tests without a word; those of the tiers that `--tiers=unit,api` names, or of a share of one (`browser:1/2`);
 * or those whose path holds one of the patterns.
 */
async function testAsAsked(words: readonly string[]): Promise<boolean> {
  if (words.length === 0) return runLanes();
  const all = await listTestFiles();
  const tiers = words.flatMap((word) => word.match(/^--tiers=(.+)$/)?.[1]?.split(',') ?? []);
  const files =
    tiers.length > 0
      ? tiers.flatMap((tier) => filesOfTier(all, tier))
      : all.filter((path) => words.some((word) => path.includes(word)));
  if (files.length > 0) return runTests(files);
  console.error(`No test file is meant by ${words.join(' or ')}.`);
  return false;
}

if (import.meta.main) {
  // What is loaded from here on: the test files, their threads, and the programs that they start.
  keepCompiled();
  const fine = await testAsAsked(process.argv.slice(2));
  process.exit(fine ? 0 : 1);
}
