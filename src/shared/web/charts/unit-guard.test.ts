import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fits, unitsOf, withinUnits } from './unit-guard.model.ts';

const of = (...units: string[]) => units.map((unit) => ({ unit }));

describe('the limit of 4 units of measure', () => {
  it('lets a fourth unit in and a fifth one not', () => {
    assert.equal(fits(of('kW', 'kWh', 'V'), { unit: 'A' }), true);
    assert.equal(fits(of('kW', 'kWh', 'V', 'A'), { unit: '°C' }), false);
  });
  it('lets in any number of variables of units that are there', () => {
    assert.equal(fits(of('kW', 'kWh', 'V', 'A', 'A', 'A'), { unit: 'V' }), true);
  });
  it('counts a variable without a unit as a unit of its own', () => {
    assert.equal(fits(of('kW', 'kWh', 'V', ''), { unit: 'A' }), false);
    assert.deepEqual(unitsOf(of('kW', '', 'kW')), ['kW', '']);
  });
  it('keeps of a longer list the first four units with all that is in them', () => {
    assert.deepEqual(withinUnits(of('kW', 'kWh', 'V', 'A', '°C', 'kW', '')), of('kW', 'kWh', 'V', 'A', 'kW'));
    assert.deepEqual(withinUnits(of('kW', 'V')), of('kW', 'V'));
  });
});
