import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  changeFrom,
  irradiationOf,
  type PairedDay,
  periodOfCalc,
  ratioOf,
  sumKnown,
} from './reports.model.ts';

const day = (more: Partial<PairedDay> = {}): PairedDay => ({
  ...{
    actual_kwh: 800,
    reference_kwh: 1000,
    expected_kwh: 900,
    sun_hours: 10,
    missing_hours: 0,
    measured: true,
  },
  ...more,
});

describe('what reports tell', () => {
  it('is told by days for 1 and whatever is none of 2 and 3', () => {
    assert.deepEqual([1, 2, 3, 4, 0, undefined, '3'].map(periodOfCalc), [
      ...['day', 'month', 'year', 'day', 'day', 'day', 'year'],
    ]);
  });

  it('holds ratios of energies and not means of ratios, and nothing where too much is missing', () => {
    // (800 + 100) / (1000 + 200), not the mean of 0.8 and 0.5.
    assert.equal(ratioOf([day(), day({ actual_kwh: 100, reference_kwh: 200 })]).pr, 0.75);
    assert.equal(ratioOf([day()]).performance_index, 800 / 900);
    const gap = ratioOf([day({ missing_hours: 2.5 })]);
    assert.deepEqual(gap, { pr: null, performance_index: null, missing_share: 0.25 });
    assert.equal(ratioOf([day({ missing_hours: 2 })]).pr, 0.8);
    assert.equal(ratioOf([day(), day({ measured: false })]).pr, null);
    assert.equal(ratioOf([]).missing_share, null);
  });

  // Published check vector: 4 kWp; irradiation in Wh/m², at nominal power 4 × H / 1,000 kWh. // reference/domain.md §2.2
  it('has the performance ratios of the published check vector', () => {
    const energies = [4, 4, 4.5, 2.7, 6];
    const irradiations = [1000, 1250, 1250, 900, 1500];
    const days = energies.map((actual_kwh, i) =>
      day({ actual_kwh, reference_kwh: (4 * (irradiations[i] ?? 0)) / 1000 }),
    );
    assert.deepEqual(
      days.map((one) => ratioOf([one]).pr),
      [1, 0.8, 0.9, 0.75, 1],
    );
    // 21.2 kWh of 4 kWp × 5.9 kWh/m² = 23.6 kWh.
    assert.equal(ratioOf(days).pr, 21.2 / 23.6);
  });

  it('adds up what is known, and null is not zero', () => {
    assert.equal(sumKnown([null, 2, 3]), 5);
    assert.equal(sumKnown([null]), null);
    assert.deepEqual([changeFrom(110, 100), changeFrom(null, 100), changeFrom(1, 0)], [0.1, null, null]);
  });

  it('irradiation of no hour at all is not known', () => {
    assert.equal(irradiationOf([day()], 100), 10);
    const none = day({ reference_kwh: 0, missing_hours: 10 });
    assert.deepEqual([irradiationOf([none], 100), irradiationOf([none, day()], 100)], [null, 10]);
    assert.deepEqual([irradiationOf([], 100), irradiationOf([day()], null)], [null, null]);
  });
});
