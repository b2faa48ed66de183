import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { generateDatabaseTypes, typesFile } from '../../scripts/generate-database-types.ts';

describe('types of the tables', () => {
  it('are those of the migrated database (else: npm run types:database)', async () => {
    const [kept, made] = await Promise.all([readFile(typesFile, 'utf8'), generateDatabaseTypes()]);
    assert.equal(kept, made);
  });
});
