import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Place } from './places.model.ts';
import { regionFinder, regionOfProvince } from './regions.model.ts';

const places: readonly Place[] = JSON.parse(
  readFileSync(new URL('./atlas/places.json', import.meta.url), 'utf8'),
);
const at = (latitude: number | null, longitude: number | null, comune = '') => ({
  comune,
  latitude,
  longitude,
});

describe('the region of a plant', () => {
  const regionOf = regionFinder(places);

  it('is known for every province that there is', () => {
    const unknown = new Set(places.map(([, province]) => province).filter((code) => !regionOfProvince(code)));
    assert.deepEqual([...unknown], []);
  });

  it('is that of the municipality next to it, else of the only one of its name', () => {
    assert.equal(regionOf(at(41.46, 15.55)), 'Puglia');
    assert.equal(regionOf(at(45.48, 9.24, 'Lecce')), 'Lombardia');
    assert.equal(regionOf(at(null, null, 'lecce')), 'Puglia');
    // Castro is a municipality of Lombardia and of Puglia.
    assert.equal(regionOf(at(null, null, 'Castro')), undefined);
    assert.equal(regionOf(at(52.5, 13.4)), undefined);
  });
});
