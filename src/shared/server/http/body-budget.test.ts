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
});
