import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Geocoder } from './geocoder.ts';
import { googleAnswer, nominatimAnswer, photonAnswer } from './geocoders.fixture.ts';
import { geocoderOf } from './geocoders.ts';

const made = (name: 'nominatim' | 'photon' | 'google'): Geocoder =>
  geocoderOf(name) ?? assert.fail(`no geocoder ${name}`);
const QUESTION = { q: 'Via Garibaldi 10, Lecce', language: 'it' } as const;

describe('geocoders', () => {
  const nominatim = made('nominatim');
  const photon = made('photon');
  const google = made('google');

  it('are asked as their documents say, and a key stands in no address', () => {
    const { pathname, searchParams } = new URL(nominatim.ask(QUESTION, undefined).path, nominatim.url);
    assert.equal(pathname, '/search');
    assert.deepEqual(Object.fromEntries(searchParams), {
      q: QUESTION.q,
      format: 'jsonv2',
      addressdetails: '1',
      limit: '8',
      'accept-language': 'it',
    });
    assert.equal(
      photon.ask(QUESTION, undefined).path,
      '/api/?q=Via+Garibaldi+10%2C+Lecce&limit=8&lang=default',
    );
    assert.match(photon.ask({ ...QUESTION, language: 'en' }, undefined).path, /&lang=en$/);
    const { method, path, headers = {}, body = '' } = google.ask(QUESTION, 'the-secret');
    assert.deepEqual([method, path], ['POST', '/v1/places:searchText']);
    assert.equal(headers['x-goog-api-key'], 'the-secret');
    assert.deepEqual(JSON.parse(body), { textQuery: QUESTION.q, languageCode: 'it', pageSize: 8 });
  });

  it('are read: a house by its street, a place by its name, each with what tells it from others', () => {
    assert.deepEqual(nominatim.read(nominatimAnswer()), [
      {
        name: 'Via Giuseppe Garibaldi 10',
        detail: 'Centro storico, Lecce, Puglia, 73100, Italia',
        latitude: 40.3512,
        longitude: 18.1719,
      },
      {
        name: 'Duomo di Lecce',
        detail: 'Piazza del Duomo, Lecce, Puglia, 73100, Italia',
        latitude: 40.3518,
        longitude: 18.1691,
      },
    ]);
    assert.deepEqual(photon.read(photonAnswer()), [
      {
        name: 'Via Giuseppe Garibaldi 10',
        detail: '73100 Lecce, Lecce, Puglia, Italia',
        latitude: 40.3512,
        longitude: 18.1719,
      },
      { name: 'Lecce', detail: 'Puglia, Italia', latitude: 40.3529, longitude: 18.1741 },
    ]);
    assert.deepEqual(google.read(googleAnswer()), [
      {
        name: 'Via Giuseppe Garibaldi, 10',
        detail: 'Via Giuseppe Garibaldi, 10, 73100 Lecce LE, Italia',
        latitude: 40.3512,
        longitude: 18.1719,
      },
    ]);
  });

  it('find nothing where they say so, which is no fault', () => {
    assert.deepEqual(nominatim.read([]), []);
    assert.deepEqual(photon.read({ type: 'FeatureCollection', features: [] }), []);
    assert.deepEqual(google.read({}), []);
  });

  it('are not believed where an answer is none of theirs, or lies beside the earth', () => {
    const [row] = nominatimAnswer();
    const [feature] = photonAnswer().features;
    const [place] = googleAnswer().places;
    const many = <T>(one: T): T[] => Array.from({ length: 51 }, () => one);
    const wrong: [Geocoder, unknown[]][] = [
      [nominatim, [null, {}, 'x', { error: 'no' }, [{ ...row, lat: '91' }], [{ ...row, lon: 'east' }]]],
      [nominatim, [[{ ...row, lat: 40.3 }], [{ ...row, display_name: 7 }], many(row)]],
      [photon, [null, [], { features: 'x' }, { features: many(feature) }]],
      [photon, [{ features: [{ ...feature, geometry: { type: 'Point', coordinates: [40.35, 118] } }] }]],
      [photon, [{ features: [{ ...feature, properties: { name: { it: 'Lecce' } } }] }]],
      [google, [null, [], { error: { code: 400 } }, { places: [{ ...place, location: undefined }] }]],
      [google, [{ places: [{ ...place, location: { latitude: '40', longitude: 18 } }] }]],
    ];
    for (const [geocoder, answers] of wrong)
      for (const answer of answers) assert.throws(() => geocoder.read(answer), JSON.stringify(answer));
  });

  it('have their texts shown as one line without what nobody sees, and not too long', () => {
    const properties = { name: `Lecce\n\u202eelpmaxe\u0000${'x'.repeat(900)}`, country: 'Italia' };
    const [found] = photon.read({ features: [{ geometry: { coordinates: [18, 40] }, properties }] });
    assert.match(found?.name ?? '', /^Lecce ·elpmaxe·x+$/);
    assert.equal(found?.name.length, 160);
  });
});
