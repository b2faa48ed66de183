import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addMonths,
  daysToMake,
  doneOf,
  doneWith,
  dueDays,
  nextByCount,
  nextDueDay,
  type Schedule,
} from './plans.model.ts';

const plan = (more: Partial<Schedule> = {}): Schedule => ({
  rule: 'months',
  every_n: 1,
  dates: [],
  start_on: '2026-01-31',
  last_due_on: null,
  ...more,
});

describe('when planned maintenance is due', () => {
  it('keeps the day of the month, or takes the last one of a short month', () => {
    assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
    assert.equal(addMonths('2027-12-15', 3), '2028-03-15');
    assert.equal(addMonths('2024-02-29', 12), '2025-02-28');
    const days = dueDays(plan(), {
      from: '2026-01-01',
      to: '2026-05-01',
      today: '2026-01-01',
      counted: null,
    });
    assert.deepEqual(days, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  });

  it('begins with its first day, leaves out what is done with, and knows the next day from any later one', () => {
    const half = plan({ every_n: 6, start_on: '2020-03-10', last_due_on: '2026-03-10' });
    const span = { from: '2026-01-01', to: '2027-12-31', today: '2026-04-01', counted: null };
    assert.deepEqual(dueDays(half, span), ['2026-09-10', '2027-03-10', '2027-09-10']);
    assert.equal(nextDueDay(half, span), '2026-09-10');
    assert.equal(nextDueDay(plan({ start_on: '2030-01-01' }), span), '2030-01-01');
    const dates = plan({ rule: 'dates', every_n: null, dates: ['2026-09-01', '2026-05-01', '2026-05-01'] });
    assert.deepEqual(dueDays(dates, span), ['2026-05-01', '2026-09-01']);
  });

  it('reckons from what was counted, at the pace of the last days', () => {
    const energy = plan({ rule: 'energy', every_n: 100_000, start_on: '2026-01-01' });
    // 100,000 - 70,000 = 30,000 kWh are left; at 1,000 kWh a day that is 30 days.
    const counted = { total: 70_000, per_day: 1_000, made: 0 };
    assert.equal(nextByCount(energy, counted, '2026-06-01'), '2026-07-01');
    // Of 250,000 kWh two multiples are passed; made once, the second is due now.
    assert.equal(nextByCount(energy, { ...counted, total: 250_000, made: 1 }, '2026-06-01'), '2026-06-01');
    assert.equal(nextByCount(energy, { ...counted, per_day: null }, '2026-06-01'), null);
    assert.equal(nextByCount(energy, { ...counted, per_day: 0 }, '2026-06-01'), null);
  });

  it('makes requests ahead of time, and of days that passed meanwhile the latest alone', () => {
    const monthly = { ...plan({ start_on: '2026-01-10', last_due_on: '2026-02-10' }), lead_days: 35 };
    assert.deepEqual(daysToMake(monthly, { today: '2026-05-20', counted: null }), [
      '2026-05-10',
      '2026-06-10',
    ]);
    assert.deepEqual(daysToMake({ ...monthly, lead_days: 0 }, { today: '2026-03-09', counted: null }), []);
    assert.deepEqual(daysToMake({ ...monthly, lead_days: 0 }, { today: '2026-03-10', counted: null }), [
      '2026-03-10',
    ]);
    const hours = { ...plan({ rule: 'hours', every_n: 500, start_on: '2026-01-01' }), lead_days: 14 };
    const at = (total: number) =>
      daysToMake(hours, { today: '2026-03-01', counted: { total, per_day: 10, made: 0 } });
    assert.deepEqual(at(300), []); // 20 days are left
    assert.deepEqual(at(400), ['2026-03-11']);
  });

  it('makes of multiples that passed meanwhile the latest alone, and begins none anew by another distance', () => {
    const hours = plan({ rule: 'hours', every_n: 500 });
    // 2,600 h: of the fifth multiple there is a request, the four before are done with. At 400 h the first is made ahead.
    assert.equal(doneOf(hours, { total: 2_600, per_day: 10, made: 0 }), 5);
    assert.equal(doneOf(hours, { total: 400, per_day: 10, made: 0 }), 1);
    // Made up to 3,000 h, 3,500 h counted: every 2,000 h the next is at 4,000, every 1,000 h likewise.
    const counted = { every_n: 1_000, total: 3_500, made: 3 };
    assert.deepEqual([doneWith(2_000, counted), doneWith(1_000, counted)], [1, 3]);
    // Where that of 4,000 h is made already, the next is at 6,000.
    assert.equal(doneWith(2_000, { ...counted, made: 4 }), 2);
    assert.equal(doneWith(null, counted), 3);
  });
});
