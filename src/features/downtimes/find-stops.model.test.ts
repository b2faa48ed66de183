import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findStops, QUARTER_MS, type QuarterDay } from './find-stops.model.ts';

const START = Date.parse('2026-06-17T22:00:00Z');
/** Light from 6 to 20 o'clock, 0.5 kW for each kW. */
const SUN = Float64Array.from({ length: 96 }, (_, quarter) => (quarter >= 24 && quarter < 80 ? 0.5 : 0));
const quarterOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 4 + minutes / 15;
};
const at = (clock: string): number => START + quarterOf(clock) * QUARTER_MS;

type Part = readonly [from: string, to: string, value: number];
/** A device of 10 kW that makes what the sun gives, apart from some parts of the day. */
const device = (device_id: number, ...parts: Part[]) => {
  const specific = Float64Array.from(SUN);
  for (const [from, to, value] of parts) specific.fill(value, quarterOf(from), quarterOf(to));
  return { device_id, power_kw: 10, specific };
};
const found = (devices: QuarterDay['devices'], part: Partial<QuarterDay> = {}) =>
  findStops({ start: START, quarters: 96, devices, should: SUN, trust: 'measured', ...part });

describe('stops that a day shows', () => {
  it('are those in which a device made nothing, or much less than its siblings', () => {
    const { stops } = found([
      device(1, ['10:00', '12:00', 0]),
      device(2, ['13:00', '15:00', 0.1]),
      device(3),
    ]);
    assert.deepEqual(
      stops.map(({ device_ids, start, stop, kind, measure }) => [device_ids, start, stop, kind, measure]),
      [
        [[1], at('10:00'), at('12:00'), 'none', 'siblings'],
        [[2], at('13:00'), at('15:00'), 'much_less', 'siblings'],
      ],
    );
    // 8 quarters × 0.25 h × 0.5 kW/kW × 10 kW = 10 kWh; of 0.5 it made 0.1: 80 % → 8 kWh.
    assert.deepEqual(
      stops.map(({ energy_kwh }) => Math.round(energy_kwh * 1e6) / 1e6),
      [10, 8],
    );
    assert.deepEqual(
      stops.map(({ share }) => Math.round(share * 1e6) / 1e6),
      [1, 0.8],
    );
  });

  it('are seen of the whole plant by its sun alone', () => {
    const both = [device(1, ['10:00', '12:00', 0]), device(2, ['10:15', '12:00', 0])];
    const [stop, ...others] = found(both).stops;
    assert.deepEqual(
      [stop?.device_ids, stop?.start, stop?.measure, others],
      [[1, 2], at('10:00'), 'irradiance', []],
    );
    // What nobody measured tells something from nothing, and no more.
    assert.equal(found(both, { trust: 'said' }).stops[0]?.measure, 'expected');
    const half = [device(1, ['10:00', '12:00', 0.2]), device(2, ['10:00', '12:00', 0.2])];
    assert.equal(found(half).stops.length, 1);
    assert.equal(found(half, { trust: 'said' }).stops.length, 0);
  });

  it('are none where a device only said nothing: it is asked again', () => {
    const silent = found([device(1, ['10:00', '12:00', Number.NaN]), device(2)]);
    assert.deepEqual(silent.stops, []);
    // 8 of twice 56 quarters with light.
    assert.equal(silent.unknown_share, 8 / 112);
    const nothing = found([device(1, ['00:00', '24:00', Number.NaN]), device(2)]);
    assert.deepEqual([...nothing.told], [2]);
    // Silence within a standstill belongs to it.
    const within = found([device(1, ['10:00', '12:00', 0], ['10:45', '11:15', Number.NaN]), device(2)]);
    assert.deepEqual(
      within.stops.map(({ start, stop }) => [start, stop]),
      [[at('10:00'), at('12:00')]],
    );
  });

  it('are none at night, for a moment, or in little light', () => {
    assert.deepEqual(found([device(1, ['20:00', '24:00', 0]), device(2)]).stops, []);
    assert.deepEqual(found([device(1, ['10:00', '10:15', 0]), device(2)]).stops, []);
    const dim = SUN.map((value) => value / 12);
    const dull = [1, 2].map((id) => ({
      device_id: id,
      power_kw: 10,
      specific: id === 1 ? new Float64Array(96) : dim,
    }));
    assert.deepEqual(found(dull, { should: dim }).stops, []);
  });

  it('say whether they may have begun before the day, and go on after it', () => {
    const [stop] = found([device(1, ['00:00', '24:00', 0]), device(2)]).stops;
    assert.deepEqual(
      [stop?.head, stop?.tail, stop?.start, stop?.stop],
      [true, true, at('06:00'), at('20:00')],
    );
    const [morning] = found([device(1, ['00:00', '09:00', 0]), device(2)]).stops;
    assert.deepEqual([morning?.head, morning?.tail], [true, false]);
  });
});
