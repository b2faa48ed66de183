import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAddresses } from '../../../scripts/portal-pages.ts';
import { FEATURES } from './features.ts';

describe('the list of areas', () => {
  it('has every area once', () => {
    const areas = readdirSync(new URL('../../features', import.meta.url));
    assert.equal(new Set(FEATURES).size, areas.length);
    assert.equal(FEATURES.length, areas.length);
  });

  it('has each address and each namespace of words once', () => {
    const once = (names: readonly string[]) => assert.deepEqual([...new Set(names)], names);
    once(readAddresses(fileURLToPath(new URL('../../../', import.meta.url))));
    once(FEATURES.flatMap(({ words }) => Object.keys(words)));
  });

  it('gives entries of one group different places', () => {
    const places = FEATURES.flatMap(({ navigation }) =>
      navigation.map(({ group, order }) => `${group} ${order}`),
    );
    assert.deepEqual([...new Set(places)], places);
  });
});
