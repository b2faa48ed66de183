import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CsvMapping } from '../measurements.contract.ts';
import {
  intervalUnitsFor,
  unitsFor,
  withClockColumn,
  withTimeColumn,
  withVariable,
} from './mapping.model.ts';

const mapping: CsvMapping = {
  separator: ';',
  decimal: ',',
  header_rows: 1,
  time_column: 0,
  time_format: 'iso',
  time_zone: 'Europe/Rome',
  columns: [
    { column: 1, variable: 'ac_power_kw', unit: 'W' },
    { column: 2, variable: 'dc_power_kw', unit: 'kW' },
  ],
};

describe('a mapping changed by hand', () => {
  it('stores each variable from one column only', () => {
    const changed = withVariable(mapping, 3, { name: 'ac_power_kw', unit: 'kW' });
    assert.deepEqual(changed.columns, [
      { column: 2, variable: 'dc_power_kw', unit: 'kW' },
      { column: 3, variable: 'ac_power_kw', unit: 'kW' },
    ]);
  });
  it('does not store the column that tells the time', () => {
    assert.deepEqual(
      withTimeColumn(mapping, 1).columns.map((one) => one.column),
      [2],
    );
  });
  it('does not store the column that tells the clock, and finds it anew beside another date', () => {
    const apart = withClockColumn(mapping, 2);
    assert.deepEqual(
      apart.columns.map((one) => one.column),
      [1],
    );
    assert.equal(apart.clock_column, 2);
    assert.ok(!('clock_column' in withTimeColumn(apart, 3)));
  });
  it('offers energies of intervals for a power alone', () => {
    assert.deepEqual(intervalUnitsFor('kW'), ['Wh', 'kWh', 'MWh', 'GWh', 'MJ', 'GJ']);
    assert.deepEqual(intervalUnitsFor('kWh'), []);
  });
  it('offers the units that can be turned into the variable’s own, that one first', () => {
    assert.deepEqual(unitsFor('kW'), ['kW', 'W', 'MW']);
    assert.deepEqual(unitsFor('furlong'), ['furlong']);
  });
});
