import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSoldAtMarket, lostPrice, tariffPrice } from './lost-price.model.ts';
import type { PaidTariff } from './revenue.model.ts';
import type { TariffKind } from './tariffs.model.ts';

const tariff = (kind: TariffKind, rate: number, from_on = '2026-01-01', to_on: string | null = null) =>
  ({ id: 1, kind, name: kind, steps: [{ from_on, to_on, rate }], version: 1 }) satisfies PaidTariff;
const near = (actual: number | null | undefined, wanted: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - wanted) < 1e-12, `${actual} for ${wanted}`);

describe('what a kWh would have brought', () => {
  it('is the incentive and what is paid for feeding in, each by its own rule', () => {
    near(lostPrice([tariff('incentive', 0.2), tariff('fixed', 0.09)], '2026-06-18', null), 0.29);
    // Market 110 EUR/MWh; strike 0.085: 0.11 + (0.085 − 0.11) = 0.085.
    near(lostPrice([tariff('market', 0), tariff('cfd', 0.085)], '2026-06-18', 110), 0.085);
    near(lostPrice([tariff('market', 0)], '2026-06-18', -20), -0.02);
  });

  it('has the market’s price for the sale where only an incentive is said, as lost euros say it beside them', () => {
    const incentive = [tariff('incentive', 0.3)];
    // 10 kWh × (0.30 + 0.11) = 4.10 EUR; not 3.00.
    near(10 * (lostPrice(incentive, '2026-06-18', 110) ?? 0), 4.1);
    // Without a price of the market the incentive is certain: 1,000 kWh × 0.30 = 300 EUR.
    near(1000 * (lostPrice(incentive, '2026-06-18', null) ?? 0), 300);
    assert.equal(isSoldAtMarket(incentive, '2026-06-18'), true);
    // What tariffs bring is another question, and no sale is in it.
    near(tariffPrice(incentive, '2026-06-18', 110), 0.3);
    for (const kind of ['fixed', 'avoided', 'rid'] as const) {
      near(lostPrice([...incentive, tariff(kind, 0.09)], '2026-06-18', 110), 0.39);
      assert.equal(isSoldAtMarket([...incentive, tariff(kind, 0.09)], '2026-06-18'), false);
    }
  });

  it('is what a purchase would have cost only where nothing is paid for feeding in', () => {
    near(lostPrice([tariff('avoided', 0.3)], '2026-06-18', null), 0.3);
    near(lostPrice([tariff('avoided', 0.3), tariff('rid', 0.05)], '2026-06-18', null), 0.05);
  });

  it('is not known without a price that it needs, and none where no tariff pays', () => {
    assert.equal(lostPrice([tariff('incentive', 0.2), tariff('market', 0)], '2026-06-18', null), null);
    assert.equal(lostPrice([tariff('fee', 100)], '2026-06-18', 100), undefined);
    assert.equal(lostPrice([tariff('fixed', 0.1, '2026-07-01')], '2026-06-18', 100), undefined);
    assert.equal(lostPrice([], '2026-06-18', 100), undefined);
  });
});
