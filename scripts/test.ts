import { keepCompiled } from '../src/apps/server/compile-cache.ts';
import { settleDay } from '../tests/support/today.ts';
import { runTests } from './run-tests.ts';
import { listTestFiles } from './test-files.ts';
import { runLanes } from './test-lanes.ts';
import { filesOfLanes } from './test-shares.ts';

const listed = (words: readonly string[], option: string): string[] =>
  words.flatMap((word) => (word.startsWith(`--${option}=`) ? word.slice(option.length + 3).split(',') : []));

/**
 * All tests without a word (`--record` keeps what they took); those of the tiers that `--tiers=unit,api` names, or of a
 * share of one (`browser:1/2`); those that `--files` lists; or those whose path holds one of the patterns.
 */
async function testAsAsked(words: readonly string[]): Promise<boolean> {
  const record = words.includes('--record');
  if (words.every((word) => word === '--record')) return runLanes({ record });
  const all = await listTestFiles();
  const [tiers, files] = [listed(words, 'tiers'), listed(words, 'files')];
  const wanted =
    tiers.length > 0
      ? filesOfLanes(all, tiers).flat()
      : all.filter((path) => files.includes(path) || words.some((word) => path.includes(word)));
  const unmet = words.filter((word) => !word.startsWith('--') && !all.some((path) => path.includes(word)));
  if (wanted.length > 0 && unmet.length === 0) return runTests(wanted);
  console.error(`No test file is meant by ${(unmet.length > 0 ? unmet : words).join(' or ')}.`);
  return false;
}

if (import.meta.main) {
  // What is loaded from here on: the test files, their threads, and the programs that they start.
  keepCompiled();
  settleDay();
  const fine = await testAsAsked(process.argv.slice(2));
  process.exit(fine ? 0 : 1);
}
