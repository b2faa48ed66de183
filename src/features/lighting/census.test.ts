import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellsOf, featureOf, pellWith, valuesOf } from './census.model.ts';
import type { LightPoint } from './lighting-fields.contract.ts';

const LIGHT: LightPoint = {
  id: 1,
  box_id: 2,
  serial: 'QE-1',
  line: 3,
  code: 'PL-1',
  lamp_kind: 'led',
  power_w: 58.5,
  pole: 'P1',
  street: 'Via Roma',
  latitude: 45.4,
  longitude: 11.9,
  pell: { road_class: 'M4', dimmable: false },
  is_lit: null,
  open_reports: 0,
  version: 1,
};

describe('a row of the census', () => {
  it('is read as people and spreadsheets write it', () => {
    const { values, faults } = valuesOf({
      code: ' PL-1 ',
      line: '2',
      power_w: '58,5',
      dimmable: 'Sì',
      pole: '',
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(values, { code: 'PL-1', line: 2, power_w: 58.5, dimmable: true, pole: '' });
  });

  it('clears by an empty cell, but never the line, the box or the kind of lamp', () => {
    const { values } = valuesOf({ code: 'a', line: '', box: '', lamp_kind: '', power_w: '', lumens: '' });
    assert.deepEqual(values, { code: 'a', power_w: null, lumens: null });
  });

  it('says in which column what is wrong', () => {
    const { faults } = valuesOf({ code: 'a', power_w: '1.000,5', dimmable: 'perhaps' });
    assert.deepEqual(faults, [
      { column: 'power_w', code: 'not_a_number' },
      { column: 'dimmable', code: 'yes_or_no' },
    ]);
  });

  it('keeps further fields that it does not name, and drops those that it empties', () => {
    const before = { road_class: 'M4', lumens: 8000 };
    assert.deepEqual(pellWith(before, { lumens: null, optic: 'A' }), { road_class: 'M4', optic: 'A' });
  });

  it('comes back from a file as it was written', () => {
    const cells = Object.entries(cellsOf(LIGHT)).map(([name, value]) => [
      name,
      value === null ? '' : String(value),
    ]);
    const { values } = valuesOf(Object.fromEntries(cells));
    const { power_w, line, latitude, longitude } = values;
    assert.deepEqual([power_w, line, latitude, longitude], [58.5, 3, 45.4, 11.9]);
    assert.deepEqual(pellWith({}, values), LIGHT.pell);
  });

  it('has no place on the map where it has none', () => {
    const nowhere = { ...LIGHT, latitude: null, longitude: null };
    assert.deepEqual((featureOf(nowhere) as { geometry: unknown }).geometry, null);
    const { geometry } = featureOf(LIGHT) as { geometry: unknown };
    assert.deepEqual(geometry, { type: 'Point', coordinates: [11.9, 45.4] });
  });
});
