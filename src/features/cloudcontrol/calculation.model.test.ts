import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { QUALITIES, type Quality } from '../measurements/measurements.model.ts';
import { combine, evaluate, type InputSeries, OPERATIONS } from './calculation.model.ts';

const MINUTE = 60_000;
type Said = [ts: number, said: number | Quality];

const series = (said: readonly Said[], more: Partial<InputSeries> = {}): InputSeries => ({
  ts: Float64Array.from(said, ([ts]) => ts),
  column: {
    values: Float64Array.from(said, ([, one]) => (typeof one === 'number' ? one : Number.NaN)),
    quality: Uint8Array.from(said, ([, one]) => (typeof one === 'number' ? 0 : QUALITIES.indexOf(one))),
  },
  factor: 1,
  rests: () => false,
  ...more,
});
const at = (operation: (typeof OPERATIONS)[number], inputs: readonly InputSeries[], end = MINUTE) => {
  const { values, quality, speaks } = evaluate(operation, inputs, { start: end, end, step_ms: MINUTE });
  return speaks[0] ? (quality[0] ? QUALITIES[quality[0]] : values[0]) : 'silent';
};

describe('what a calculation group comes to', () => {
  const three = [[20], [5], [12.5]].map(([value = 0]) => series([[MINUTE, value]]));
  for (const [operation, result] of [
    ['sum', 37.5],
    ['mean', 12.5],
    ['minimum', 5],
    ['maximum', 20],
    ['difference', 2.5],
  ] as const) {
    it(`${operation} of 20, 5 and 12.5 is ${result}`, () => assert.equal(at(operation, three), result));
  }

  it('takes the newest reading after the instant before, up to the instant itself', () => {
    assert.equal(at('sum', [series([[0, 1]])]), 'silent');
    assert.equal(at('sum', [series([[1, 2]])]), 2);
    assert.equal(
      at('sum', [
        series([
          [1, 2],
          [MINUTE, 3],
          [MINUTE + 1, 4],
        ]),
      ]),
      3,
    );
  });
  it('counts in the unit of the result', () => {
    assert.equal(at('sum', [series([[MINUTE, 1500]], { factor: 0.001 }), series([[MINUTE, 2]])]), 3.5);
  });
  it('is nothing where an input is: never the others alone', () => {
    const good = series([[MINUTE, 1]]);
    assert.equal(at('sum', [good, series([])]), 'missing');
    assert.equal(at('sum', [good, series([[MINUTE, 'failed']])]), 'failed');
    assert.equal(
      at('sum', [
        good,
        series([
          [1, 7],
          [MINUTE, 'failed'],
        ]),
      ]),
      'failed',
    );
    assert.equal(at('sum', [good, series([[MINUTE, 'stale']])]), 'stale');
    assert.equal(at('mean', [good, { ...good, column: undefined }]), 'missing');
  });
  it('is zero where all are zero', () => assert.equal(at('sum', [series([[MINUTE, 0]])]), 0));
  it('names the gravest of what its inputs are', () => {
    const all = (['asleep', 'stale', 'missing', 'failed'] as const).map((q) => series([[MINUTE, q]]));
    for (let n = 1; n <= 4; n++)
      assert.equal(at('sum', all.slice(0, n)), ['asleep', 'stale', 'missing', 'failed'][n - 1]);
  });
  it('sleeps through a photovoltaic night, and says nothing in a silence by day', () => {
    const night = series([], { rests: () => true });
    assert.equal(at('sum', [night, night]), 'asleep');
    assert.equal(at('sum', [series([]), series([])]), 'silent');
    assert.equal(at('sum', [night, series([])]), 'silent');
    assert.equal(at('sum', [night, series([[MINUTE, 0]])]), 'asleep');
  });
  it('failed where it is no number that can be kept', () => {
    const huge = series([[MINUTE, 1.7e308]]);
    assert.equal(at('sum', [huge, huge]), 'failed');
  });
  it('adds decimals as people do', () => {
    assert.equal(combine('sum', Float64Array.of(0.1, 0.2)), 0.3);
    assert.equal(combine('difference', Float64Array.of(0.3, 0.1)), 0.2);
    assert.equal(combine('sum', Float64Array.of(2 ** 52, 1)), 2 ** 52 + 1);
  });

  const instant = fc.integer({ min: 0, max: 10 * MINUTE });
  const said = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constantFrom<Quality>('failed', 'missing'));
  const input = fc
    .uniqueArray(fc.tuple(instant, said), { selector: ([ts]) => ts, maxLength: 30 })
    .map((all) => all.toSorted((a, b) => a[0] - b[0]));

  it('is at each instant what looking at all readings afresh finds there', () => {
    fc.assert(
      fc.property(
        fc.array(input, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...OPERATIONS),
        (all, op) => {
          const grid = { start: 0, end: 10 * MINUTE, step_ms: MINUTE };
          const results = evaluate(
            op,
            all.map((one) => series(one)),
            grid,
          );
          results.ts.forEach((t, i) => {
            const newest = all.map((one) => one.findLast(([ts]) => ts <= t && ts > t - MINUTE)?.[1]);
            const numbers = newest.filter((one) => typeof one === 'number');
            const whole = numbers.length === all.length;
            assert.equal(results.speaks[i], newest.some((one) => one !== undefined) ? 1 : 0);
            const value = whole ? combine(op, Float64Array.from(numbers)) : Number.NaN;
            assert.ok(Object.is(results.values[i], value));
            assert.equal(results.quality[i] === 0, whole);
          });
        },
      ),
    );
  });
  it('lies between its inputs, and does not ask in which order they stand', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 20 }), (numbers) => {
        const [all, turned] = [Float64Array.from(numbers), Float64Array.from(numbers.toReversed())];
        const [min, max] = [combine('minimum', all), combine('maximum', all)];
        const mean = combine('mean', all);
        assert.ok(min <= mean + 1e-3 && mean <= max + 1e-3);
        for (const op of ['sum', 'mean', 'minimum', 'maximum'] as const)
          assert.equal(combine(op, all), combine(op, turned));
      }),
    );
  });
});
