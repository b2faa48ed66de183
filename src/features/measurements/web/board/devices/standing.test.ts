import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AggregateDevice } from '../../receipt.model.ts';
import { standingsOf as standings } from './standing.model.ts';

/** Ids above 100 are meters. */
const standingsOf = (devices: AggregateDevice[]) =>
  standings(devices, (id) => (id > 100 ? 'production_meter' : 'inverter'));

const figuresOf = (energy: number | null, mean: number | null) => ({
  n: 1,
  sum: null,
  mean,
  min: null,
  max: null,
  first: null,
  last: null,
  energy,
});

/** A device whose only series came to these figures. */
function device(
  id: number,
  given: { plant?: string; nominal?: number | null; energy?: number | null; mean?: number | null },
) {
  const { plant = 'P1', nominal = 100, energy = null, mean = null } = given;
  return {
    master_id: id,
    proj_code: plant,
    short_name: `INV${id}`,
    nominal_power: nominal,
    results: [{ figures: figuresOf(energy, mean) }],
  } as unknown as AggregateDevice;
}

const deviations = (devices: AggregateDevice[]) =>
  standingsOf(devices).map(({ deviation }) => deviation && Math.round(deviation * 1000) / 1000);

describe('a device beside its siblings', () => {
  it('stands out by the energy that it lacks for each kW, whatever its size', () => {
    const devices = [
      device(1, { energy: 500 }),
      device(2, { energy: 485 }),
      device(3, { nominal: 50, energy: 250 }),
    ];
    assert.deepEqual(deviations(devices), [0, -0.03, 0]);
    assert.equal(standingsOf(devices)[1]?.basis, 'specific');
  });

  it('is compared by its energy where a nominal power is not known, and by its mean without energy', () => {
    assert.deepEqual(
      deviations([
        device(1, { energy: 10 }),
        device(2, { energy: 9, nominal: null }),
        device(3, { energy: 10 }),
      ]),
      [0, -0.1, 0],
    );
    assert.deepEqual(
      deviations([device(1, { mean: 40 }), device(2, { mean: 50 }), device(3, { mean: 40 })]),
      [0, 0.25, 0],
    );
  });

  it('has no middle to be measured by among fewer than three, at rest, or without figures', () => {
    assert.deepEqual(deviations([device(1, { energy: 1 }), device(2, { energy: 2 })]), [null, null]);
    assert.deepEqual(deviations([1, 2, 3].map((id) => device(id, { energy: 0 }))), [null, null, null]);
    const silent = [
      device(1, { energy: 4 }),
      device(2, {}),
      device(3, { energy: 4 }),
      device(4, { energy: 4 }),
    ];
    assert.deepEqual(deviations(silent), [0, null, 0, 0]);
  });

  it('tells the energy that was booked when its counter came back, except of quarter hours', () => {
    const booked = (resolution: string, energies?: number[]) => {
      const [one] = standingsOf(
        [device(1, { energy: 900 })].map((it) => ({
          ...it,
          results: it.results.map((series) => ({
            ...series,
            resolution,
            recovered: energies?.map((energy) => ({ energy })),
          })),
        })) as unknown as AggregateDevice[],
      );
      return one?.recovered;
    };
    assert.deepEqual(
      [booked('day', [500, 120]), booked('hour', [500]), booked('15m', [500]), booked('day')],
      [620, 500, null, null],
    );
  });

  it('is not compared with a meter', () => {
    const inverters = [1, 2, 3].map((id) => device(id, { energy: 100 }));
    assert.deepEqual(deviations([...inverters, device(101, { energy: 300, nominal: null })]), [
      0,
      0,
      0,
      null,
    ]);
  });

  it('is measured by its own plant alone, and keeps its place in the list', () => {
    const devices = [1, 2, 3, 4, 5, 6].map((id) =>
      device(id, { plant: id % 2 === 0 ? 'EVEN' : 'ODD', energy: id % 2 === 0 ? 100 : 200 }),
    );
    assert.deepEqual(deviations(devices), [0, 0, 0, 0, 0, 0]);
    assert.deepEqual(
      standingsOf(devices).map(({ key }) => key),
      ['1', '2', '3', '4', '5', '6'],
    );
  });
});
