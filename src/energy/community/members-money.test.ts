import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../../tests/support/random-community.ts';
import { BATTERY, communityFirst, runBattery } from './battery.ts';
import { cashFlow, internalRate, payback, presentValue } from './cash-flow.ts';
import { inCents, wholeCents } from './cents.ts';
import { findingsOf } from './eligibility.ts';
import { netOf } from './self-use.ts';
import { sizeGrid } from './sizing.ts';
import { comesTo100, splitMoney } from './split.ts';

const RULE = {
  management_percent: 10,
  producers_percent: 40,
  consumers_percent: 50,
  equidistribution: false,
  surplus_to: 'consumers',
} as const;
const consumer = (id: string, shared_kwh: number, presence = 1, enterprise = false) => ({
  id,
  shared_kwh,
  presence,
  enterprise,
});

describe('a split', () => {
  const members = {
    producers: [{ id: 'P', shared_kwh: 30 }],
    consumers: [consumer('A', 10), consumer('B', 20, 0.5), consumer('C', 0, 1, true)],
  };

  it('follows the percentages, by shared energy or in equal shares of presence', () => {
    const cents = (rule: Parameters<typeof splitMoney>[1], surplus_eur = 0) =>
      splitMoney({ pot_eur: 30, surplus_eur }, rule, members).map(
        ({ part, id, cents }) => `${part} ${id} ${cents}`,
      );
    assert.deepEqual(cents(RULE).slice(0, 5), [
      'management null 300',
      'producer P 1200',
      'consumer A 500',
      'consumer B 1000',
      'consumer C 0',
    ]);
    assert.deepEqual(cents({ ...RULE, equidistribution: true }).slice(2, 5), [
      'consumer A 600',
      'consumer B 300',
      'consumer C 600',
    ]);
    assert.deepEqual(cents(RULE, 0.9).slice(5), ['surplus A 30', 'surplus B 60']);
    assert.deepEqual(cents({ ...RULE, surplus_to: 'social_fund' }, 0.9).slice(5), ['social_fund null 90']);
  });

  it('passes no cent from one part to another', () => {
    // Thirds of 10.00 and of 1.00: each part gives its own left cent to the first of its names.
    const families = ['A', 'B', 'C'].map((id) => consumer(id, 1));
    const rule = { ...RULE, management_percent: 0, producers_percent: 0, consumers_percent: 100 };
    const lines = splitMoney({ pot_eur: 10, surplus_eur: 1 }, rule, { producers: [], consumers: families });
    assert.deepEqual(
      lines.map(({ part, cents }) => [part, cents]),
      [
        ['management', 0],
        ...[334, 333, 333].map((cents) => ['consumer', cents]),
        ...[34, 33, 33].map((cents) => ['surplus', cents]),
      ],
    );
    const odd = { ...rule, management_percent: 10.004, producers_percent: 40.004, consumers_percent: 49.999 };
    assert.throws(() =>
      splitMoney({ pot_eur: 10_000, surplus_eur: 0 }, odd, { producers: [], consumers: families }),
    );
  });

  it('leaves to the management what nobody can take, and refuses percentages that are not 100', () => {
    const none = splitMoney({ pot_eur: 10, surplus_eur: 0 }, RULE, { producers: [], consumers: [] });
    assert.deepEqual(none[0], { part: 'management', id: null, cents: 1000 });
    assert.ok(
      comesTo100({ ...RULE, management_percent: 33.33, producers_percent: 33.33, consumers_percent: 33.34 }),
    );
    assert.throws(() =>
      splitMoney({ pot_eur: 1, surplus_eur: 0 }, { ...RULE, management_percent: 11 }, members),
    );
  });

  it('adds up to the cent, whatever is divided and in whichever order', () => {
    const random = seeded(7);
    for (let run = 0; run < 200; run++) {
      const consumers = Array.from({ length: 1 + Math.floor(random() * 30) }, (_, index) =>
        consumer(`M${index}`, random() < 0.2 ? 0 : random() * 100, random(), random() < 0.3),
      );
      const rule = { ...RULE, equidistribution: random() < 0.5 };
      const money = { pot_eur: random() * 1000, surplus_eur: random() * 10 };
      const lines = splitMoney(money, rule, { producers: [{ id: 'P', shared_kwh: random() }], consumers });
      const sum = lines.reduce((total, { cents }) => total + cents, 0);
      assert.equal(sum, wholeCents(money.pot_eur + money.surplus_eur));
      const again = splitMoney(money, rule, {
        producers: [{ id: 'P', shared_kwh: 1 }],
        consumers: consumers.toReversed(),
      });
      const of = (rows: typeof lines) =>
        Object.fromEntries(rows.map(({ part, id, cents }) => [`${part} ${id}`, cents]));
      assert.deepEqual(of(again), of(lines));
    }
  });

  it('rounds a half up, and gives a cent that is left over to the largest remainder', () => {
    assert.deepEqual([wholeCents(1.005), wholeCents(-1.005), wholeCents(0.004)], [101, -101, 0]);
    assert.deepEqual(inCents([0.333, 0.333, 0.334], ['a', 'b', 'c']), [33, 33, 34]);
    assert.deepEqual(inCents([1 / 3, 1 / 3, 1 / 3], ['c', 'b', 'a']), [33, 33, 34]);
    assert.deepEqual(inCents([], []), []);
  });

  it('gives the same cents in whichever order amounts come whose remainders are almost equal', () => {
    // Each rest differs from the next by less than noise, the first from the last by more: 0.3333 EUR each, four cents are left over.
    const eur = Array.from({ length: 12 }, (_, i) => 0.333333 + i * 6e-9);
    const names = eur.map((_, i) => `m${(i * 7) % 12}`);
    const [there, back] = [inCents(eur, names), inCents(eur.toReversed(), names.toReversed())];
    assert.deepEqual(back.toReversed(), there);
    assert.equal(
      there.reduce((sum, cents) => sum + cents, 0),
      400,
    );
  });
});

