import assert from 'node:assert/strict';
import { it } from 'node:test';
import { comparedMonth, comparedYear, monthIrradiation } from './budget.model.ts';

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

it('takes the sun of hours that are not known for like the others, and says nothing where these are too many', () => {
  const of = { month: '2026-06', nominal_kw: 100 };
  const kept = { days: 30, reference_kwh: 16_200, sun_hours: 450, missing_hours: 45 };
  const sun = { ...kept, irradiation_kwh_m2: null, unknown_hours: null };
  assert.equal(monthIrradiation(sun, of), 180);
  assert.equal(monthIrradiation({ ...sun, missing_hours: 91 }, of), null);
  assert.equal(monthIrradiation({ ...sun, days: 29 }, of), null);
  // Where the sun itself is kept, neither an inverter that was silent nor the power that the plant is said to have changes it.
  const told = { ...kept, missing_hours: 400, irradiation_kwh_m2: 171, unknown_hours: 22.5 };
  assert.equal(monthIrradiation(told, { ...of, nominal_kw: null }), 180);
});
