import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namesAnyOf } from './named-plants.model.ts';

describe('plants that a view names', () => {
  const names = namesAnyOf(['PV-07', 'Cascina Là', '!?']);

  it('are found in its name and its words, whatever the capitals and the hyphens', () => {
    assert.ok(names(['Silent', 'pv 07']));
    assert.ok(names(['Alarms of CASCINA LÀ, today']));
  });

  it('are not found in a part of a word, in two texts together, or where a name has no letter', () => {
    assert.ok(!names(['PV-071', 'XPV-07']));
    assert.ok(!names(['Cascina', 'Là']));
    assert.ok(!names(['!?']));
    assert.ok(!names([]));
  });
});
