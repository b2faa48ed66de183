import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimulationParameters, SimulationQuery } from './parameters.contract.ts';
import { prepareYear, simulateMonth } from './simulation.model.ts';
import { moneyInputsOf, placeOf, simulationOf } from './simulation-parameters.model.ts';
import { reportOf, stepOf } from './simulation-report.model.ts';

const YEAR = 8760;

function reportFor(given: Partial<SimulationParameters>, price = 140) {
  const parameters = SimulationParameters.parse(given);
  const simulation = simulationOf(parameters, [], placeOf(parameters));
  const year = prepareYear(simulation, { prices: new Float64Array(YEAR).fill(price), typical: {} });
  let batteries = {};
  const steps = Array.from({ length: 12 }, (_, month) => {
    const settled = simulateMonth(year, month, batteries);
    batteries = settled.batteries;
    return stepOf(year, settled);
  });
  return reportOf(simulation, steps, moneyInputsOf(parameters));
}

const near = (actual: number, expected: number) =>
  assert.ok(
    Math.abs(actual - expected) <= 1e-6 * Math.max(1, Math.abs(expected)),
    `${actual} is not ${expected}`,
  );

describe('a simulated community', () => {
  const usual = reportFor({});

  it('uses what its members use, makes what the conversion factor says, and shares no more than either', () => {
    const { totals, members, months, hours } = usual;
    assert.equal(hours, YEAR);
    const used = 10 * 4000 + 60 * 2300 + 20 * 4000 + 5 * 20_000;
    near(totals.withdrawn_kwh + totals.self_used_kwh, used);
    near(totals.injected_kwh + totals.self_used_kwh, (400 + 10 * 4.5) * 1250);
    near(
      members.reduce((sum, { shared_kwh }) => sum + shared_kwh, 0),
      totals.shared_kwh,
    );
    near(
      months.reduce((sum, { incentive_eur }) => sum + incentive_eur, 0),
      totals.incentive_eur,
    );
    assert.ok(
      totals.shared_kwh > 0 && totals.shared_kwh < Math.min(totals.injected_kwh, totals.withdrawn_kwh),
    );
  });

  it('makes by zone and plane what an assumed sun gives, and by a conversion factor what it says', () => {
    const made = (given: Partial<SimulationParameters>) =>
      reportFor({ kwp: 100, prosumer: 0, ...given }).totals.injected_kwh;
    // 100 kWp at 30° to the south: 1,250 kWh for each in the north, 1,550 in Sicily.
    near(made({}), 125_000);
    near(made({ zone: 'SICI', area: 'south' }), 155_000);
    // Flat modules have about an eighth less of the same sun in the north; upright to the north they see hardly more than sky.
    const [flat, upright] = [made({ tilt_deg: 0 }), made({ tilt_deg: 90, azimuth_deg: 0 })];
    assert.ok(flat > 100_000 && flat < 115_000, String(flat));
    assert.ok(upright > 10_000 && upright < 50_000, String(upright));
    near(made({ tilt_deg: 0, conversion_factor: 1000 }), 100_000);
  });

  it('earns the tariff of each plant at a price of exactly 140', () => {
    const [plant, roofs] = usual.plants;
    near(plant?.incentive_eur ?? 0, ((plant?.incentivised_kwh ?? 0) * 120) / 1000);
    near(roofs?.incentive_eur ?? 0, ((roofs?.incentivised_kwh ?? 0) * 130) / 1000);
    near(reportFor({ eur_per_kwh: 0.1 }).totals.incentive_eur, usual.totals.shared_kwh * 0.1);
  });

  it('sells at the guaranteed minimum plant by plant, where a plant may have it', () => {
    // 20 EUR/MWh is less than the 47.5 of 2026: roofs of 4.5 kW get it, the plant of 400 kW earns the tariff instead.
    const { plants, money, totals } = reportFor({ year: 2026, kwp: 400 }, 20);
    const [plant, roofs] = plants;
    const guaranteed = ((roofs?.injected_kwh ?? 0) * 47.5) / 1000;
    const costs =
      totals.fee_eur + money.investment_eur * moneyInputsOf(SimulationParameters.parse({})).cost_share;
    const saved = totals.self_used_kwh * moneyInputsOf(SimulationParameters.parse({})).bill_eur_per_kwh;
    const first =
      (money.years[1]?.flow_eur ?? 0) + costs - saved - totals.incentive_eur - totals.valorisation_eur;
    near(first, (plant?.sale_eur ?? 0) + guaranteed);
    // GSE asks 15 EUR for each roof, and 15 + 380 for the plant.
    near(totals.fee_eur, 10 * 15 + 395);
  });

  it('counts the roofs of prosumers where there is no other plant', () => {
    const { totals, plants } = reportFor({ kwp: 0 });
    near(totals.injected_kwh + totals.self_used_kwh, 10 * 4.5 * 1250);
    assert.deepEqual(
      plants.map(({ id }) => id),
      ['prosumers'],
    );
  });

  it('shares more with a battery, and takes the price that is assumed where none is known', () => {
    assert.ok(reportFor({ battery_kwh: 200 }).totals.shared_kwh > usual.totals.shared_kwh + 1000);
    const unpriced = reportFor({ assumed_price: 140 }, Number.NaN);
    assert.equal(unpriced.unpriced_hours, YEAR);
    near(unpriced.totals.incentive_eur, usual.totals.incentive_eur);
  });

  it('says what stands against it, and names the rules that are assumed', () => {
    assert.deepEqual(usual.findings, []);
    const assumed = usual.rules.filter(({ assumption }) => assumption).map(({ version }) => version);
    for (const version of ['GRANT-2024', 'SURPLUS-2024', 'NETWORK-2025', 'SUN-2025'])
      assert.ok(assumed.includes(version), version);
    assert.ok(usual.rules.some(({ version }) => version === 'EXISTING-2024'));
    assert.equal(reportFor({ in_operation: '2021-12-15' }).findings[0]?.code, 'existing_over_share');
  });

  it('is asked for by numbers with a point', () => {
    assert.equal(SimulationQuery.parse({ kwp: '12.5' }).kwp, 12.5);
    for (const kwp of ['12,5', '1e3', '', '1001'])
      assert.equal(SimulationQuery.safeParse({ kwp }).success, false);
  });
});
