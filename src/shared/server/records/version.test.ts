import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../errors.ts';
import { assertVersion } from './version.ts';

describe('the version of a record', () => {
  const never = () => assert.fail('nothing is shown to whoever is first');

  it('is the one that was seen, or nobody asked', async () => {
    await assertVersion({ version: 3 }, 3, never);
    await assertVersion({ version: 3 }, undefined, never);
    await assertVersion({ version: null }, undefined, never);
  });

  it('refuses whoever saw another one, and shows what is stored', async () => {
    for (const version of [4, null]) {
      await assert.rejects(
        assertVersion({ version }, 3, async () => ({ name: 'theirs', version })),
        (error) => {
          assert.ok(error instanceof AppError);
          assert.equal(error.code, 'conflict');
          assert.deepEqual(error.options.extra, { stored: { name: 'theirs', version } });
          return true;
        },
      );
    }
  });
});
