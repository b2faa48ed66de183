import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { causeKindOfAlarm } from './causes.model.ts';
import { type PoweredDevice, powerShare, weightsOf } from './power-share.model.ts';
import { type Sister, sisterYields } from './sisters.model.ts';

const NO_SUN = new Float64Array(3).fill(Number.NaN);
const sister = (power_kw: number, energy: number[], down: boolean[] = []): Sister => ({
  power_kw,
  down,
  energy: Float64Array.from(energy),
});

describe('what sisters say of a device that stands still', () => {
  it('is the median of their energy for each kW, of those that stood not still', () => {
    // 10 kW: 5, 6, 4 kWh → 0.5, 0.6, 0.4. 20 kW: 8, 10, – → 0.4, 0.5. 50 kW: 10 kWh → 0.2 in the first hour, then down.
    // First hour: median of 0.2, 0.4, 0.5 = 0.4; second: (0.5 + 0.6) / 2 = 0.55; third: 0.4 alone.
    const said = sisterYields(
      [sister(10, [5, 6, 4]), sister(20, [8, 10, Number.NaN]), sister(50, [10, 0, 0], [false, true, true])],
      { hours: 3, sun: NO_SUN },
    );
    assert.deepEqual(
      [...said.values].map((value) => Math.round(value * 1e9) / 1e9),
      [0.4, 0.55, 0.4],
    );
    // Distances: (0.2 + 0 + 0.1) / 3 = 0.1 and (0.05 + 0.05) / 2 = 0.05; 0.15 / (0.4 + 0.55).
    assert.ok(Math.abs(said.spread - 0.15 / 0.95) < 1e-9);
  });

  it('is nothing where the sun says that they stand still themselves', () => {
    // The sensors let expect 0.5 kWh/kW: who makes less than a tenth of it is out as well, recorded or not.
    const sun = Float64Array.from([0.5, 0.5, Number.NaN]);
    const said = sisterYields([sister(10, [0, 4, 0])], { hours: 3, sun });
    assert.deepEqual([...said.values], [Number.NaN, 0.4, 0]);
    assert.equal(said.spread, 0.1);
  });
});

describe('the share of a plant that is out of service', () => {
  const inverter = (device_id: number, power_kw: number | null): PoweredDevice => ({
    device_id,
    power_kw,
    section_id: null,
    makes: true,
  });
  const meter: PoweredDevice = { device_id: 9, power_kw: null, section_id: null, makes: false };
  const box: PoweredDevice = { device_id: 8, power_kw: 24, section_id: null, makes: false };
  const plant = { devices: [inverter(1, 50), inverter(2, 100), meter, box], nominal_kw: 160 };

  it('is that of the power of what stands still', () => {
    // 50 of 150 kW; a meter beside it takes nothing away; a string box of 24 kWp is held against the plant's 160 kWp.
    assert.equal(powerShare(plant, new Set([1])), 33.33);
    assert.equal(powerShare(plant, new Set([1, 9])), 33.33);
    assert.equal(powerShare(plant, new Set([1, 2])), 100);
    assert.equal(powerShare(plant, new Set([8])), 15);
    assert.equal(powerShare(plant, null), 100);
  });

  it('is not guessed where a power is missing', () => {
    assert.equal(powerShare(plant, new Set([9])), null);
    assert.equal(
      powerShare({ ...plant, devices: [inverter(1, null), inverter(2, 100)] }, new Set([1])),
      null,
    );
    assert.deepEqual(weightsOf([inverter(1, null), inverter(2, 100)]), [0.5, 0.5]);
    assert.deepEqual(weightsOf([inverter(1, 25), inverter(2, 75)]), [0.25, 0.75]);
  });
});

describe('causes of downtimes', () => {
  it('are suggested by the alarm', () => {
    assert.equal(causeKindOfAlarm('inverter_fault'), 'inverter');
    assert.equal(causeKindOfAlarm('device_silent'), 'communication');
  });
});
