import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Draft, definitionOf, fittingNames, NEW_DRAFT } from './draft.model.ts';

const draft = (more: Partial<Draft>): Draft => ({
  ...NEW_DRAFT,
  inputs: ['7.ac_power_kw'],
  variable: 'x',
  ...more,
});

describe('the form of a calculation group', () => {
  it('is no definition while something is not chosen', () => {
    assert.equal(definitionOf(draft({}), true), undefined);
    assert.equal(definitionOf(draft({ proj_code: 'P' }), true), undefined);
    assert.equal(definitionOf(draft({ device_id: 3, variable: '' }), true), undefined);
    assert.equal(definitionOf(draft({ device_id: 3, inputs: [] }), true), undefined);
  });
  it('names a device that there is, or one that is to be made', () => {
    assert.deepEqual(definitionOf(draft({ device_id: 3, proj_code: 'P' }), true)?.result, {
      device_id: 3,
      variable: 'x',
    });
    assert.deepEqual(definitionOf(draft({ proj_code: 'P', short_name: ' V ' }), true)?.result, {
      device: { proj_code: 'P', short_name: 'V', interval_s: 60 },
      variable: 'x',
    });
  });
  it('is previewed before its device has a name', () => {
    assert.equal(definitionOf(draft({ proj_code: 'P' }), false)?.result.device?.short_name, 'NEW');
  });
  it('offers names of the kind and unit that comes out', () => {
    const name = (of: string, unit: string, kind: 'gauge' | 'counter') => ({
      name: of,
      label_en: of,
      label_it: of,
      unit,
      kind,
    });
    const names = [
      name('kw', 'kW', 'gauge'),
      name('mw', 'MW', 'gauge'),
      name('kwh', 'kWh', 'counter'),
      name('e', 'kWh', 'gauge'),
    ];
    const of = (...given: Parameters<typeof fittingNames> extends [unknown, ...infer R] ? R : never) =>
      fittingNames(names, ...given).map((one) => one.name);
    assert.deepEqual(of('sum', []), ['kw', 'mw', 'kwh', 'e']);
    assert.deepEqual(of('sum', [{ unit: 'W', kind: 'gauge' }]), ['kw', 'mw']);
    assert.deepEqual(of('sum', [{ unit: 'kWh', kind: 'counter' }]), ['kwh']);
    assert.deepEqual(of('difference', [{ unit: 'kWh', kind: 'counter' }]), ['e']);
  });
});
