import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Column, makeReadings, type Readings } from '../columns.model.ts';
import { cutReadings, VALUES_IN_STRETCH } from './stretch-cutting.ts';

const NONE = Number.NaN;
const START = Date.parse('2026-03-28T23:00:00Z');

const column = (ts: Float64Array, at: (i: number) => number): Column => ({
  values: ts.map((_, i) => at(i)),
  quality: null,
});
const series = (slots: number, length: number): Readings => {
  const ts = Float64Array.from({ length }, (_, i) => START + i * 300_000);
  return { ts, columns: Array.from({ length: slots }, (_, slot) => column(ts, (i) => i % (7 + slot))) };
};

describe('cutting readings into stretches', () => {
  it('makes full ones and leaves none that is tiny', () => {
    fc.assert(
      fc.property(fc.nat({ max: 80 }), fc.nat({ max: 4000 }), (slots, length) => {
        const readings = series(slots, length);
        const pieces = cutReadings(readings);
        const sizes = pieces.map(({ ts }) => ts.length * slots);
        const full = Math.max(VALUES_IN_STRETCH, 128 * slots);
        assert.equal(
          sizes.reduce((sum, size) => sum + size, 0),
          length * slots,
        );
        for (const size of sizes.slice(0, -1)) assert.ok(size >= VALUES_IN_STRETCH && size < full + slots);
        if (sizes.length > 1) assert.ok((sizes.at(-1) ?? 0) >= VALUES_IN_STRETCH / 4);
        assert.ok((sizes.at(-1) ?? 0) <= full + VALUES_IN_STRETCH / 4 + slots);
        pieces.forEach(({ ts }, i) => {
          assert.ok(i === 0 || (ts[0] ?? 0) > (pieces[i - 1]?.ts.at(-1) ?? 0));
        });
      }),
      { numRuns: 60 },
    );
  });

  it('keeps a wide device together for 128 instants', () => {
    assert.deepEqual(
      cutReadings(series(500, 300)).map(({ ts }) => ts.length),
      [128, 128, 44],
    );
  });

  it('makes nothing of readings that say nothing', () => {
    assert.deepEqual(cutReadings(makeReadings(3, 10, NONE)), []);
    assert.deepEqual(cutReadings(makeReadings(0, 0)), []);
  });
});
