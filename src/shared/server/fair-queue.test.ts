import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairQueue } from './fair-queue.ts';

const LIMITS = { items: { party: 4, all: 6 }, bytes: { party: 50, all: 80 } };
const anybody = () => true;

function taken(queue: FairQueue<string>, isAdmitted: (party: number) => boolean = anybody): string[] {
  const items: string[] = [];
  for (let item = queue.take(isAdmitted); item !== undefined; item = queue.take(isAdmitted)) items.push(item);
  return items;
}

describe('what waits party by party', () => {
  it('is taken in turns, whatever one party has waiting', () => {
    const queue = new FairQueue<string>(LIMITS);
    for (const item of ['a1', 'a2', 'a3']) queue.push(1, item);
    queue.push(2, 'b1');
    queue.push(2, 'b2');
    queue.push(3, 'c1');
    assert.deepEqual(queue.parties, [1, 2, 3]);
    assert.deepEqual(taken(queue), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    assert.equal(queue.length, 0);
  });

  it('passes over a party that is not admitted, which keeps its turn', () => {
    const queue = new FairQueue<string>(LIMITS);
    for (const [party, item] of [
      [1, 'a1'],
      [1, 'a2'],
      [2, 'b1'],
    ] as const)
      queue.push(party, item);
    assert.deepEqual(
      taken(queue, (party) => party === 2),
      ['b1'],
    );
    assert.deepEqual(taken(queue), ['a1', 'a2']);
  });

  it('is bounded for a party and for all, in items and in bytes', () => {
    const queue = new FairQueue<string>(LIMITS);
    for (const item of ['a1', 'a2', 'a3', 'a4']) assert.equal(queue.push(1, item), undefined);
    assert.equal(queue.push(1, 'a5'), 'party');
    assert.equal(queue.push(2, 'b1', 51), 'party');
    assert.equal(queue.push(2, 'b1', 50), undefined);
    assert.equal(queue.push(3, 'c1', 31), 'all');
    assert.equal(queue.push(3, 'c1', 30), undefined);
    assert.equal(queue.push(4, 'd1'), 'all');
    assert.ok(queue.remove('b1'));
    assert.ok(!queue.remove('b1'));
    assert.equal(queue.push(4, 'd1'), undefined);
    assert.deepEqual(queue.drain().sort(), ['a1', 'a2', 'a3', 'a4', 'c1', 'd1']);
  });
});
