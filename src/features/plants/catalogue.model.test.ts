import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { CATEGORIES, changesOfMeaning, GROUPS } from './catalogue.model.ts';
import { CATALOGUE, DEVICE_CATEGORIES } from './plants.model.ts';

describe('what a new company starts with', () => {
  it('is what the migration gave to those that were there', async () => {
    const file = new URL('../../../database/migrations/0010_devices_and_configuration.sql', import.meta.url);
    const text = await readFile(file, 'utf8');
    for (const { name, label_en, label_it } of CATEGORIES)
      assert.ok(text.includes(`('${name}', '${label_en}', '${label_it}')`), name);
    for (const { name, label_en, label_it, position } of GROUPS)
      assert.ok(text.includes(`('${name}', '${label_en}', '${label_it}', ${position})`), name);
  });

  it('has a category for each kind of device, and a group for each name', () => {
    assert.deepEqual(
      CATEGORIES.map(({ kind }) => kind),
      DEVICE_CATEGORIES,
    );
    const groups = new Set(GROUPS.map(({ name }) => name));
    assert.deepEqual(
      CATALOGUE.filter(({ group_name }) => !groups.has(group_name)),
      [],
    );
  });
});

describe('a variable name', () => {
  const before = { name: 'ac_power_kw', unit: 'kW', kind: 'gauge', quantity: 'ac_power_kw' };
  const after = { ...before, unit: 'W', quantity: 'other' };

  it('keeps its meaning while readings are stored under it, those of deleted variables too', () => {
    assert.deepEqual(changesOfMeaning(before, after, { variables: 2, binned: 0 }), ['unit', 'quantity']);
    assert.deepEqual(changesOfMeaning(before, after, { variables: 0, binned: 1 }), ['unit', 'quantity']);
  });

  it('is anything that somebody wants while nothing uses it', () => {
    assert.deepEqual(changesOfMeaning(before, after, { variables: 0, binned: 0 }), []);
    assert.deepEqual(changesOfMeaning(before, before, { variables: 2, binned: 0 }), []);
  });
});
