import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Snapshot } from '../plants/snapshot.model.ts';
import { differencesOf } from './versions.model.ts';

const variable = (id: number, name: string, factor = 1) => ({ id, name, slot: id, factor });
const empty: Snapshot = { port: null, device: { model: 'A' }, variables: [], attributes: [] };

describe('what two versions differ in', () => {
  it('is nothing between a configuration and itself', () => {
    const full = {
      ...empty,
      port: { id: 1, host: 'a' },
      variables: [variable(1, 'x')],
      attributes: [{ name: 'fw', length: 4 }],
    };
    assert.deepEqual(differencesOf(full, full), []);
  });

  it('names what came, what went and what changed, by field and by name', () => {
    const before = { ...empty, port: { id: 1, host: 'a' }, variables: [variable(1, 'x'), variable(2, 'y')] };
    const after = { ...empty, device: { model: 'B' }, variables: [variable(2, 'y', 2), variable(3, 'z')] };
    assert.deepEqual(
      differencesOf(before, after).map(({ part, name, change, fields }) => [part, name, change, fields]),
      [
        ['port', null, 'removed', [{ field: 'host', before: 'a', after: null }]],
        ['device', null, 'changed', [{ field: 'model', before: 'A', after: 'B' }]],
        ['variable', 'x', 'removed', [{ field: 'factor', before: 1, after: null }]],
        ['variable', 'y', 'changed', [{ field: 'factor', before: 1, after: 2 }]],
        ['variable', 'z', 'added', [{ field: 'factor', before: null, after: 1 }]],
      ],
    );
  });

  it('says that a variable came even where all its fields are empty', () => {
    const bare = { id: 1, name: 'x', slot: 0, address: null };
    assert.deepEqual(differencesOf(empty, { ...empty, variables: [bare] }), [
      { part: 'variable', name: 'x', change: 'added', fields: [] },
    ]);
  });
});
