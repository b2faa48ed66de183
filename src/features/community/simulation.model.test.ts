import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  EXISTING,
  GRANT,
  GRANT_COST,
  MINIMUM_PRICE,
  NETWORK,
  SUN,
  SURPLUS,
  TARIFF,
} from '../../energy/community/rules.ts';
import { SimulationParameters, SimulationQuery } from './parameters.contract.ts';
import { sourceIn } from './rule-sources.model.ts';
import { prepareYear, simulateMonth } from './simulation.model.ts';
import { isOutdated } from './simulation-age.model.ts';
import { type KnownPlant, moneyInputsOf, placeOf, simulationOf } from './simulation-parameters.model.ts';
import { reportOf, stepOf } from './simulation-report.model.ts';

const YEAR = 8760;

function reportFor(given: Partial<SimulationParameters>, price = 140, known: readonly KnownPlant[] = []) {
  const parameters = SimulationParameters.parse(given);
  const simulation = simulationOf(parameters, known, placeOf(parameters));
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
    assert.ok(Number.isFinite(reportFor({ kwp: 5e-324 }).money.npv_eur), 'less than a watt is no plant');
    const { plants, money, totals } = reportFor({ year: 2026, kwp: 400 }, 20);
    const [plant, roofs] = plants;
    const guaranteed = ((roofs?.injected_kwh ?? 0) * 47.5) / 1000;
    // 15 of 1,000 EUR of what was invested, and 0.25 EUR for each kWh that is not bought: the parts come to the flow.
    const { first_year: parts, years, investment_eur } = money;
    near(parts.sale_eur, (plant?.sale_eur ?? 0) + guaranteed);
    near(parts.cost_eur, investment_eur * 0.015);
    near(parts.saved_eur, totals.self_used_kwh * 0.25);
    const { incentive_eur, valorisation_eur, sale_eur, saved_eur, fee_eur, cost_eur } = parts;
    near(
      years[1]?.flow_eur ?? 0,
      incentive_eur + valorisation_eur + sale_eur + saved_eur - fee_eur - cost_eur,
    );
    assert.deepEqual([incentive_eur, fee_eur], [totals.incentive_eur, totals.fee_eur]);
    // GSE asks 15 EUR for each roof, and 15 + 380 for the plant.
    near(totals.fee_eur, 10 * 15 + 395);
  });

  it('pays a plant that stands already no investment, and its tariff for 20 years of its own', () => {
    const known = {
      id: 1,
      proj_code: 'OLD',
      name: 'Old',
      power_kw: 100,
      photovoltaic: true,
      has_typical_year: false,
      latitude: 45,
      longitude: 10,
      tilt_deg: 30,
      azimuth_deg: 180,
      in_operation: '2023-07-02',
      is_built: true,
    };
    const still = { degradation: 0, price_growth: 0, inflation: 0, prosumer: 0 };
    const { money, totals } = reportFor(still, 140, [known]);
    assert.deepEqual([money.investment_eur, money.years[0]?.flow_eur], [0, 0]);
    near(money.first_year.cost_eur, 100 * 1100 * 0.015);
    // Until 1 July 2043, year 19: 182 of its 365 days.
    const flow = (year: number) => money.years[year]?.flow_eur ?? 0;
    near(flow(18), flow(1));
    near(flow(18) - flow(19), (totals.incentive_eur * (365 - 182)) / 365);
    near(flow(18) - flow(20), totals.incentive_eur);
  });

  it('is granted 40 % of what counts at most, says so, and pays the fee of the file', () => {
    const only = { kwp: 100, prosumer: 0 };
    // 1,200 EUR/kW count of 1,500: 0.4 × 120,000 = 48,000; GSE asks 450 EUR up to 200 kW.
    const much = reportFor({ ...only, eur_per_kwp: 1500, grant_share: 1 });
    near(much.money.years[0]?.flow_eur ?? 0, 48_000 - 150_000 - 450);
    assert.deepEqual(much.findings, [{ code: 'grant_capped', id: 'new', granted_eur: 48_000 }]);
    const less = reportFor({ ...only, grant_share: 0.3 });
    near(less.money.years[0]?.flow_eur ?? 0, 33_000 - 110_000 - 450);
    assert.deepEqual(less.findings, []);
  });

  it('leaves bodies that a grant does not touch their whole tariff, as the switch says', () => {
    // 100 kW at a price of 140 earn 120 + 10 EUR/MWh, half of it with a grant of 40 %.
    const services = { kwp: 100, prosumer: 0, apartment: 0, townhouse: 0, service: 4, grant_share: 0.4 };
    const eurPerMwh = (given: Partial<SimulationParameters>) => {
      const { totals, members } = reportFor({ ...services, ...given });
      near(members[0]?.shared_kwh ?? 0, totals.shared_kwh);
      return (totals.incentive_eur * 1000) / totals.shared_kwh;
    };
    near(eurPerMwh({}), 65);
    near(eurPerMwh({ service_exempt: 0.25 }), 65 + 65 / 4);
    near(eurPerMwh({ service_exempt: 1 }), 130);
    near(eurPerMwh({ service_exempt: 1, exempt_bodies: 'reduced_as_all' }), 65);
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
    // What was stored by another version of a rule, or before assumptions were told, is marked.
    const undynamised = (one: (typeof usual.assumptions)[number]) =>
      one.code === 'load_profiles'
        ? { ...one, source: one.source?.replace('H0 dynamised', 'H0') ?? null }
        : one;
    const rules = usual.rules.map((rule) => ({ ...rule, version: rule.version.replace('2025', '2019') }));
    const stored = [
      usual,
      { ...usual, rules },
      { ...usual, assumptions: undefined },
      { ...usual, rules: [] },
      { ...usual, assumptions: usual.assumptions.map(undynamised) },
    ];
    assert.deepEqual(stored.map(isOutdated), [false, true, true, true, true]);
    // 100 kW from before are 30 % of 333: ten roofs of 4.5 kW are too few beside them, sixty are 270 kW.
    const before = (prosumer: number) => reportFor({ kwp: 100, in_operation: '2021-12-15', prosumer });
    const [few, many] = [before(10), before(60)];
    assert.deepEqual([few.findings[0]?.code, few.plants[0]?.shared_kwh], ['existing_over_share', 0]);
    assert.deepEqual(many.findings, []);
    assert.ok((many.plants[0]?.shared_kwh ?? 0) > 1000);
    assert.deepEqual([many.plants[1]?.power_kw, many.plants[1]?.installed_kw], [4.5, 270]);
  });

  it('tells each choice between readings of a rule, and what of it is a model', () => {
    const told = ({ assumptions }: ReturnType<typeof reportFor>) =>
      assumptions.map(({ code, choice }) => (choice === null ? code : `${code} ${choice}`));
    const choices = [
      'attribution oldest_first',
      'network trase',
      'grant_reduces whole_tariff',
      'exempt_bodies keep_tariff',
      'quota_of group_injection',
      'existing_beyond left_out',
    ];
    assert.deepEqual(told(usual), [...choices, 'quarter_hours', 'load_profiles', 'sun']);
    assert.match(
      usual.assumptions.find(({ code }) => code === 'load_profiles')?.source ?? '',
      /BDEW H0.*RECOpt/,
    );
    const more = told(reportFor({ network: 'trase_and_btau', grant_share: 0.2, battery_kwh: 10 }));
    for (const one of ['network trase_and_btau', 'grant_linear', 'battery'])
      assert.ok(more.includes(one), one);
  });

  it('is asked for by numbers with a point', () => {
    assert.equal(SimulationQuery.parse({ kwp: '12.5' }).kwp, 12.5);
    for (const kwp of ['12,5', '1e3', '', '1001'])
      assert.equal(SimulationQuery.safeParse({ kwp }).success, false);
  });
});

describe('sources of rules', () => {
  it('are said in Italian where they are sentences, and as they are where they name laws and sites', () => {
    const rules = [TARIFF, GRANT, GRANT_COST, SURPLUS, NETWORK, MINIMUM_PRICE, EXISTING, SUN].flat();
    const english = rules.filter((rule) =>
      /\b(the|of|no|not|fits|found|assumed)\b/.test(sourceIn(rule, 'it')),
    );
    assert.deepEqual(english, []);
    const [tariff, grant] = [...TARIFF, ...GRANT];
    assert.equal(tariff && sourceIn(tariff, 'it'), tariff?.source);
    assert.equal(grant && sourceIn(grant, 'en'), grant?.source);
  });
});
