import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { deriveKey, secretKeyFault } from './secret-key.ts';

describe('the secret key', () => {
  it('is taken when random, in any usual spelling', () => {
    const bytes = randomBytes(32);
    for (const key of [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]) {
      assert.equal(secretKeyFault(key), undefined);
    }
  });

  it('is refused when short', () => {
    assert.match(secretKeyFault('pT7vQ2zLx9Rk4Wm8') ?? '', /16 bytes/);
  });

  it('is refused when anyone would guess it', () => {
    const guesses = [
      'secret-secret-for-our-production-1',
      'ChangeMe-please-ChangeMe-please-99',
      'replace-this-with-thirty-two-bytes',
      '01234567890123456789012345678901',
    ];
    for (const key of guesses) assert.match(secretKeyFault(key) ?? '', /anyone would try/);
  });

  it('is refused when regular', () => {
    for (const key of ['x'.repeat(40), 'kjhgzuiopmnb'.repeat(3), 'ababababcdcdcdcdababababcdcdcdcd']) {
      assert.match(secretKeyFault(key) ?? '', /too regular/);
    }
  });

  it('gives each purpose a key of its own, the same each time', () => {
    const secret = 'pT7vQ2zLx9Rk4Wm8Yc1Nf6Hs3Jd5Gb0Ua';
    assert.equal(deriveKey(secret, 'a').length, 32);
    assert.deepEqual(deriveKey(secret, 'a'), deriveKey(secret, 'a'));
    assert.notDeepEqual(deriveKey(secret, 'a'), deriveKey(secret, 'b'));
    assert.notDeepEqual(deriveKey(secret, 'a'), deriveKey(`${secret}x`, 'a'));
  });
});
