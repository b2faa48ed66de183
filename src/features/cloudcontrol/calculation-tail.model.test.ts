import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginTail, isOpen, isRipe, planTail, type Tail } from './calculation-tail.model.ts';

const MINUTE = 60_000;
const at = (minute: number, second = 0) => (1_000_000 + minute) * MINUTE + second * 1000;
const facts = (spoke: number, heard = spoke) => ({ step_ms: MINUTE, spoke, heard });
const done = (minute: number, more: Partial<Tail> = {}): Tail => ({
  done: at(minute),
  final: at(minute),
  heard: 0,
  ...more,
});
const plan = (...given: Parameters<typeof planTail>) => {
  const found = planTail(...given);
  return found && { start: found.start, end: found.end, final: found.next.final };
};

describe('how the newest results follow', () => {
  it('at once when every input has spoken', () => {
    assert.deepEqual(plan(done(4), facts(at(5)), at(5, 1)), { start: at(5), end: at(5), final: at(5) });
  });
  it('without the slow ones once they have had their time', () => {
    assert.equal(plan(done(4), facts(at(4, 50)), at(5, 9)), undefined);
    assert.deepEqual(plan(done(4), facts(at(4, 50)), at(5, 10)), { start: at(5), end: at(5), final: at(4) });
  });
  it('once more when a slow one speaks, and not without', () => {
    const open = done(5, { final: at(4), heard: 7 });
    assert.equal(plan(open, facts(at(4, 50), 7), at(5, 20)), undefined);
    assert.deepEqual(plan(open, facts(at(5), 8), at(5, 20)), { start: at(5), end: at(5), final: at(5) });
  });
  it('never further back than two minutes for one that does not speak at all', () => {
    const dead = done(9, { final: at(0), heard: 7 });
    assert.deepEqual(plan(dead, facts(Number.NEGATIVE_INFINITY, 8), at(9, 20)), {
      start: at(7),
      end: at(9),
      final: at(0),
    });
  });
  it('all that was left out while nobody followed, up to two hours', () => {
    assert.deepEqual(plan(done(0), facts(at(50)), at(50, 1)), { start: at(1), end: at(50), final: at(50) });
    assert.equal(beginTail(at(-500), MINUTE, at(0)).done, at(-120));
    assert.equal(beginTail(at(-5), MINUTE, at(0)).done, at(-5));
    assert.equal(beginTail(undefined, MINUTE, at(0)).done, at(-120));
  });
  it('and rest when nothing can change', () => {
    assert.equal(plan(done(5), facts(at(5, 30), 9), at(5, 40)), undefined);
    assert.equal(isOpen(done(5), MINUTE, at(5, 40)), false);
    assert.equal(isRipe(done(5), MINUTE, at(6, 9)), false);
    assert.equal(isRipe(done(5), MINUTE, at(6, 10)), true);
  });
});
