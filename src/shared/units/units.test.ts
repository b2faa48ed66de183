import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decimalsFor, factorBetween, shownIn, spellUnit, tickDecimals } from './units.ts';

describe('the spelling of units', () => {
  // spec §9: kwh shown as kWh, eur as €
  for (const [shown, ...typed] of [
    ['kWh', 'kwh', 'KWH', 'kWh', 'Kwh', ' kWh ', '[kWh]'],
    ['MWh', 'mwh', 'MWH'],
    ['kW', 'Kw', 'KW', 'kw'],
    ['MW', 'mw', 'MW'],
    ['kWp', 'kwp', 'KWP'],
    ['€', 'eur', 'EUR', 'Euro', '€'],
    ['€/MWh', 'EUR/MWh', 'eur/mwh', '€/MWH', 'EUR / MWh'],
    ['€/kWh', 'eur/kwh'],
    ['°C', 'degC', 'deg C', '°c', 'ºC', 'C', 'celsius'],
    ['%', '%', 'percent', 'perc.'],
    ['W/m²', 'w/m2', 'W/m^2', 'W/mq', 'W/m²'],
    ['m³/h', 'mc/h', 'm3/h', 'M3/H'],
    ['Nm³/h', 'Nm3/h'],
    ['m/s', 'M/S'],
    ['kvar', 'kVAr', 'KVAR'],
    ['kVA', 'kva'],
    ['Hz', 'HZ', 'hz'],
    ['mA', 'mA', 'ma'],
    ['Ω', 'ohm'],
    ['h', 'ore', 'hours'],
    ['', '', ' ', '-'],
  ]) {
    it(`${shown || 'none'} from ${typed.join(', ')}`, () => {
      for (const one of typed) assert.equal(spellUnit(one), shown);
    });
  }

  it('leaves alone what it does not know, words that every object has included', () => {
    for (const unit of ['pz', 'colpi/min', 'toString', 'constructor', 'mW', 'MV'])
      assert.equal(spellUnit(unit), unit);
  });
});

describe('the unit of a figure', () => {
  it('is the next larger one when it grows long, and never a smaller one', () => {
    assert.deepEqual(shownIn('kWh', 999.99), { unit: 'kWh', factor: 1 });
    assert.deepEqual(shownIn('kWh', 1_000), { unit: 'MWh', factor: 1000 });
    assert.deepEqual(shownIn('kwh', 20_000_000), { unit: 'GWh', factor: 1e6 });
    assert.deepEqual(shownIn('MWh', 0.004), { unit: 'MWh', factor: 1 });
    assert.deepEqual(shownIn('GW', 1e9), { unit: 'GW', factor: 1 });
    assert.deepEqual(shownIn('€', 1e9), { unit: '€', factor: 1 });
  });
});

describe('decimals by magnitude', () => {
  it('keep two digits of a small figure in a large unit', () => {
    assert.equal(decimalsFor(0.0032, 'MWh', 2), 4);
    assert.equal(decimalsFor(0.012, 'MW', 2), 3);
    assert.equal(decimalsFor(3.2, 'MWh', 2), 2);
    assert.equal(decimalsFor(0, 'MWh', 2), 2);
    assert.equal(decimalsFor(0.0032, 'kW', 2), 2);
  });

  it('tell the marks of an axis apart', () => {
    assert.deepEqual(
      [0, 20, 0.5, 0.25, 0.002, 0.0025, 1200, 0.1 + 0.2].map(tickDecimals),
      [0, 0, 1, 2, 3, 4, 0, 1],
    );
    assert.equal(tickDecimals(100 / 3), 2);
  });
});

describe('from one unit to another', () => {
  for (const [from, to, factor] of [
    ['W', 'kW', 0.001],
    ['MW', 'kW', 1000],
    ['kw', 'KW', 1],
    ['Wh', 'MWh', 1e-6],
    ['°C', 'degC', 1],
    ['', '-', 1],
    ['kW', 'kWh', undefined],
    ['kW', 'kWp', undefined],
    ['°C', 'K', undefined],
    ['foo', 'bar', undefined],
  ] as const) {
    it(`${from || 'none'} to ${to}: ${factor ?? 'never'}`, () => {
      assert.equal(factorBetween(from, to), factor);
    });
  }
});
