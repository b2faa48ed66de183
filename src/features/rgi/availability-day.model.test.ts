import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hoursUnder, sharesOf } from './availability.model.ts';
import {
  addCount,
  countedOf,
  keptPlant,
  noCount,
  packDevice,
  plantCount,
  plantOver,
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
  addCount(first, whole);
  assert.deepEqual([first.raw.good, first.cells.good], [9.75, 8.5], 'what is added to stays as it was');
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

it('a device that was replaced still counts in the time in which it stood, and the one in its place only from then on', () => {
  const stood = (device_id: number, good: number, bad: number) => {
    const count = noCount(device_id);
    for (const hours of [count.raw, count.cells]) [hours.good, hours.bad] = [good, bad];
    return count;
  };
  const powers = new Map([1, 2, 3].map((id) => [id, 50] as const));
  const told = (...days: ReturnType<typeof stood>[][]) => {
    const { good, bad, missing } = hoursUnder(plantOver(days, powers).cells);
    return { good, bad, missing, ...sharesOf(hoursUnder(plantOver(days, powers).cells)) };
  };
  // May of 400 hours of sun: (400 + 300) × 50 of 2 × 400 × 50 kWh of power, 87.5 %; the third came in June.
  const may = [stood(1, 300, 100), stood(2, 400, 0), noCount(3)];
  assert.deepEqual(told(may), { good: 350, bad: 50, missing: 0, availability: 0.875, completeness: 1 });
  // The day of the change, 10 h: each of both stood for half of it, 5 × 50/100 + 5 × 50/100 + 10 × 50/100.
  const change = [stood(1, 0, 5), stood(2, 10, 0), stood(3, 5, 0)];
  assert.deepEqual(told(change), { good: 7.5, bad: 2.5, missing: 0, availability: 0.75, completeness: 1 });
});
