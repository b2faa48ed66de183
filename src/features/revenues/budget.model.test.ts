import assert from 'node:assert/strict';
import { it } from 'node:test';
import { comparedMonth, comparedYear } from './budget.model.ts';

it('holds months against a budget, as planned and under the sun that was', () => {
  const budget = { kwh: 10_000, eur: 900, irradiation_kwh_m2: 200 };
  // 180 of 200 kWh/m²: 9,000 kWh were to be had, and 9,100 were made.
  const june = comparedMonth(budget, { kwh: 9100, eur: 830, irradiation_kwh_m2: 180 });
  assert.deepEqual(
    [june.weather_kwh, june.difference_kwh, june.weather_difference_kwh, june.difference_eur],
    [9000, -900, 100, -70],
  );
  const july = comparedMonth(budget, { kwh: null, eur: null, irradiation_kwh_m2: null });
  assert.deepEqual([july.weather_kwh, july.difference_kwh, july.difference_eur], [null, null, null]);
  const year = comparedYear([june, july]);
  // The differences are those of June alone, not of what July has not made yet.
  assert.deepEqual([year.budget.kwh, year.actual.kwh, year.difference_kwh], [20_000, 9100, -900]);
});
