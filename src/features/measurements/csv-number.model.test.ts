import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conversion, detectDecimal, isEmptyCell, parseNumber, readUnit } from './csv-number.model.ts';

describe('numbers in files', () => {
  it('are read with either decimal sign and with thousands marks', () => {
    assert.equal(parseNumber('1234.5', '.'), 1234.5);
    assert.equal(parseNumber('1.234,5', ','), 1234.5);
    assert.equal(parseNumber("1'234'567.25", '.'), 1234567.25);
    assert.equal(parseNumber('12 345,6', ','), 12345.6);
    assert.equal(parseNumber('-9.05e-3', '.'), -0.00905);
    assert.equal(parseNumber('1,5', '.'), undefined);
    for (const wrong of ['1.2.3', '12,34,5', 'abc', '0x10', 'Infinity', '1e999 kW'])
      assert.equal(parseNumber(wrong, '.'), undefined, wrong);
  });

  it('show their decimal sign', () => {
    assert.equal(detectDecimal(['1,5', '2', '3,25'], ';'), ',');
    assert.equal(detectDecimal(['1.5', '2'], ';'), '.');
    assert.equal(detectDecimal(['0,123', '5,001'], ';'), ',');
    assert.equal(detectDecimal(['1', '2'], ','), '.');
  });

  it('are told from nothing', () => {
    for (const cell of ['', ' ', 'NaN', 'null', '-', '#N/A', 'n/d']) assert.ok(isEmptyCell(cell), cell);
    assert.ok(!isEmptyCell('0'));
  });

  it('are turned into the unit of the variable', () => {
    const turn = (value: number, from: string, to: string) => {
      const rule = conversion(from, to);
      return rule && Math.round((value * rule.factor + rule.offset) * 1e6) / 1e6;
    };
    assert.equal(turn(1500, 'W', 'kW'), 1.5);
    assert.equal(turn(2, 'MWh', 'kWh'), 2000);
    assert.equal(turn(212, '°F', '°C'), 100);
    assert.equal(turn(300, 'K', '°C'), 26.85);
    assert.equal(turn(36, 'km/h', 'm/s'), 10);
    assert.equal(turn(95, '%', ''), 0.95);
    assert.equal(turn(7, 'kW', 'kWh'), undefined);
    assert.equal(turn(7, 'bananas', 'bananas'), 7);
  });

  it('know units as people write them', () => {
    assert.equal(readUnit('kw'), 'kW');
    assert.equal(readUnit('W/m2'), 'W/m²');
    assert.equal(readUnit('°c'), '°C');
    assert.equal(readUnit('potenza'), undefined);
  });
});
