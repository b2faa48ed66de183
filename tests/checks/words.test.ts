import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkI18n } from '../../scripts/check-i18n.ts';

describe('words', () => {
  it('stand in both languages, and every key that is asked for has some', async () => {
    assert.deepEqual(await checkI18n(fileURLToPath(new URL('../..', import.meta.url))), []);
  });
});
