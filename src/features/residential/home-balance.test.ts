import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  balanceOfHome,
  batterySums,
  cyclesOf,
  FLOWS,
  type HomeFlows,
  isBatteryImpossible,
  lastWeek,
  savedEur,
} from './home-balance.model.ts';

/** Energies in the order of the flows; undefined where the home has no meter of it. */
const flows = (...kwh: (number | null | undefined)[]): HomeFlows =>
  Object.fromEntries(
    FLOWS.map((name, i) => [name, { kwh: kwh[i] ?? null, measured: kwh[i] !== undefined }]),
  ) as unknown as HomeFlows;
const fault = (...kwh: (number | null | undefined)[]) => {
  const { fault, wrong_meter, used_kwh } = balanceOfHome(flows(...kwh), 5);
  return [fault, wrong_meter, used_kwh];
};

describe('the day of a home', () => {
  it('adds up: what was made, drawn and taken out of the battery is what was used, fed in and put into it', () => {
    const day = balanceOfHome(flows(20, 4, 8, 6, 5), 5);
    assert.deepEqual([day.used_kwh, day.self_used_kwh, day.fault], [15, 12, null]);
    assert.deepEqual([day.self_consumption, day.self_sufficiency], [0.6, 11 / 15]);
  });

  it('has no battery where none is measured, and is not known where a meter is silent', () => {
    assert.equal(balanceOfHome(flows(20, 4, 8), 5).used_kwh, 16);
    assert.equal(balanceOfHome(flows(20, 4, 8, null, 5), 5).used_kwh, null);
    assert.equal(balanceOfHome(flows(20), 5).used_kwh, null);
    assert.equal(balanceOfHome(flows(null, 4, 8), 5).self_used_kwh, null);
  });

  it('of nothing has no shares: nought of nought is not known', () => {
    const { self_consumption, self_sufficiency, used_kwh } = balanceOfHome(flows(0, 0, 0), 5);
    assert.deepEqual([self_consumption, self_sufficiency, used_kwh], [null, null, 0]);
  });

  it('that cannot be is a fault with the meter that is likely wrong, and nothing is made of it', () => {
    assert.deepEqual(fault(80, 0, 40), ['produced_above_possible', 'production', null]);
    // Also where the home has no meter at the grid, or that is silent: 10 kWh for each of 5 kWp are the most.
    assert.deepEqual(fault(80), ['produced_above_possible', 'production', null]);
    assert.deepEqual(fault(80, null, null), ['produced_above_possible', 'production', null]);
    assert.deepEqual(fault(10, 0, 15), ['fed_in_above_made', 'exchange', null]);
    assert.deepEqual(fault(0.2, 0, 15), ['fed_in_above_made', 'production', null]);
    assert.deepEqual(fault(10, 1, 0, 14, 0), ['charged_above_available', 'battery', null]);
    assert.deepEqual(fault(10, 0, 8, 6, 0), ['used_below_zero', 'exchange', null]);
  });

  it('allows what two meters of the same energy differ by', () => {
    assert.deepEqual(fault(10, 0, 10.5).slice(0, 2), [null, null]);
    assert.equal(balanceOfHome(flows(10, 0, 10.5), 5).used_kwh, 0);
  });
});

describe('a battery', () => {
  const week = (charged_kwh: number | null, discharged_kwh: number | null, days = 7) =>
    Array.from({ length: days }, () => ({ charged_kwh, discharged_kwh }));
  it('gives no more in a week than it took and held', () => {
    const impossible = (days: ReturnType<typeof week>) => isBatteryImpossible(batterySums(days), 10);
    assert.equal(impossible(week(5, 5.5)), false);
    assert.equal(impossible(week(5, 8)), true);
    assert.equal(impossible(week(5, 8, 6)), false);
    assert.equal(impossible([...week(5, 8, 6), ...week(null, 8, 1)]), false);
    // Days between these were not told: it may have been filled on them.
    const days = [1, 3, 5, 7, 9, 11, 13].map((day) => ({ day: `2026-06-${String(day).padStart(2, '0')}` }));
    assert.equal(lastWeek(days, '2026-06-13').length, 4);
  });
});

describe('the cycles of a battery', () => {
  it('are what it gave by what it holds, as far as that is known', () => {
    assert.equal(
      cyclesOf([{ discharged_kwh: 5 }, { discharged_kwh: null }, { discharged_kwh: 10 }], 10),
      1.5,
    );
    assert.equal(cyclesOf([{ discharged_kwh: null }], 10), null);
    assert.equal(cyclesOf([{ discharged_kwh: 5 }], null), null);
  });
});

describe('what a home saves', () => {
  const day = { used_kwh: 15, imported_kwh: 4, exported_kwh: 8 };
  it('is what it did not draw and what it fed in, each at its price', () => {
    assert.equal(savedEur(day, { import_eur_kwh: 0.3, export_eur_kwh: 0.1 }), 11 * 0.3 + 0.8);
  });
  it('is not known without a contract, or where the balance cannot be', () => {
    // A battery that is charged from the grid on one day and emptied on the next: (2 − 10) + (7.2 − 0) = −0.8 kWh.
    const night = { used_kwh: 2, imported_kwh: 10, exported_kwh: 0 };
    const after = { used_kwh: 7.2, imported_kwh: 0, exported_kwh: 0 };
    const prices = { import_eur_kwh: 0.25, export_eur_kwh: 0.1 };
    const both = [night, after].map((one) => savedEur(one, prices) ?? 0);
    assert.ok(Math.abs((both[0] ?? 0) + (both[1] ?? 0) + 0.2) < 1e-9);
    assert.equal(savedEur(day, { import_eur_kwh: 0.3, export_eur_kwh: null }), null);
    assert.equal(savedEur({ ...day, used_kwh: null }, { import_eur_kwh: 0.3, export_eur_kwh: 0.1 }), null);
  });
});
