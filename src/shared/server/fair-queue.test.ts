import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairQueue } from './fair-queue.ts';
import type { Party } from './party.ts';

const LIMITS = { items: { party: 4, all: 6 }, bytes: { party: 50, all: 80 } };
const anybody = () => true;

function taken(queue: FairQueue<string>, isAdmitted: (party: Party) => boolean = anybody): string[] {
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
    assert.deepEqual(
      queue.parties.map(({ id }) => id),
      [3, 2, 1],
    );
    assert.deepEqual(taken(queue), ['c1', 'b1', 'a1', 'b2', 'a2', 'a3']);
    assert.equal(queue.length, 0);
  });

  it('is taken first from whose last turn is longest ago, and before all from who never had one', () => {
    const queue = new FairQueue<string>(LIMITS);
    const [flood, other, quiet] = [1, 2, 3];
    queue.push(flood, 'f1');
    queue.push(other, 'o1');
    assert.deepEqual(taken(queue), ['f1', 'o1']);
    queue.push(flood, 'f2');
    queue.push(flood, 'f3');
    queue.push(other, 'o2');
    queue.push(quiet, 'q1');
    assert.deepEqual(
      queue.parties.map(({ id }) => id),
      [quiet, flood, other],
    );
    assert.deepEqual(taken(queue), ['q1', 'f2', 'o2', 'f3']);
    // Whoever comes again after the others had turns is first, too.
    for (const [party, item] of [
      [flood, 'f4'],
      [other, 'o3'],
      [quiet, 'q2'],
    ] as const)
      queue.push(party, item);
    assert.equal(
      queue.take(() => true),
      'q2',
    );
  });

  it('always has a place for a party of which nothing waits, and its even share of places', () => {
    const queue = new FairQueue<string>({ items: { party: 25, all: 100 }, bytes: LIMITS.bytes });
    for (let party = 1; party <= 5; party++) for (let i = 0; i < 25; i++) queue.push(party, `${party} ${i}`);
    const flooded = queue.length;
    assert.ok(flooded < 125);
    assert.deepEqual(
      Array.from({ length: 6 }, (_, i) => queue.push(6, `quiet ${i}`)),
      Array.from({ length: 6 }, () => undefined),
    );
    assert.equal(queue.push(1, 'more'), 'party');
    for (let party = 7; party < 100; party++) assert.equal(queue.push(party, 'first'), undefined);
  });

  it('is taken by owners first: five companies of one account have a turn together, and take it one after the other', () => {
    const queue = new FairQueue<string>({ items: { party: 4, all: 100 }, bytes: LIMITS.bytes });
    for (let company = 1; company <= 5; company++)
      for (let i = 0; i < 2; i++) queue.push({ company_id: company, owner_id: 7 }, `${company}`);
    for (let i = 0; i < 4; i++) queue.push(9, 'other');
    const items = taken(queue);
    assert.deepEqual(items.slice(0, 8), ['other', '1', 'other', '2', 'other', '3', 'other', '4']);
    assert.deepEqual(items.slice(8), ['5', '1', '2', '3', '4', '5']);
  });

  it('leaves others their even share of places, whatever an account with many companies has waiting', () => {
    const queue = new FairQueue<string>({ items: { party: 25, all: 100 }, bytes: LIMITS.bytes });
    const push = (company_id: number) => queue.push({ company_id, owner_id: 7 }, 'own');
    for (let company = 1; company <= 20; company++) for (let i = 0; i < 25; i++) push(company);
    assert.equal(queue.length, 100);
    assert.equal(push(20), 'all');
    assert.deepEqual(
      Array.from({ length: 25 }, () => queue.push(99, 'other')),
      Array.from({ length: 25 }, () => undefined),
    );
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
      taken(queue, ({ id }) => id === 2),
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
    assert.equal(queue.push(3, 'c1', 20), undefined);
    assert.equal(queue.push(3, 'c2', 11), 'all');
    assert.equal(queue.push(2, 'b2'), undefined);
    assert.equal(queue.push(3, 'c2'), undefined);
    assert.equal(queue.push(3, 'c3'), 'all');
    assert.ok(queue.remove('b1'));
    assert.ok(!queue.remove('b1'));
    assert.deepEqual(queue.drain().sort(), ['a1', 'a2', 'a3', 'a4', 'b2', 'c1', 'c2']);
  });
});
