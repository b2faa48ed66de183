import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareSiblings, ratedBy, type SiblingEnergy } from './siblings.model.ts';

/** A device that made so much on each day, null where nothing is known. */
const device = (
  device_id: number,
  kwh: number | null | readonly (number | null)[],
  rest: Partial<SiblingEnergy> = {},
) => {
  const days = [kwh]
    .flat()
    .flatMap((value, day): [number, number][] => (value === null ? [] : [[day, value]]));
  return { device_id, days: new Map(days), rating_kw: 100, counted: 'counter' as const, ...rest };
};

describe('a device beside those of its kind', () => {
  it('compares energy for each kW, so that sizes do not matter', () => {
    // 450/100 = 4.5, 200/50 = 4, 480/120 = 4: the median is 4, the first stands 12.5 % above it.
    const { standings, median } = compareSiblings([
      device(1, 200, { rating_kw: 50 }),
      device(2, 450),
      device(3, 480, { rating_kw: 120 }),
    ]);
    assert.equal(median, 4);
    assert.deepEqual(
      standings.map((one) => [one.device_id, one.specific_yield, one.deviation]),
      [
        [2, 4.5, 0.125],
        [1, 4, 0],
        [3, 4, 0],
      ],
    );
  });

  it('names what cannot be compared, last, and never as zero', () => {
    const { standings, median } = compareSiblings([
      device(1, 450, { rating_kw: null }),
      device(2, null),
      device(3, 0),
      device(4, null, { counted: null }),
    ]);
    assert.equal(median, null);
    assert.deepEqual(
      standings.map((one) => [one.device_id, one.specific_yield, one.why_not]),
      [
        [3, 0, null],
        [1, null, 'no_rating'],
        [2, null, 'no_energy'],
        [4, null, 'no_counter'],
      ],
    );
  });

  it('compares over the same days, and leaves out one that came into work later', () => {
    const month = (kwh: number, unknown: (day: number) => boolean = () => false) =>
      Array.from({ length: 20 }, (_, day) => (unknown(day) ? null : kwh));
    const { standings, median, common_days } = compareSiblings([
      device(1, month(400)),
      // Not read for a day: the nineteen others are compared.
      device(
        2,
        month(400, (day) => day === 7),
      ),
      device(3, month(300)),
      // As good as the first, of the last six days.
      device(
        4,
        month(400, (day) => day < 14),
      ),
    ]);
    assert.equal(common_days, 19);
    assert.equal(median, 76);
    assert.deepEqual(
      standings.map((one) => [one.device_id, one.specific_yield, one.why_not, one.deviation]),
      [
        [1, 76, null, 0],
        [2, 76, null, 0],
        [3, 57, null, -0.25],
        [4, null, 'days_missing', null],
      ],
    );
  });

  it('compares all over the last days where only one is older than those', () => {
    const late = [null, null, null, 200, 200];
    const { standings, common_days } = compareSiblings([
      device(1, [200, 200, 200, 200, 200]),
      ...[2, 3, 4].map((id) => device(id, late)),
    ]);
    assert.equal(common_days, 2);
    assert.deepEqual(
      standings.map(({ deviation }) => deviation),
      [0, 0, 0, 0],
    );
  });

  it('are divided by the peak power of their modules only where that is entered for all', () => {
    assert.equal(ratedBy([120, 130]), 'kw_peak');
    assert.equal(ratedBy([120, null]), 'nominal_power');
    assert.equal(ratedBy([120, 0]), 'nominal_power');
    assert.equal(ratedBy([]), 'nominal_power');
  });
});
