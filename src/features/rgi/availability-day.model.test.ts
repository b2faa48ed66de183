import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  addCount,
  countedOf,
  keptPlant,
  noCount,
  packDevice,
  plantCount,
  unpackDevice,
} from './availability-day.model.ts';

it('a day is kept by what is not zero, and comes back the same; a plant is its devices by their power', () => {
  const first = noCount(7);
  first.raw.good = 9.75;
  first.raw.no_sun = 14.25;
  first.cells.good = 8.5;
  first.cells.closed_good = 1.25;
  first.cells.no_sun = 14.25;
  const whole = addCount(first, { ...noCount(7), energy_kwh: 120.125 });
  assert.deepEqual(packDevice(whole), [7, 120.125, 0, 9.75, 3, 14.25, 4, 8.5, 9, 1.25]);
  assert.deepEqual(unpackDevice(packDevice(whole)), whole);
  const still = noCount(8);
  still.raw.bad = 9.75;
  still.cells.bad = 9.75;
  still.raw.no_sun = 14.25;
  still.cells.no_sun = 14.25;
  const plant = plantCount([whole, still], (id) => (id === 7 ? 30 : 10));
  assert.deepEqual([plant.raw.good, plant.raw.bad, plant.energy_kwh], [9.75 * 0.75, 9.75 * 0.25, 120.125]);
  const { energy_kwh: _, ...hours } = keptPlant(plant);
  assert.deepEqual(countedOf(hours).cells, plant.cells);
});
