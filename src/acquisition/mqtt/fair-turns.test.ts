import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairTurns } from './fair-turns.ts';

describe('turns', () => {
  it('go round the groups, so that one that asks without end is no longer a wait than its neighbour', async () => {
    const turns = new FairTurns({ at_once: 1, waiting_of_group: 100, waiting: 200 });
    const done: string[] = [];
    const ask = (group: string, name: string) => turns.run(group, async () => void done.push(name));
    await Promise.all([
      ...Array.from({ length: 50 }, (_, i) => ask('flood', `flood ${i}`)),
      ask('one', 'one'),
      ask('two', 'two'),
    ]);
    assert.deepEqual(done.slice(0, 5), ['flood 0', 'flood 1', 'one', 'two', 'flood 2']);
    assert.equal(done.length, 52);
  });

  it('are refused where too many wait, and are free again after work that failed', async () => {
    const turns = new FairTurns({ at_once: 1, waiting_of_group: 2, waiting: 3 });
    const { promise, resolve: free } = Promise.withResolvers<void>();
    const held = turns.run('a', () => promise);
    const failing = turns.run('a', async () => Promise.reject(new Error('failed')));
    const waiting = [turns.run('a', async () => 1), turns.run('b', async () => 2)];
    await assert.rejects(
      turns.run('a', async () => 3),
      /too many/,
    );
    await assert.rejects(
      turns.run('c', async () => 3),
      /too many/,
    );
    free();
    await held;
    await assert.rejects(failing, /failed/);
    assert.deepEqual(await Promise.all(waiting), [1, 2]);
    assert.equal(await turns.run('c', async () => 4), 4);
  });
});
