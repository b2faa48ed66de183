import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Plant, PlantChange } from '../plants.contract.ts';
import { changeOf, differing, reckonsAnew, valuesOf } from './plant-form.model.ts';

const plant = {
  name: 'Alta',
  productionType: 'photovoltaic',
  comune: 'Lodi',
  time_zone: 'Europe/Rome',
  potenza_nominale: 50,
  latitude: 0,
  longitude: null,
  tilt_deg: null,
  azimuth_deg: 180,
} as unknown as Plant;

describe("a plant's form", () => {
  it('sends back what is stored, an unknown number as unknown', () => {
    const { proj_code: _none, ...body } = { proj_code: '', ...changeOf(valuesOf(plant)) };
    assert.deepEqual(body, plant);
    assert.ok(PlantChange.safeParse(body).success);
  });

  it('tells what makes days be reckoned anew, and what two people changed', () => {
    const values = valuesOf(plant);
    assert.deepEqual(reckonsAnew(values, plant), { zone: false, power: false });
    assert.deepEqual(reckonsAnew({ ...values, time_zone: 'UTC', potenza_nominale: '' }, plant), {
      zone: true,
      power: true,
    });
    assert.deepEqual(differing({ ...values, name: 'Bassa', latitude: '' }, plant), ['name', 'latitude']);
  });
});
