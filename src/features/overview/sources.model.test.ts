import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeviceCategory } from '../plants/plants.model.ts';
import { energySlot, type MeasuringDevice, pickSources, slotsOf } from './sources.model.ts';

const device = (
  device_id: number,
  category: DeviceCategory,
  slots: Partial<MeasuringDevice> = { power_slot: 0, counter_slot: 1 },
): MeasuringDevice => ({
  device_id,
  category,
  interval_s: 60,
  nominal_power: null,
  power_slot: null,
  counter_slot: null,
  irradiance_slots: [],
  ...slots,
});
const ids = (devices: MeasuringDevice[]) => pickSources(devices).map((d) => d.device_id);

describe("the sources of a plant's figures", () => {
  it('are its production meters if there are any', () => {
    assert.deepEqual(
      ids([device(1, 'inverter'), device(2, 'production_meter'), device(3, 'generator')]),
      [2],
    );
  });
  it('are its inverters and generators otherwise', () => {
    assert.deepEqual(
      ids([device(1, 'inverter'), device(2, 'generator'), device(3, 'exchange_meter')]),
      [1, 2],
    );
    assert.deepEqual(ids([device(1, 'inverter'), device(2, 'production_meter', {})]), [1]);
  });
  it('count by the counter, else by the power', () => {
    assert.equal(energySlot(device(1, 'inverter')), 1);
    assert.equal(energySlot(device(1, 'inverter', { power_slot: 4 })), 4);
    assert.equal(energySlot(device(1, 'inverter', {})), null);
  });
  it('take the first slot of each quantity, and counters only where they count', () => {
    const variables = [
      { slot: 5, quantity: 'ac_power_kw', kind: 'gauge' },
      { slot: 2, quantity: 'ac_power_kw', kind: 'gauge' },
      { slot: 3, quantity: 'energy_export_kwh', kind: 'gauge' },
      { slot: 9, quantity: 'irradiance_poa_wm2', kind: 'gauge' },
      { slot: 8, quantity: 'irradiance_poa_wm2', kind: 'gauge' },
    ];
    assert.deepEqual(slotsOf(variables), { power_slot: 2, counter_slot: null, irradiance_slots: [8, 9] });
  });
});
