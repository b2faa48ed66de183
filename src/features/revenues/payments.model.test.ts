import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { balanceOf } from './payments.model.ts';

const DUE = [
  { kind: 'incentive', eur: 842.1 },
  { kind: 'rid', eur: 402.33 },
  // What was used on site is nobody's to pay.
  { kind: 'avoided', eur: 55 },
  { kind: 'fee', eur: -41.25 },
] as const;
const paid = (amount_eur: number, kind: 'incentive' | 'rid' | null = null) => ({
  entry: 'payment' as const,
  kind,
  amount_eur,
});

describe('what was paid for a month against what was due', () => {
  it('is 842.10 + 402.33 − 41.25 = 1,203.18 due; of 1,100.10 received 103.08 are missing', () => {
    const booked = [paid(842.1, 'incentive'), paid(258, 'rid')];
    const balance = balanceOf({ due: DUE, booked, over: true, missing_hours: 0 });
    assert.deepEqual(
      [balance.due_eur, balance.received_eur, balance.difference_eur, balance.state],
      [1203.18, 1100.1, -103.08, 'short'],
    );
    assert.deepEqual(balance.lines, [
      { kind: 'incentive', due_eur: 842.1, received_eur: 842.1 },
      { kind: 'rid', due_eur: 402.33, received_eur: 258 },
      { kind: 'fee', due_eur: -41.25, received_eur: 0 },
    ]);
    const accepted = { entry: 'adjustment' as const, kind: null, amount_eur: -0 + 103.08 };
    const settled = balanceOf({ due: DUE, booked: [...booked, accepted], over: true, missing_hours: 0 });
    assert.deepEqual([settled.difference_eur, settled.adjusted_eur, settled.state], [0, 103.08, 'settled']);
  });

  it('is open without a payment, settled to the euro, over where more came, and not judged before the month is over', () => {
    const state = (booked: Parameters<typeof balanceOf>[0]['booked'], over = true) =>
      balanceOf({ due: DUE, booked, over, missing_hours: 0 }).state;
    assert.equal(state([]), 'open');
    assert.equal(state([paid(1202.18)]), 'settled');
    assert.equal(state([paid(1202.17)]), 'short');
    assert.equal(state([paid(1300)]), 'over');
    assert.equal(state([], false), 'not_over');
    const none = { due: [], over: true, missing_hours: 0 };
    assert.equal(balanceOf({ ...none, booked: [] }).state, 'nothing');
    assert.equal(balanceOf({ ...none, booked: [paid(10)] }).state, 'over');
  });

  it('is not known where nothing was booked and hours are missing, unless what is known is owed already', () => {
    const state = (eur: number, booked: Parameters<typeof balanceOf>[0]['booked'] = []) => {
      const due = [
        { kind: 'incentive' as const, eur },
        { kind: 'fee' as const, eur: -41.25 },
      ];
      return balanceOf({ due, booked, over: true, missing_hours: 720 }).state;
    };
    assert.deepEqual([state(0), state(42.25), state(100)], ['unknown', 'unknown', 'open']);
    assert.equal(state(100, [paid(58.75)]), 'settled');
  });
});
