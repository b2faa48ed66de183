import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProjCode } from '../../../shared/contract/fields.ts';
import { codeBeside, zonesFor } from './new-plant.model.ts';

describe("a new plant's form", () => {
  it('proposes a code that the call takes, from any name that has letters or digits', () => {
    assert.equal(codeBeside('Centrale di Capitanata'), 'CENTRALE-DI-CAPITANATA');
    assert.equal(codeBeside('  Città – tetto 2 '), 'CITTA-TETTO-2');
    const long = codeBeside(`${'Una centrale '.repeat(9)}lunga`);
    for (const code of ['CITTA-TETTO-2', long]) assert.ok(ProjCode.safeParse(code).success, code);
    assert.equal(codeBeside('発電所'), '');
  });

  it('begins with a zone that the server knows', () => {
    assert.equal(zonesFor('Europe/Lisbon').first, 'Europe/Lisbon');
    assert.equal(zonesFor('Mars/Olympus').first, 'Europe/Rome');
  });
});
