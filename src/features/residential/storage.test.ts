import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BatterySums } from './home-balance.model.ts';
import { byUrgency, type StorageSums, storageHealth } from './storage.model.ts';

const sums = (into_kwh: number, out_kwh: number, known_days = 30): BatterySums => ({
  into_kwh,
  out_kwh,
  known_days,
});
const told = (whole: BatterySums, more: Partial<StorageSums> = {}): StorageSums => ({
  whole,
  week: sums(0, 0, 0),
  capacity_kwh: null,
  first_kwh: null,
  first_day: null,
  ...more,
});

describe('the storage of a home', () => {
  it('is told by its cycles, by what it returns and by what it can hold', () => {
    // 270 kWh out of a battery of 10 kWh: 27 cycles; of 300 kWh that went in, 90 %; 9.2 kWh of 10 are left.
    const health = storageHealth(told(sums(300, 270), { capacity_kwh: 9.2 }), 10, 30);
    assert.deepEqual(
      [health.cycles, health.efficiency, health.health?.toFixed(2), health.reason],
      [27, 0.9, '0.92', null],
    );
  });

  it('is judged by nothing that is not known', () => {
    const unknown = storageHealth(told(sums(0, 0, 0)), null, 30);
    assert.deepEqual(
      [unknown.cycles, unknown.efficiency, unknown.health, unknown.reason],
      [null, null, null, 'missing_days'],
    );
    // Below twenty fillings what it holds at the end blurs what it returned.
    assert.equal(storageHealth(told(sums(190, 150)), 10, 30).efficiency, null);
  });

  it('needs somebody where its meters cannot be right, where it is worn, loses much or stands idle', () => {
    const reasonOf = (whole: BatterySums, more: Partial<StorageSums> = {}) =>
      storageHealth(told(whole, more), 10, 30).reason;
    assert.equal(reasonOf(sums(300, 270), { week: sums(30, 60, 7) }), 'gave_more');
    assert.equal(reasonOf(sums(300, 270), { capacity_kwh: 6.9 }), 'worn');
    assert.equal(reasonOf(sums(300, 210)), 'loses_much');
    assert.equal(reasonOf(sums(30, 25)), 'idle');
    assert.equal(reasonOf(sums(200, 180, 20)), 'missing_days');
  });

  it('comes first where it needs somebody most', () => {
    const worn = storageHealth(told(sums(300, 270), { capacity_kwh: 6 }), 10, 30);
    const wrong = storageHealth(told(sums(300, 270), { week: sums(30, 60, 7) }), 10, 30);
    const fine = storageHealth(told(sums(300, 270), { capacity_kwh: 9 }), 10, 30);
    assert.deepEqual([fine, worn, wrong].sort(byUrgency), [wrong, worn, fine]);
  });
});
