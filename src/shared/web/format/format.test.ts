import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDate, formatDateTime, formatDateTimeAt, formatTime } from './dates.ts';
import {
  displayed,
  formatEuro,
  formatNumber,
  scaleEnergy,
  scaleNominal,
  scalePeak,
  scalePower,
} from './numbers.ts';

describe('numbers', () => {
  it('have two decimals unless told otherwise and are always grouped', () => {
    assert.equal(formatNumber(7401, 'it'), '7.401,00');
    assert.equal(formatNumber(7401, 'en'), '7,401.00');
    assert.equal(formatNumber(1234567.891, 'it', 1), '1.234.567,9');
    assert.equal(formatNumber(12, 'en', 0), '12');
  });

  it('are a dash when unknown, never zero', () => {
    for (const unknown of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.equal(formatNumber(unknown, 'it'), '–');
      assert.equal(formatEuro(unknown), '–');
    }
  });

  it('carry no sign when they round to nothing', () => {
    assert.equal(formatNumber(-0.001, 'en'), '0.00');
    assert.equal(formatNumber(-0.3, 'en', 0), '0');
  });

  it('change to the larger unit when they grow long', () => {
    assert.deepEqual(scaleEnergy(999.99), { value: 999.99, unit: 'kWh', decimals: 2 });
    assert.deepEqual(scaleEnergy(10_000), { value: 10, unit: 'MWh', decimals: 2 });
    assert.deepEqual(scalePower(12_345_678), { value: 12.345678, unit: 'GW', decimals: 2 });
    assert.deepEqual(scalePeak(null), { value: null, unit: 'kWp', decimals: 2 });
  });

  it('speak of a peak for photovoltaic plants only', () => {
    assert.equal(scaleNominal(500, 'photovoltaic').unit, 'kWp');
    assert.equal(scaleNominal(500, 'hydro').unit, 'kW');
    assert.equal(scaleNominal(12_000, 'biogas').unit, 'MW');
  });

  it('write money in Italian format without forced decimals', () => {
    assert.equal(formatEuro(1234).replace(/\s/g, ' '), '1.234 €');
    assert.equal(formatEuro(1234.5).replace(/\s/g, ' '), '1.234,5 €');
  });

  it('are converted by the same rule for every unit, and never lose all their digits', () => {
    assert.deepEqual(displayed(0.0032, 'MWh'), { value: 0.0032, unit: 'MWh', decimals: 4 });
    assert.deepEqual(displayed(15_000, 'w', 0), { value: 15, unit: 'kW', decimals: 2 });
    assert.deepEqual(displayed(41.26, 'degC', 1), { value: 41.26, unit: '°C', decimals: 1 });
    assert.deepEqual(displayed(null, 'KWH'), { value: null, unit: 'kWh', decimals: 2 });
  });
});

describe('dates', () => {
  it("are DD/MM/YYYY HH:mm on the zone's wall clock", () => {
    assert.equal(formatDateTime('2026-06-30T22:05:09Z', 'Europe/Rome'), '01/07/2026 00:05');
    assert.equal(formatDateTime('2026-06-30T22:05:09Z', 'America/Denver'), '30/06/2026 16:05');
    assert.equal(formatDate('2026-12-31T23:30:00Z'), '01/01/2027');
    assert.equal(formatTime('2026-01-05T07:04:09Z', 'UTC', { seconds: true }), '07:04:09');
  });

  it("name their place's offset where the reader's clock shows another hour", () => {
    const at = '2026-06-30T22:05:09Z';
    assert.equal(formatDateTimeAt(at, 'Europe/Rome', 'Europe/Berlin'), '01/07/2026 00:05');
    assert.equal(formatDateTimeAt(at, 'Europe/Rome', 'America/Denver'), '01/07/2026 00:05 GMT+2');
    assert.equal(formatDateTimeAt(at, 'America/Denver', 'Europe/Rome'), '30/06/2026 16:05 GMT-6');
    assert.equal(formatDateTimeAt(null, 'America/Denver', 'Europe/Rome'), '–');
  });

  it('are a dash when unknown', () => {
    assert.equal(formatDateTime(null), '–');
    assert.equal(formatDateTime('never'), '–');
  });
});
