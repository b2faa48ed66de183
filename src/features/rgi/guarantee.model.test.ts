import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { daysOfPeriod, type GuaranteeState, type Judged, newsOf, standingOf } from './guarantee.model.ts';

const PROMISED = { guaranteed_pct: 97, penalty_eur_per_point: 500, penalty_most_eur: null };

describe('a guaranteed availability', () => {
  it('of 380 good and 20 bad hours with 100 to come is lost: of 500 hours 15 may be bad', () => {
    const { may_stand_h, ...standing } = standingOf(PROMISED, { good: 380, bad: 20, excluded: 0 }, 100);
    assert.equal(may_stand_h?.toFixed(9), '-5.000000000');
    // 380/400 = 95 %, two points below: 1,000 EUR; 480/500 = 96 %, one point: 500 EUR.
    assert.deepEqual(standing, {
      state: 'missed',
      availability_pct: 95,
      reachable_pct: 96,
      penalty_eur: 1000,
      least_penalty_eur: 500,
    });
  });

  it('can be behind while it may still be kept, and is kept to the hour', () => {
    // 190/200 = 95 %, but of 400 hours 12 may be bad.
    const behind = standingOf(PROMISED, { good: 190, bad: 10, excluded: 0 }, 200);
    assert.deepEqual(
      [behind.state, behind.may_stand_h?.toFixed(9), behind.reachable_pct, behind.least_penalty_eur],
      ['behind', '2.000000000', 97.5, 0],
    );
    assert.equal(standingOf(PROMISED, { good: 97, bad: 3, excluded: 0 }, 0).state, 'kept');
    assert.equal(standingOf(PROMISED, { good: 96, bad: 4, excluded: 0 }, 0).state, 'missed');
    // 40 h for which nobody answers are added back: (96 + 40) / 140 = 97.1 %.
    assert.equal(standingOf(PROMISED, { good: 96, bad: 4, excluded: 40 }, 0).state, 'kept');
  });

  it('says nothing of what is not known, and no more penalty than was agreed', () => {
    assert.deepEqual(standingOf(PROMISED, { good: 0, bad: 0, excluded: 0 }, null), {
      state: 'unknown',
      availability_pct: null,
      reachable_pct: null,
      may_stand_h: null,
      penalty_eur: null,
      least_penalty_eur: null,
    });
    const limited = { ...PROMISED, penalty_most_eur: 750 };
    assert.equal(standingOf(limited, { good: 90, bad: 10, excluded: 0 }, 0).penalty_eur, 750);
    assert.equal(
      standingOf({ ...PROMISED, penalty_eur_per_point: null }, { good: 90, bad: 10, excluded: 0 }, 0)
        .penalty_eur,
      null,
    );
  });

  it('is judged over the month, or the year as far as it holds', () => {
    const of = (period: 'month' | 'year', from_on: string, to_on: string | null) =>
      daysOfPeriod({ period, from_on, to_on }, '2026-02');
    assert.deepEqual(of('month', '2020-01-01', null), { from: '2026-02-01', to: '2026-02-28' });
    assert.deepEqual(of('month', '2026-02-10', '2026-02-20'), { from: '2026-02-10', to: '2026-02-20' });
    assert.deepEqual(of('year', '2025-07-01', null), { from: '2026-01-01', to: '2026-12-31' });
    assert.deepEqual(of('year', '2026-03-15', '2027-03-14'), { from: '2026-03-15', to: '2026-12-31' });
    assert.equal(of('month', '2026-03-01', null), null);
  });

  it('is told of once a period, and again when it stands otherwise', () => {
    const month = (state: GuaranteeState, period = '2026-06', of: Partial<Judged> = {}): Judged => ({
      period,
      state,
      guaranteed_pct: 97,
      counted_h: 100,
      ahead_h: 50,
      availability_pct: state === 'kept' ? 98 : 95,
      ...of,
    });
    assert.deepEqual(
      [
        newsOf(null, month('unknown')),
        newsOf(null, month('kept')),
        newsOf(month('kept'), month('behind')),
        newsOf(month('behind'), month('behind')),
        newsOf(month('behind'), month('missed')),
        newsOf(month('behind'), month('kept')),
        // The next month begins anew: what is kept was never otherwise, what is behind is told.
        newsOf(month('behind'), month('kept', '2026-07')),
        newsOf(month('behind'), month('behind', '2026-07')),
        // What is not known for a while does not make it be told twice.
        newsOf(month('behind'), month('unknown')),
      ],
      [null, 'note', 'tell', null, 'tell', 'tell', 'note', 'tell', null],
    );
    // Of less than 24 hours a quarter is more than a percent: only what can be reached no more is told.
    const early = { counted_h: 23.75 };
    assert.deepEqual(
      [
        newsOf(null, month('behind', '2026-06', early)),
        newsOf(month('kept'), month('behind', '2026-06', early)),
        newsOf(null, month('behind', '2026-06', { counted_h: 24 })),
        newsOf(null, month('missed', '2026-06', early)),
      ],
      [null, null, 'tell', 'tell'],
    );
    // Kept again is told half a point above, of 99.6 % promised 0.2 above, and when nothing is to come any more.
    const again = (availability_pct: number, of: Partial<Judged> = {}) =>
      newsOf(month('behind'), month('kept', '2026-06', { availability_pct, ...of }));
    assert.deepEqual(
      [
        again(97.4),
        again(97.5),
        again(97, { ahead_h: 0 }),
        again(99.7, { guaranteed_pct: 99.6 }),
        again(99.8, { guaranteed_pct: 99.6 }),
      ],
      [null, 'tell', 'tell', null, 'tell'],
    );
  });
});
