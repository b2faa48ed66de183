import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listTestFiles } from './test-files.ts';
import { ROUNDS } from './test-lanes.ts';
import { filesOfLanes, recordedSeconds, shareOut } from './test-shares.ts';

describe('what lanes of tests share out', () => {
  it('takes about as long in each, and keeps its order', () => {
    const seconds = { a: 1, b: 9, c: 4, d: 5, e: 1 };
    assert.deepEqual(shareOut(['a', 'b', 'c', 'd', 'e'], [0, 0], seconds), [
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });

  it('evens out what else the lanes do', () => {
    assert.deepEqual(shareOut(['a', 'b', 'c'], [6, 0], { a: 4, b: 4, c: 4 }), [['c'], ['a', 'b']]);
  });

  it('spreads files of which nothing is recorded', () => {
    const shares = shareOut(['a', 'b', 'c', 'd'], [0, 0], {});
    assert.deepEqual(
      shares.map((share) => share.length),
      [2, 2],
    );
  });

  it('is every test file, once', async () => {
    const all = await listTestFiles();
    const run = ROUNDS.flatMap((lanes) => filesOfLanes(all, lanes).flat());
    assert.deepEqual(run.sort(), [...all].sort());
  });

  it('was recorded of files that are there', async () => {
    const all = new Set(await listTestFiles());
    const gone = Object.keys(recordedSeconds()).filter((path) => !all.has(path));
    // Files come and go; a table that knows few of them no longer says what is long.
    assert.ok(gone.length < 20, `npm test -- --record: ${gone.join(', ')}`);
  });
});
