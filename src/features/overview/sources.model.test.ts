import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeviceCategory } from '../plants/plants.model.ts';
import { energySlots, type FollowedSlot, liveSlots, type MeasuringDevice } from './sources.model.ts';

const POWER: FollowedSlot = { slot: 0, rhythm_s: 60, kind: 'gauge', quantity: 'ac_power_kw' };
const COUNTER: FollowedSlot = { slot: 1, rhythm_s: 60, kind: 'counter', quantity: 'energy_export_kwh' };
const SUN: FollowedSlot = { slot: 2, rhythm_s: 900, kind: 'gauge', quantity: 'irradiance_poa_wm2' };

const device = (
  device_id: number,
  category: DeviceCategory,
  slots: FollowedSlot[] = [POWER, COUNTER],
  enabled = true,
): MeasuringDevice => ({
  device_id,
  category,
  enabled,
  interval_s: 60,
  nominal_power: null,
  potenza_nominale: null,
  slots,
});
const power = (...devices: MeasuringDevice[]) =>
  liveSlots(devices, 'ac_power_kw').map((s) => [s.device_id, s.slot]);
const energy = (...devices: MeasuringDevice[]) =>
  energySlots(devices).map((s) => [s.device.device_id, s.meta.slot]);

describe("the sources of a plant's figures", () => {
  it('are chosen for each quantity: a meter that only counts leaves the power to the inverter', () => {
    const meter = device(2, 'production_meter', [COUNTER]);
    assert.deepEqual(power(device(1, 'inverter'), meter), [[1, 0]]);
    assert.deepEqual(energy(device(1, 'inverter'), meter), [[2, 1]]);
  });
  it('stand for now by their own rhythm, not by their device', () => {
    const [sensor] = liveSlots([device(1, 'weather_station', [POWER, SUN])], 'irradiance_poa_wm2');
    assert.equal(sensor?.interval_s, 900);
  });
  it('are inverters and generators where no meter is, and others where nothing else is', () => {
    const [inverter, generator, other] = [
      device(1, 'inverter'),
      device(2, 'generator', [POWER]),
      device(3, 'other'),
    ];
    assert.deepEqual(power(inverter, generator, other), [
      [1, 0],
      [2, 0],
    ]);
    assert.deepEqual(energy(inverter, generator, other), [
      [1, 1],
      [2, 0],
    ]);
    assert.deepEqual(power(other, device(4, 'exchange_meter')), [[3, 0]]);
  });
  it('are all sensors of the sun', () => {
    const station = device(5, 'weather_station', [SUN, { ...SUN, slot: 7 }]);
    assert.deepEqual(
      liveSlots([station], 'irradiance_poa_wm2').map((s) => s.slot),
      [2, 7],
    );
  });
  it('that are switched off tell nothing now, but what they made today counts', () => {
    assert.deepEqual(power(device(1, 'inverter'), device(2, 'inverter', [POWER], false)), [[1, 0]]);
    assert.deepEqual(energy(device(1, 'inverter'), device(2, 'inverter', [COUNTER], false)).length, 2);
  });
});
