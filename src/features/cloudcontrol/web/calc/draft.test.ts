import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bodyOf,
  type Draft,
  definitionOf,
  fieldOf,
  fittingNames,
  NEW_DRAFT,
  proposedOf,
} from './draft.model.ts';

const draft = (more: Partial<Draft>): Draft => ({
  ...NEW_DRAFT,
  inputs: ['7.ac_power_kw'],
  variable: 'x',
  ...more,
});

describe('what inputs propose for their result', () => {
  const of = (proj_code: string, rhythm_s: number, name = 'ac_power_kw') => ({ proj_code, rhythm_s, name });
  const names = [{ name: 'ac_power_kw' }];
  it('is their plant, the slowest of their rhythms, and their own variable', () => {
    const found = proposedOf(draft({ variable: '' }), [of('P', 60), of('P', 300)], names);
    assert.deepEqual(found, { proj_code: 'P', interval_s: 300, variable: 'ac_power_kw' });
  });
  it('is nothing that is not one thing, and never changes what was filled in', () => {
    const several = [of('P', 60), of('Q', 60, 'dc_power_kw')];
    assert.deepEqual(proposedOf(draft({ variable: '' }), several, names), { interval_s: 60 });
    const filled = draft({ proj_code: 'R', interval_s: 900 });
    assert.deepEqual(proposedOf(filled, [of('P', 300)], names), {});
    assert.deepEqual(proposedOf(draft({ device_id: 3 }), [of('P', 300)], names), {});
  });
});

describe('the form of a calculation group', () => {
  it('is no definition while something is not chosen', () => {
    assert.equal(definitionOf(draft({})), undefined);
    assert.equal(definitionOf(draft({ device_id: 3, variable: '' })), undefined);
    assert.equal(definitionOf(draft({ device_id: 3, inputs: [] })), undefined);
  });
  it('names a device that there is, or one that is to be made', () => {
    assert.deepEqual(bodyOf(draft({ device_id: 3, proj_code: 'P' })).result, {
      device_id: 3,
      variable: 'x',
    });
    assert.deepEqual(bodyOf(draft({ proj_code: 'P', short_name: ' V ' })).result, {
      device: { proj_code: 'P', short_name: 'V', interval_s: 60 },
      variable: 'x',
    });
  });
  it('is previewed before its device has a name', () => {
    assert.equal(definitionOf(draft({ proj_code: 'P' }))?.result.device?.short_name, 'NEW');
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
  it('shows each fault at its field', () => {
    const paths = ['inputs.1.name', 'result.variable', 'result.device.proj_code', 'result.interval_s', ''];
    assert.deepEqual(
      paths.map((path) => fieldOf(path, draft({}))),
      ['inputs.1', 'variable', 'proj_code', 'interval_s', undefined],
    );
    assert.equal(fieldOf('result.interval_s', draft({ device_id: 3 })), 'device_id');
  });
});
