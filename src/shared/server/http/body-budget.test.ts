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

  it('of the companies of one account count as one against others, of whom the slowest are given up', () => {
    const budget = new BodyBudget({ total: 100_000, share: 25_000, reserve: 25_000, floor: 2000 });
    let cut = 0;
    for (let company_id = 1; company_id <= 4; company_id++) {
      const hold = budget.hold({ company_id, owner_id: 7 });
      hold.arriving(() => cut++);
      hold.add(18_000 - 4096);
    }
    budget.hold(9).add(15_000);
    assert.equal(cut, 1);
  });

  it('of one owner are no more than half for a while after another found no room, but for one delivery by itself', () => {
    let now = 0;
    const budget = new BodyBudget({ total: 100_000, share: 70_000 }, () => now);
    const sized = (party: number, bytes: number) => {
      const hold = budget.hold(party);
      try {
        hold.add(bytes - 4096);
      } catch (error) {
        hold.end();
        throw error;
      }
      return hold;
    };
    const busy = { code: 'limit', status: 429 };
    const first = sized(1, 40_000);
    const second = sized(1, 25_000);
    assert.throws(() => sized(2, 40_000), { code: 'unavailable', status: 503 });
    second.end();
    assert.throws(() => sized(1, 25_000), busy, 'somebody waits for the room');
    sized(2, 40_000).end();
    first.end();
    sized(1, 70_000).end();
    const alone = sized(1, 48_000);
    assert.throws(() => sized(1, 10_000), busy);
    now += 10_001;
    sized(1, 10_000).end();
    alone.end();
    assert.equal(budget.held, 0);
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