describe('own use and batteries', () => {
  it('use at home before anything is injected', () => {
    const net = netOf([100, 5, 0], [20, 8, 3]);
    assert.deepEqual([...net.injected_kwh], [80, 0, 0]);
    assert.deepEqual([...net.withdrawn_kwh], [0, 3, 3]);
    assert.deepEqual([...net.self_used_kwh], [20, 5, 0]);
  });

  it('keep to power, capacity and limits, and lose what they lose', () => {
    const battery = { ...BATTERY, capacity_kwh: 10, power_kw: 4, least_share: 0.2, most_share: 0.9 };
    const run = runBattery(battery, { surplus: [9, 9, 0, 0, 0], demand: [0, 0, 9, 9, 9] });
    assert.deepEqual(
      [...run.charged_kwh].map((kwh) => kwh.toFixed(4)),
      ['4.0000', '3.3684', '0.0000', '0.0000', '0.0000'],
    );
    const [, , third, fourth, fifth] = run.discharged_kwh;
    assert.equal(third, 4);
    assert.ok(Math.abs((fourth ?? 0) - (7 * 0.95 - 4)) < 1e-9);
    assert.ok((fifth ?? 1) < 1e-9 && Math.abs(run.state_kwh - 2) < 1e-9);
    assert.throws(() => runBattery({ ...battery, charge_efficiency: 1.2 }, { surplus: [], demand: [] }));
  });

  it('serve the community first, and go on from where they stood', () => {
    const random = seeded(11);
    const row = (most: number) => Float64Array.from({ length: 200 }, () => random() * most);
    const [own, withdrawn] = [row(10), row(10)];
    const battery = { ...BATTERY, capacity_kwh: 12 };
    const whole = communityFirst(battery, { own, all: own, withdrawn });
    for (const [hour, kwh] of own.entries()) {
      const [before, after] = [
        Math.min(kwh, withdrawn[hour] ?? 0),
        Math.min(whole.injected_kwh[hour] ?? 0, withdrawn[hour] ?? 0),
      ];
      assert.ok(after >= before - 1e-9, `hour ${hour} shares less with a battery`);
    }
    const half = (from: number, to: number, start?: number) =>
      communityFirst(
        battery,
        { own: own.slice(from, to), all: own.slice(from, to), withdrawn: withdrawn.slice(from, to) },
        start,
      );
    const first = half(0, 100);
    assert.deepEqual(
      [...first.injected_kwh, ...half(100, 200, first.state_kwh).injected_kwh],
      [...whole.injected_kwh],
    );
  });
});

describe('what stands against a community', () => {
  const plant = { id: 'P', substation: 'AC1', power_kw: 70, in_operation: '2024-01-01' };
  const old = { id: 'O', substation: 'AC1', power_kw: 30, in_operation: '2021-12-15' };
  const member = { id: 'M', substation: 'AC1' };
  const codes = (...given: Parameters<typeof findingsOf>) => findingsOf(...given).map(({ code }) => code);

  it('is said by what it is, and exactly at its borders', () => {
    assert.deepEqual(codes([plant, old], [member], '2025-01-01'), []);
    assert.deepEqual(codes([plant, { ...old, power_kw: 30.1 }], [member], '2025-01-01'), [
      'existing_over_share',
    ]);
    // Seven roofs of 10 kW are 70 kW beside which 30 fit; one is not.
    const roofs = { ...plant, power_kw: 10, installed_kw: 70 };
    assert.deepEqual(codes([roofs, old], [member], '2025-01-01'), []);
    assert.deepEqual(codes([{ ...roofs, installed_kw: 10 }, old], [member], '2025-01-01'), [
      'existing_over_share',
    ]);
    assert.deepEqual(codes([{ ...plant, power_kw: 1000 }], [member], '2025-01-01'), []);
    assert.deepEqual(codes([{ ...plant, power_kw: 1001 }], [member], '2025-01-01'), ['plant_over_1mw']);
    assert.deepEqual(codes([plant], [{ ...member, substation: 'AC2' }], '2025-01-01'), [
      'substation_without_plant',
      'substation_without_member',
    ]);
  });
});

