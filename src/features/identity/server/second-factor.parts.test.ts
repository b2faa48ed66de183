import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { codeAt } from '../../../../tests/support/accounts.ts';
import { seal, unseal } from '../../../shared/server/sealed.ts';
import { isKnown, readBrowser, withUser, writeBrowser } from './browsers.ts';
import { newRecoveryCodes, recoveryDigest } from './recovery-codes.ts';
import { enrolment, newSecret, stepAt, stepOfCode } from './totp.ts';

const SECOND = 1000;

describe('a time-based code', () => {
  // RFC 6238, appendix B, SHA-1: of its eight digits an authenticator shows the last six.
  const secret = Buffer.from('12345678901234567890');
  for (const [seconds, code] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const) {
    it(`is that of RFC 6238 at ${seconds} s`, () => {
      const at = new Date(seconds * SECOND);
      assert.equal(codeAt(secret, at, 8), code, 'the computation that the tests trust');
      assert.equal(stepOfCode(secret, code.slice(2), at), Math.floor(seconds / 30));
    });
  }

  it('holds one step before and after its own, and no further', () => {
    const now = new Date(1_700_000_010 * SECOND);
    const offsets = [-61, -60, -31, -30, -1, 0, 29, 30, 59, 60].map((offset) => {
      const at = new Date(now.getTime() + offset * SECOND);
      return [offset, stepOfCode(secret, codeAt(secret, at), now) === stepAt(at)];
    });
    assert.deepEqual(
      offsets.filter(([, holds]) => holds).map(([offset]) => offset),
      [-30, -1, 0, 29, 30, 59],
    );
  });

  it('is nothing but its six digits', () => {
    const now = new Date(59 * SECOND);
    for (const code of ['', '28708', '2870820', '94287082', '28708a', '-87082', '２８７０８２'])
      assert.equal(stepOfCode(secret, code, now), undefined, code);
  });

  it('comes from the secret that the address for the QR code names', () => {
    const own = newSecret();
    const result = enrolment(own, { issuer: 'Sole & Co', label: 'anna@example.org' });
    const uri = new URL(result.otpauth_uri);
    assert.equal(`${uri.protocol}//${uri.host}`, 'otpauth://totp');
    assert.equal(decodeURIComponent(uri.pathname), '/Sole & Co:anna@example.org');
    assert.deepEqual(Object.fromEntries(uri.searchParams), {
      issuer: 'Sole & Co',
      secret: result.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    const now = new Date();
    assert.equal(codeAt(result.secret, now), codeAt(own, now));
    assert.equal(own.length, 20);
  });
});

describe('a sealed secret', () => {
  const key = randomBytes(32);
  it('opens for its owner with its key, and is written otherwise each time', () => {
    const secret = randomBytes(20);
    const [one, two] = [seal(key, secret, 'user 1'), seal(key, secret, 'user 1')];
    assert.deepEqual(unseal(key, one, 'user 1'), secret);
    assert.notDeepEqual(one, two);
    assert.ok(!one.includes(secret));
  });

  it('opens neither changed, nor with another key, nor for somebody else', () => {
    const sealed = seal(key, randomBytes(20), 'user 1');
    for (let at = 0; at < sealed.length; at += 5) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.throws(() => unseal(key, changed, 'user 1'), `byte ${at}`);
    }
    assert.throws(() => unseal(randomBytes(32), sealed, 'user 1'));
    assert.throws(() => unseal(key, sealed, 'user 2'));
    assert.throws(() => unseal(key, sealed.subarray(0, 20), 'user 1'));
  });
});

describe('recovery codes', () => {
  const key = randomBytes(32);
  it('are ten, each another, in groups of letters and digits that cannot be mistaken', () => {
    const codes = newRecoveryCodes();
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){2}[0-9a-hjkmnp-tv-z]{4}$/);
  });

  it('may be typed in capitals, without hyphens, and with letters that look like digits', () => {
    const digest = recoveryDigest(key, 7, '01ab-c1d0-xyz9');
    for (const typed of ['01ABC1D0XYZ9', 'olab-cido-xyz9', ' 01ab c1d0 xyz9 '])
      assert.deepEqual(recoveryDigest(key, 7, typed), digest, typed);
    assert.notDeepEqual(recoveryDigest(key, 8, '01ab-c1d0-xyz9'), digest, "somebody else's");
    assert.notDeepEqual(
      recoveryDigest(randomBytes(32), 7, '01ab-c1d0-xyz9'),
      digest,
      'of another installation',
    );
  });
});

describe('a known browser', () => {
  const key = randomBytes(32);
  it('knows who has signed in with it, and nobody else', () => {
    const one = withUser(key, undefined, 7);
    const both = withUser(key, one, 8);
    assert.equal(both.id, one.id);
    const read = readBrowser(writeBrowser(both));
    assert.deepEqual(read, both);
    assert.deepEqual(
      [7, 8, 9, 0].map((id) => isKnown(key, read, id)),
      [true, true, false, false],
    );
    assert.equal(isKnown(randomBytes(32), read, 7), false, 'of another installation');
    assert.equal(isKnown(key, undefined, 7), false);
  });

  it('keeps the latest eight, and whoever comes back once', () => {
    let browser = withUser(key, undefined, 1);
    for (let id = 2; id <= 9; id++) browser = withUser(key, browser, id);
    browser = withUser(key, browser, 5);
    assert.equal(browser.marks.length, 8);
    assert.deepEqual(
      [1, 2, 5, 9].map((id) => isKnown(key, browser, id)),
      [false, true, true, true],
    );
  });

  it('is not one that was made up: marks belong to the browser they were given to', () => {
    const [mine, other] = [withUser(key, undefined, 7), withUser(key, undefined, 8)];
    assert.equal(isKnown(key, { id: other.id, marks: mine.marks }, 7), false);
    for (const cookie of [
      '',
      '.',
      'x',
      `${mine.id}.`,
      `${mine.id}.short`,
      `${mine.id}.${'?'.repeat(22)}`,
      `${mine.id}${'.'.repeat(9)}`,
    ])
      assert.equal(readBrowser(cookie), undefined, cookie);
    const many = [mine.id, ...Array<string>(9).fill(mine.marks[0] ?? '')].join('.');
    assert.equal(readBrowser(many), undefined, 'more marks than are ever given');
  });
});
