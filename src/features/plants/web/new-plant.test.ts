import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, codeBeside, isCode, type PlantValues, zonesFor } from './new-plant.model.ts';

describe("a new plant's form", () => {
  it('proposes a code that the call takes, from any name that has letters or digits', () => {
    assert.equal(codeBeside('Centrale di Capitanata'), 'CENTRALE-DI-CAPITANATA');
    assert.equal(codeBeside('  Città – tetto 2 '), 'CITTA-TETTO-2');
    const long = codeBeside(`${'Una centrale '.repeat(9)}lunga`);
    for (const code of ['CITTA-TETTO-2', long]) assert.ok(isCode(code), code);
    assert.equal(codeBeside('発電所'), '');
  });

  it('begins with a zone that the server knows', () => {
    assert.equal(zonesFor('Europe/Lisbon').first, 'Europe/Lisbon');
    assert.equal(zonesFor('Mars/Olympus').first, 'Europe/Rome');
  });

  it('sends what was not typed as not known, never as zero', () => {
    const typed: PlantValues = {
      name: 'A',
      proj_code: ' A-1 ',
      productionType: 'hydro',
      potenza_nominale: '',
      comune: '',
      time_zone: 'UTC',
      latitude: 0,
      longitude: 12.5,
      tilt_deg: '',
      azimuth_deg: '',
    };
    const body = bodyOf(typed);
    assert.equal(body.proj_code, 'A-1');
    assert.equal(body.potenza_nominale, null);
    assert.equal(body.latitude, 0);
    assert.equal(body.tilt_deg, null);
  });
});
