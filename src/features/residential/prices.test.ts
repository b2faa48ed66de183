import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTheirOrder, pricesOn } from './prices.model.ts';

const held = (until: string, import_eur_kwh: number) => ({ until, import_eur_kwh, export_eur_kwh: null });

describe('the prices of a home', () => {
  it('are those that ended next after a day, and those of now from the day on which the last of them ended', () => {
    const former_prices = inTheirOrder([held('2026-01-01', 0.4), held('2025-07-01', 0.3)]);
    const home = { import_eur_kwh: 0.25, export_eur_kwh: 0.1, former_prices };
    const days = ['2024-03-01', '2025-06-30', '2025-07-01', '2025-12-31', '2026-01-01'];
    assert.deepEqual(
      days.map((day) => pricesOn(home, day).import_eur_kwh),
      [0.3, 0.3, 0.4, 0.4, 0.25],
    );
  });
});
