import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BodyBudget } from './body-budget.ts';

describe('bytes on their way in', () => {
  it('are refused beyond a company share with 429, beyond all together with 503, and are free again at the end', () => {
    const budget = new BodyBudget({ total: 100_000, share: 60_000 });
    const [one, other] = [budget.hold(1), budget.hold(2)];
    one.add(50_000);
    assert.throws(() => one.add(10_000), { code: 'invalid', status: 413 });
    const more = budget.hold(1);
    assert.throws(() => more.add(4_000), { code: 'limit', status: 429 });
    more.end();
    other.add(40_000);
    assert.throws(() => other.add(5000), { code: 'unavailable', status: 503 });
    assert.throws(() => budget.hold(3), { code: 'unavailable' });
    one.release(50_000);
    other.add(5000);
    other.end();
    other.end();
    one.end();
    assert.equal(budget.held, 0);
  });

  it('have room for a party that holds next to nothing, whatever others hold', () => {
    const budget = new BodyBudget({ total: 100_000, share: 50_000, reserve: 25_000, floor: 10_000 });
    const fillers = [1, 2].map((party) => budget.hold(party));
    for (const filler of fillers) filler.add(30_000);
    assert.throws(() => fillers[0]?.add(10_000), { code: 'unavailable' });
    const small = budget.hold(3);
    small.add(5_000);
    assert.throws(() => small.add(5_000), { code: 'unavailable' });
  });

  it('of who holds most, the longest on their way first, are given up for those who hold half or less', () => {
    const budget = new BodyBudget({ total: 100_000, share: 60_000 });
    const cut: string[] = [];
    const coming = (party: number, name: string, bytes: number) => {
      const hold = budget.hold(party);
      hold.arriving((why) => cut.push(`${name} ${why.code} ${why.options.retryAfter_s}`));
      hold.add(bytes - 4096);
      return hold;
    };
    const whole = coming(1, 'whole', 20_000);
    whole.arrived();
    const first = coming(1, 'first', 20_000);
    coming(1, 'second', 19_000);
    coming(2, 'other', 40_000);
    const quiet = coming(3, 'quiet', 10_000);
    assert.deepEqual(cut, ['first unavailable 5']);
    assert.throws(() => first.add(1), { code: 'unavailable', status: 503 });
    first.end();
    assert.equal(budget.held, 20_000 + 19_000 + 40_000 + 10_000);
    quiet.add(10_000);
    assert.equal(cut.length, 1);
    assert.throws(() => quiet.add(5_000), { code: 'unavailable' });
    assert.equal(cut.length, 1, 'nobody loses a body to who holds as much');
  });
});
