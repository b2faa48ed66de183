import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Turns } from './turns.ts';

describe('turns', () => {
  it('let so many in at a time, in the order in which they came', async () => {
    const turns = new Turns(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((n) =>
      turns.run(() => {
        begun.push(n);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    await Promise.resolve();
    assert.deepEqual(begun, [0, 1]);
    assert.equal(turns.waiting, 2);
    ends[1]?.();
    await all[1];
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1, 2]);
    for (const i of [0, 2]) ends[i]?.();
    await Promise.all([all[0], all[2]]);
    await new Promise(setImmediate);
    ends[3]?.();
    await all[3];
    assert.equal(turns.waiting, 0);
  });

  it('are given back by work that fails', async () => {
    const turns = new Turns(1);
    await assert.rejects(
      turns.run(() => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await turns.run(() => Promise.resolve(7)), 7);
  });
});
