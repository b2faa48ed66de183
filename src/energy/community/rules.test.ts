import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hourAxis, hourOfDay } from './hour-axis.ts';
import {
  contoEnergiaFee,
  dedicatedWithdrawal,
  grantFileFee,
  gseFee,
  networkUnit,
  valorisation,
} from './other-money.ts';
import { EXISTING, GRANT, MINIMUM_PRICE, NETWORK, ruleOn, SURPLUS, TARIFF } from './rules.ts';
import { surplus } from './surplus.ts';
import { DEFAULT_SWITCHES } from './switches.ts';
import { grantReduction, plantTariff, type TariffPlant, tariffClass, tariffParts } from './tariff.ts';

const DAY = '2025-06-01';
const plant: TariffPlant = { power_kw: 100, photovoltaic: true, area: 'north', grant_share: 0 };
const tariff = (change: Partial<TariffPlant>, price: number) =>
  tariffParts({ ...plant, ...change }, price, DAY, DEFAULT_SWITCHES)?.tariff;

describe('the tables of rules', () => {
  it('stand in the order of their days, each with a source and a version of its own', () => {
    const tables = [TARIFF, GRANT, SURPLUS, NETWORK, MINIMUM_PRICE, EXISTING];
    for (const table of tables) {
      const days = table.map(({ from }) => from);
      assert.deepEqual(days, [...new Set(days)].sort());
      assert.ok(table.every(({ source }) => source !== ''));
    }
    const versions = tables.flat().map(({ version }) => version);
    assert.equal(new Set(versions).size, versions.length);
  });

  it('answer the version of the day', () => {
    assert.equal(ruleOn(NETWORK, '2024-12-31').version, 'NETWORK-2024');
    assert.equal(ruleOn(NETWORK, '2025-01-01').assumption, true);
    assert.equal(ruleOn(TARIFF, '2022-01-01').version, 'TIP-2024');
  });
});

describe('the premium tariff', () => {
  it('knows the borders of its classes', () => {
    const base = (power: number) => tariffClass(power, DAY)?.base;
    assert.deepEqual([base(200), base(200.01), base(600), base(600.01), base(1000)], [80, 70, 70, 60, 60]);
    assert.deepEqual([base(1000.01), base(0)], [undefined, undefined]);
  });

  it('is exact at the borders of the price, also below zero', () => {
    const cases: [number, number][] = [
      [180, 90],
      [180.01, 90],
      [179.99, 90.01],
      [160, 110],
      [140.01, 129.99],
      [140, 130],
      [139, 130],
      [0, 130],
      [-50, 130],
    ];
    for (const [price, expected] of cases)
      assert.ok(Math.abs((tariff({}, price) ?? 0) - expected) < 1e-9, `${price}`);
  });

  it('adds the correction after the cap, to photovoltaic plants only', () => {
    assert.equal(tariff({ power_kw: 700 }, 100), 110);
    assert.equal(tariff({ power_kw: 700 }, 200), 70);
    assert.equal(tariff({ area: 'centre' }, 100), 124);
    assert.equal(tariff({ area: 'south' }, 100), 120);
    assert.equal(tariff({ photovoltaic: false }, 100), 120);
  });

  it('is cut by a grant in a line, to a half from 40 % on', () => {
    assert.deepEqual(
      [0, 0.2, 0.4, 0.41, 1].map((share) => grantReduction(share, DAY)),
      [0, 0.25, 0.5, 0.5, 0.5],
    );
    assert.equal(tariff({ grant_share: 0.41 }, 100), 65);
    const parts = tariffParts({ ...plant, grant_share: 0.4 }, 100, DAY, {
      grant_reduces: 'without_correction',
    });
    assert.deepEqual(parts, {
      base: 80,
      variable: 40,
      capped: true,
      correction: 10,
      grant_cut: 60,
      tariff: 70,
    });
    assert.equal(plantTariff({ ...plant, power_kw: 2000 }, DAY, DEFAULT_SWITCHES), undefined);
  });
});

