import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerChallenge } from './digest-auth.ts';

// RFC 7616 §3.9.1
const asked = {
  method: 'GET',
  uri: '/dir/index.html',
  credentials: { username: 'Mufasa', password: 'Circle of Life' },
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};
const NONCE = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v';
const challenge = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${NONCE}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;
const responseOf = (header: string | undefined) => /response="([0-9a-f]+)"/.exec(header ?? '')?.[1];

describe('who is there, said to a camera', () => {
  it('is said by digest as RFC 7616 works it out', () => {
    assert.equal(responseOf(answerChallenge(challenge('MD5'), asked)), '8ca523f5e9506fed4657c9700eebdbec');
    assert.equal(
      responseOf(answerChallenge(challenge('SHA-256'), asked)),
      '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
    );
  });

  it('is said as old cameras ask for it, without a quality of protection', () => {
    const header = answerChallenge('Digest realm="cam", nonce="abc"', asked) ?? '';
    assert.equal(responseOf(header)?.length, 32);
    assert.ok(!header.includes('qop') && !header.includes('algorithm'), header);
  });

  it('is said by digest where both ways are offered, whichever comes first', () => {
    for (const both of [`Basic realm="cam", ${challenge('MD5')}`, `${challenge('MD5')}, Basic realm="cam"`])
      assert.match(answerChallenge(both, asked) ?? '', /^Digest /);
  });

  it('is said by the basic scheme where nothing else is offered', () => {
    assert.equal(answerChallenge('Basic realm="cam"', asked), 'Basic TXVmYXNhOkNpcmNsZSBvZiBMaWZl');
    const umlaut = { ...asked, credentials: { username: 'à', password: '€' } };
    assert.equal(
      answerChallenge('Basic realm="cam"', umlaut),
      `Basic ${Buffer.from('à:€').toString('base64')}`,
    );
  });

  it('is read in its first two thousand characters, each once, however a stranger asks', () => {
    assert.equal(answerChallenge(`Digest realm="${'a'.repeat(2048)}", nonce="abc"`, asked), undefined);
    assert.match(
      answerChallenge(`Digest realm="${'a'.repeat(1900)}", nonce="abc"`, asked) ?? '',
      /nonce="abc"/,
    );
    // Letters that are no name, where each of them could begin one.
    const begun = performance.now();
    for (let i = 0; i < 200; i++) answerChallenge(`Digest ${'a'.repeat(15_000)}`, asked);
    assert.ok(performance.now() - begun < 5_000);
  });

  it('is not said where the question is not understood', () => {
    for (const odd of [
      '',
      'Negotiate',
      'Digest realm="x"',
      'Digest nonce="x", algorithm=MD4',
      'Digest nonce="x", qop="auth-int"',
    ])
      assert.equal(answerChallenge(odd, asked), undefined, odd);
  });

  it('keeps what a challenge holds within its quotes', () => {
    const header = answerChallenge('Digest realm="a\\"b, response=\\"x", nonce="n"', asked) ?? '';
    assert.ok(header.includes('realm="a\\"b, response=\\"x"'), header);
  });
});
