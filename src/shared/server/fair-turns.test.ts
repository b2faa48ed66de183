import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairTurns, TooManyWait } from './fair-turns.ts';

/** Companies of one account. */
const ofAccount = (company_id: number) => ({ company_id, owner_id: 7 });
const settled = () => new Promise(setImmediate);

/** Work that is held until it is let go, one after the other in the order in which it began. */
function held(turns: FairTurns) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const all: Promise<void>[] = [];
  const ask = (whose: Parameters<FairTurns['run']>[0], name: string) => {
    const work = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    all.push(turns.run(whose, work));
  };
  const letGo = async () => {
    ends.shift()?.();
    await settled();
  };
  const end = async () => {
    while (ends.length > 0) await letGo();
    await Promise.all(all);
  };
  return { begun, ask, letGo, end };
}

describe('turns of several', () => {
  it('go round the parties, so that one that asks without end is no longer a wait than its neighbour', async () => {
    const turns = new FairTurns({ at_once: 1, waiting: { party: 100, all: 200 } });
    const done: string[] = [];
    const ask = (party: string, name: string) => turns.run(party, async () => void done.push(name));
    await Promise.all([
      ...Array.from({ length: 50 }, (_, i) => ask('flood', `flood ${i}`)),
      ask('one', 'one'),
      ask('two', 'two'),
    ]);
    assert.deepEqual(done.slice(0, 4), ['flood 0', 'one', 'two', 'flood 1']);
    assert.equal(done.length, 52);
    assert.equal(turns.held(), 0);
  });

  it('are one among those of others for an account with five companies, and then one of each of the five', async () => {
    const { begun, ask, letGo, end } = held(new FairTurns({ at_once: 1 }));
    for (let i = 0; i < 4; i++)
      for (let company = 1; company <= 5; company++) ask(ofAccount(company), `own ${company}`);
    for (let i = 0; i < 5; i++) ask(9, 'other');
    await settled();
    for (let i = 0; i < 11; i++) await letGo();
    const turns = begun.slice(1, 11);
    assert.equal(turns.filter((name) => name === 'other').length, 5, `${turns}`);
    assert.deepEqual(
      turns.filter((name) => name !== 'other'),
      ['own 2', 'own 3', 'own 4', 'own 5', 'own 1'],
    );
    await end();
  });

  it('are never all held by an account with five companies, nor more than its own by one of them', async () => {
    const turns = new FairTurns({ at_once: 4, of_one: 2 });
    const { begun, ask, end } = held(turns);
    for (let company = 1; company <= 5; company++)
      for (let i = 0; i < 4; i++) ask(ofAccount(company), `own ${company}`);
    await settled();
    assert.deepEqual(begun, ['own 1', 'own 1', 'own 2']);
    ask(9, 'other');
    await settled();
    assert.equal(begun.at(-1), 'other');
    assert.deepEqual([turns.held(1), turns.held(9)], [4, 1]);
    await end();
    assert.equal(turns.held(), 0);
  });

  it('are refused where too many of a party wait, and are free again after work that failed', async () => {
    const turns = new FairTurns({ at_once: 1, waiting: { party: 2, all: 3 } });
    const { promise, resolve: free } = Promise.withResolvers<void>();
    const first = turns.run('a', () => promise);
    const failing = turns.run('a', async () => Promise.reject(new Error('failed')));
    const waiting = [turns.run('a', async () => 1), turns.run('b', async () => 2)];
    await assert.rejects(
      turns.run('a', async () => 3),
      TooManyWait,
    );
    // Whoever has nothing waiting always may.
    const newcomer = turns.run('c', async () => 3);
    free();
    await first;
    await assert.rejects(failing, /failed/);
    assert.deepEqual(await Promise.all([...waiting, newcomer]), [1, 2, 3]);
    assert.equal(await turns.run('c', async () => 4), 4);
  });
});