describe('the surplus', () => {
  const year = { grant_share: 0, earns: true, injected_kwh: 1000, incentivised_kwh: 550, incentive_eur: 100 };

  it('begins above the threshold of each group and depends on no order', () => {
    const at = (incentivised_kwh: number) =>
      surplus([{ ...year, incentivised_kwh }], DAY, DEFAULT_SWITCHES)[0]?.surplus_eur;
    assert.equal(at(550), 0);
    assert.ok(Math.abs((at(1000) ?? 0) - 45) < 1e-9);
    const rows = [year, { ...year, grant_share: 0.1, incentivised_kwh: 900 }];
    assert.deepEqual(surplus(rows, DAY, DEFAULT_SWITCHES), surplus(rows.toReversed(), DAY, DEFAULT_SWITCHES));
    assert.ok(Math.abs((surplus(rows, DAY, DEFAULT_SWITCHES)[1]?.surplus_eur ?? 0) - 50) < 1e-9);
  });

  it('is not known of a group that injects nothing, and can be taken of all that is injected', () => {
    const [alone, granted] = surplus([year], DAY, DEFAULT_SWITCHES);
    assert.deepEqual([alone?.quota, granted?.quota, granted?.surplus_eur], [0.55, null, 0]);
    const old = { ...year, earns: false, incentivised_kwh: 0, incentive_eur: 0 };
    const [ofAll] = surplus([year, old], DAY, { quota_of: 'all_injection' });
    assert.equal(ofAll?.quota, 0.275);
  });
});

describe('the other money', () => {
  it('values the network by the year and by the switch', () => {
    assert.ok(Math.abs(valorisation(1000, '2024-03', DEFAULT_SWITCHES) - 10.57) < 1e-9);
    assert.ok(Math.abs(networkUnit('2024-03', { network: 'trase_and_btau' }) - 0.01122) < 1e-12);
  });

  it('sells at the guaranteed price where it is more, up to its energy', () => {
    const sold = { sold_kwh: 1_000_000, market_eur: 40_000, days: 365, days_of_year: 365 };
    assert.equal(dedicatedWithdrawal({ ...sold, from_day: '2026-01-01' }), 47_500);
    assert.equal(dedicatedWithdrawal({ ...sold, from_day: '2025-01-01' }), 40_000);
    assert.equal(dedicatedWithdrawal({ ...sold, market_eur: 60_000, from_day: '2026-01-01' }), 60_000);
    const large = { ...sold, sold_kwh: 3_000_000, market_eur: 60_000, from_day: '2026-01-01' };
    assert.equal(dedicatedWithdrawal(large), 71_250 + 30_000);
  });

  it('knows the fees', () => {
    assert.deepEqual([3, 20, 100, 200, 500, 1000].map(gseFee), [0, 15, 95, 195, 495, 995]);
    assert.deepEqual([20, 200, 600, 601].map(grantFileFee), [50, 450, 1300, 2300]);
    assert.ok(Math.abs(contoEnergiaFee(20) - (3 * 2.2 + 14 * 2)) < 1e-9);
    assert.equal(contoEnergiaFee(3), 0);
  });
});

describe('hours', () => {
  it('are 23, 24 and 25 on a day', () => {
    const count = (first: string, end: string) => hourAxis(first, end).count;
    assert.equal(count('2025-03-30', '2025-03-31'), 23);
    assert.equal(count('2025-10-26', '2025-10-27'), 25);
    assert.equal(count('2025-01-01', '2026-01-01'), 8760);
    const axis = hourAxis('2025-03-29', '2025-04-01');
    assert.deepEqual([axis.days.length, axis.months], [3, ['2025-03']]);
    assert.deepEqual([hourOfDay(axis, '2025-03-31'), hourOfDay(axis, '2024-01-01')], [47, 0]);
  });
});
