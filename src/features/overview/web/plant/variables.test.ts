import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callsFor, chosenDrawables } from '../../../measurements/web/chart/drawables.public.ts';
import { CATALOGUE } from '../../../plants/plants.model.ts';
import type { PlantOverview } from '../../overview.contract.ts';
import { drawablesOf, mainDrawables } from './variables.model.ts';

type Device = PlantOverview['devices'][number];
const device = (device_id: number, short_name: string, names: string[]): Device => ({
  device_id,
  short_name,
  description: '',
  category: 'inverter',
  nominal_power: 100,
  manufacturer: '',
  model: '',
  serial_number: null,
  interval_s: 60,
  last_reading_at: null,
  alarm: null,
  values: names.map((name, i) => {
    const entry = CATALOGUE.find((one) => one.name === name);
    assert.ok(entry);
    const read = { value_table: null, value: null, ts: null, quality: 'missing' } as const;
    return { ...entry, ...read, variable_id: device_id * 100 + i };
  }),
});
const plant = [
  device(1, 'INV1', ['ac_power_kw', 'energy_total_kwh', 'cabinet_temperature_c']),
  device(2, 'INV2', ['ac_power_kw', 'energy_total_kwh', 'cabinet_temperature_c']),
  device(3, 'METEO', ['irradiance_poa_wm2', 'wind_speed_ms']),
];

describe('what of a plant can be drawn', () => {
  it('is its own quantities and every variable of its devices', () => {
    const keys = drawablesOf('P-1', plant).map((one) => one.key);
    assert.deepEqual(keys.slice(0, 4), [
      'plant.ac_power_kw',
      'plant.energy_export_kwh',
      'plant.irradiance_poa_wm2',
      'plant.wind_speed_ms',
    ]);
    assert.equal(keys.length, 4 + 8);
  });

  it('has energy even without a counter, from its power', () => {
    const own = drawablesOf('P-1', [device(9, 'AC', ['ac_power_kw'])]).filter(
      (one) => one.device_id === null,
    );
    assert.deepEqual(
      own.map((one) => [one.key, one.shape]),
      [
        ['plant.ac_power_kw', 'line'],
        ['plant.energy_export_kwh', 'bar'],
      ],
    );
  });

  it('starts with power and irradiance, and with energy over months', () => {
    const all = drawablesOf('P-1', plant);
    assert.deepEqual(
      mainDrawables(all, false).map((one) => one.quantity),
      ['ac_power_kw', 'irradiance_poa_wm2'],
    );
    assert.deepEqual(
      mainDrawables(all, true).map((one) => one.quantity),
      ['energy_export_kwh'],
    );
  });

  it('leaves out what an address names and the plant does not have', () => {
    const chosen = chosenDrawables(drawablesOf('P-1', plant), [
      '2.ac_power_kw',
      '77.ac_power_kw',
      '2.ac_power_kw',
    ]);
    assert.deepEqual(
      chosen.map((one) => one.key),
      ['2.ac_power_kw'],
    );
  });
});

describe('the calls for a chart', () => {
  it('ask for devices with the same variables together, and for nothing that was not chosen', () => {
    const chosen = chosenDrawables(drawablesOf('P-1', plant), [
      'plant.ac_power_kw',
      '1.ac_power_kw',
      '2.ac_power_kw',
      '3.wind_speed_ms',
      '2.energy_total_kwh',
    ]);
    assert.deepEqual(callsFor(chosen), [
      { shape: 'line', plants: 'P-1', quantities: 'ac_power_kw' },
      { shape: 'line', devices: '1,2', variables: 'ac_power_kw' },
      { shape: 'line', devices: '3', variables: 'wind_speed_ms' },
      { shape: 'bar', devices: '2', variables: 'energy_total_kwh' },
    ]);
  });
});
