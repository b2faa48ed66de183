import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkRowTypes } from '../../scripts/row-types.ts';

describe('rows of statements', () => {
  it('are those that PostgreSQL answers (see them by: npm run types:database)', async () => {
    const { statements, variants, faults } = await checkRowTypes(
      fileURLToPath(new URL('../..', import.meta.url)),
    );
    assert.deepEqual(faults, []);
    assert.ok(statements > 400, `only ${statements} statements with rows`);
    assert.ok(variants > 750, `only ${variants} texts`);
  });
});
