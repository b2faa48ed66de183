import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jwtVerify, SignJWT } from 'jose';
import { readToken, signToken, type TokenKind } from './signed-token.ts';

const KIND: TokenKind = { typ: 'at+jwt', audience: 'here', life_s: 600 };
const KEY = Buffer.alloc(32, 5);
const NOW = new Date('2026-03-01T12:00:00.900Z');
const later = (s: number) => new Date(NOW.getTime() + s * 1000);
const token = signToken(KIND, KEY, { sub: '7', sid: 8 }, NOW);
const iat = Math.floor(NOW.getTime() / 1000);

describe('a signed token', () => {
  it('is a JSON Web Token as others read it', async () => {
    const { payload, protectedHeader } = await jwtVerify(token, KEY, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      audience: 'here',
      currentDate: NOW,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    });
    assert.deepEqual(payload, { sub: '7', sid: 8, aud: 'here', iat, exp: iat + 600 });
    assert.deepEqual(protectedHeader, { alg: 'HS256', typ: 'at+jwt' });
  });

  it('says what was signed, also when others signed it', async () => {
    assert.deepEqual(readToken(KIND, KEY, token, NOW), {
      sub: '7',
      sid: 8,
      aud: 'here',
      iat,
      exp: iat + 600,
    });
    const theirs = await new SignJWT({ sub: '7', aud: 'here', exp: iat + 1 })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(KEY);
    assert.equal(readToken(KIND, KEY, theirs, NOW)?.sub, '7');
  });

  it('holds to its last second and no longer', () => {
    assert.ok(readToken(KIND, KEY, token, later(599)));
    assert.equal(readToken(KIND, KEY, token, later(600)), undefined);
  });

  const [header = '', said = '', signature = ''] = token.split('.');
  const packed = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = async (claims: object, head: object = { alg: 'HS256', typ: 'at+jwt' }) =>
    new SignJWT({ ...claims }).setProtectedHeader(head as { alg: string }).sign(KEY);
  const good = { sub: '7', aud: 'here', exp: iat + 60 };
  const BAD: Readonly<Record<string, () => Promise<string> | string>> = {
    nothing: () => '',
    'a word': () => 'token',
    'points alone': () => '..',
    'no signature': () => `${header}.${said}.`,
    'two parts': () => `${header}.${said}`,
    'four parts': () => `${token}.`,
    'a longer signature': () => `${token}A`,
    'a padded signature': () => `${token}=`,
    'a signature with a letter that is none': () => `${header}.${said}.${signature.slice(0, -1)}é`,
    'other claims': () => `${header}.${packed({ ...good, sub: '1' })}.${signature}`,
    'an algorithm that is none': () => `${packed({ alg: 'none', typ: 'at+jwt' })}.${said}.`,
    'a header in another order': () => signed(good, { typ: 'at+jwt', alg: 'HS256' }),
    'a header that demands more': () => signed(good, { alg: 'HS256', typ: 'at+jwt', kid: '1' }),
    'another kind': () => signed(good, { alg: 'HS256', typ: 'jwt' }),
    'another audience': () => signed({ ...good, aud: 'elsewhere' }),
    'several audiences': () => signed({ ...good, aud: ['here', 'elsewhere'] }),
    'no end': () => signed({ sub: '7', aud: 'here' }),
    'an end that is no number': () => signed({ ...good, exp: String(iat + 60) }),
  };
  for (const [what, make] of Object.entries(BAD)) {
    it(`with ${what} is none`, async () => {
      assert.equal(readToken(KIND, KEY, await make(), NOW), undefined);
    });
  }

  it('of another key is none', () => {
    assert.equal(readToken(KIND, Buffer.alloc(32, 6), token, NOW), undefined);
  });
});