describe('money over years', () => {
  it('discounts, finds the rate at which nothing is left, and when the money is back', () => {
    assert.ok(Math.abs(presentValue([-100, 110], 0.1)) < 1e-9);
    assert.ok(Math.abs((internalRate([-100, 60, 60]) ?? 0) - 0.130662) < 1e-5);
    assert.deepEqual([internalRate([100, 100]), internalRate([0, 0])], [null, null]);
    // Exactly at a rate that is tried: what was spent comes back, and no more; and a tenth a year.
    for (const flows of [
      [-100, 100],
      [-100, 50, 50],
      [-100, 20, 20, 20, 20, 20],
    ])
      assert.ok(Math.abs(internalRate(flows) ?? 1) < 1e-9, String(flows));
    assert.ok(Math.abs((internalRate([-100, 110]) ?? 0) - 0.1) < 1e-9);
    // Costs that outgrow what is earned in the last year: 300 a year for ten years on 1,000 is 27.3 %.
    const flows = [-1000, ...new Array<number>(10).fill(300), -10];
    assert.ok(Math.abs((internalRate(flows) ?? 0) - 0.2727) < 1e-3);
    assert.deepEqual([payback([-100, 40, 40, 40]), payback([-100, 10]), payback([0, 5])], [2.5, null, 0]);
  });

  it('lets production fall, prices and costs grow, and grants pay their part', () => {
    const plan = {
      investment_eur: 1000,
      granted_eur: 400,
      once_eur: 50,
      incentive_eur: 100,
      incentive_paid: [...new Array<number>(18).fill(1), 0.5, 0],
      valorisation_eur: 10,
      sale_eur: 50,
      saved_eur: 0,
      cost_eur: 20,
      degradation: 0.01,
      price_growth: 0.02,
      inflation: 0.03,
      discount_rate: 0.05,
      years: 20,
    };
    const { years, npv_eur, payback_years } = cashFlow(plan);
    assert.equal(years.length, 21);
    assert.equal(years[0]?.flow_eur, -650);
    assert.equal(years[1]?.flow_eur, 140);
    assert.ok(Math.abs((years[2]?.flow_eur ?? 0) - (110 * 0.99 + 50 * 0.99 * 1.02 - 20 * 1.03)) < 1e-9);
    // In year 19 half of the tariff is left, in year 20 none.
    const [half, none] = [(60 - 10) * 0.99 ** 18 + 10 * 0.99 ** 18, 10 * 0.99 ** 19];
    for (const [year, granted] of [
      [19, half],
      [20, none],
    ] as const) {
      const market = 50 * 0.99 ** (year - 1) * 1.02 ** (year - 1);
      assert.ok(Math.abs((years[year]?.flow_eur ?? 0) - granted - market + 20 * 1.03 ** (year - 1)) < 1e-9);
    }
    assert.ok(Math.abs(npv_eur - years.reduce((sum, year) => sum + year.discounted_eur, 0)) < 1e-9);
    assert.ok((payback_years ?? 0) > 4 && (payback_years ?? 0) < 5);
  });

  it('finds the best size for a goal, the smaller of equal ones', () => {
    // A larger plant covers more of what is drawn, and less of its own energy is shared: 0.67 with a battery at 300 kWp, 0.48 at 200 without.
    const found = (goal: 'npv' | 'payback' | 'shared_share', shared_at_least = 0.5) =>
      sizeGrid(
        { kwp: [300, 100, 200, 200], battery_kwh: [0, 50] },
        { goal, shared_at_least },
        (kwp, battery_kwh) => ({
          kwp,
          battery_kwh,
          npv_eur: kwp === 200 ? 10 : 5,
          payback_years: kwp === 300 ? null : kwp / 20,
          shared_share: (battery_kwh > 0 ? 0.7 : 0.5) - kwp / 10_000,
          covered_share: kwp / 400,
        }),
      );
    assert.equal(found('npv').points.length, 6);
    assert.deepEqual(
      [found('npv').best, found('payback').best, found('shared_share').best].map((best) => [
        best?.kwp,
        best?.battery_kwh,
      ]),
      [
        [200, 0],
        [100, 0],
        [300, 50],
      ],
    );
    const sharing = (least: number) => found('shared_share', least).best;
    assert.deepEqual([sharing(0)?.battery_kwh, sharing(0.675)?.kwp, sharing(0.9)], [0, 200, null]);
  });
});
