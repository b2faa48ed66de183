import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findPlaces, type Place } from './places.model.ts';

const places: readonly Place[] = JSON.parse(
  readFileSync(new URL('./atlas/places.json', import.meta.url), 'utf8'),
);
const names = (text: string, most = 3) => findPlaces(places, text, most).map(([name]) => name);

describe('places of the offline map', () => {
  it('are Italy’s municipalities, each within its bounds', () => {
    assert.equal(places.length, 7_899);
    for (const [name, province, latitude, longitude] of places) {
      assert.match(province, /^[A-Z]{2}$/, name);
      assert.ok(latitude > 35.4 && latitude < 47.2 && longitude > 6.5 && longitude < 18.6, name);
    }
  });

  it('are found by the beginning of a name or of a word in it, without accents, large ones first', () => {
    assert.deepEqual(names('mila', 1), ['Milano']);
    assert.deepEqual(names('forli', 1), ['Forlì']);
    assert.deepEqual(names('lamezia', 1), ['Lamezia Terme']);
    assert.ok(names('terme', 40).includes('Lamezia Terme'));
    assert.deepEqual(names("l'aquila", 1), ["L'Aquila"]);
  });

  it('of one name are told apart by their province', () => {
    assert.deepEqual(
      findPlaces(places, 'Castro LE', 1).map(([name, province]) => `${name} ${province}`),
      ['Castro LE'],
    );
  });

  it('are not looked for by one letter, nor found where there are none', () => {
    assert.deepEqual(names('r'), []);
    assert.deepEqual(names('atlantide'), []);
  });
});
