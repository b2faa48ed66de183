import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findPlaces, foundOf, isWholeName, type Place, rounded, spotOf } from './places.model.ts';

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

describe('what is found by typing', () => {
  const address = (name: string, detail: string) => ({ name, detail, latitude: 40.35, longitude: 18.17 });

  it('are municipalities before addresses, none of them twice', () => {
    const found = foundOf(findPlaces(places, 'Lecce', 2), [
      address('Via Lecce 1', 'Foggia'),
      address('Lecce (LE)', ''),
      address('Via Lecce 1', 'Foggia'),
    ]);
    assert.deepEqual(
      found.map(({ kind, label }) => [kind, label]),
      [
        ['municipality', 'Lecce (LE)'],
        ['municipality', 'Lecce nei Marsi (AQ)'],
        ['address', 'Via Lecce 1, Foggia'],
      ],
    );
  });

  it('is meant as a municipality only by its whole name', () => {
    const [lecce] = foundOf(findPlaces(places, 'Lecce', 1), []);
    assert.ok(lecce);
    for (const text of ['lecce', ' LECCE ', 'Lecce (LE)', 'lecce le'])
      assert.ok(isWholeName(lecce, text), text);
    for (const text of ['lecc', 'lecce 1', 'via lecce']) assert.ok(!isWholeName(lecce, text), text);
  });
});

describe('a place in a form', () => {
  it('is known once both numbers are, and lie on the earth', () => {
    assert.deepEqual(spotOf(0, -180), { latitude: 0, longitude: -180 });
    for (const [latitude, longitude] of [
      [null, 9],
      [45, null],
      [90.1, 9],
      [45, 181],
      ['45,x', 9],
      [Number.NaN, 9],
    ])
      assert.equal(spotOf(latitude, longitude), null, `${latitude} ${longitude}`);
  });

  it('is kept to a metre', () => {
    assert.deepEqual(rounded({ latitude: 45.478_123_46, longitude: -9.000_004 }), {
      latitude: 45.478_12,
      longitude: -9,
    });
  });
});
