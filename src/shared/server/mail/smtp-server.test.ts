import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSmtpUrl } from './smtp-server.ts';

describe("a mail server's address", () => {
  it('says where it is, and whether TLS comes first', () => {
    assert.deepEqual(readSmtpUrl('smtp://mail.example.com'), {
      host: 'mail.example.com',
      port: 587,
      secure: false,
      requireTLS: false,
      ignoreTLS: false,
    });
    assert.deepEqual(readSmtpUrl('smtps://mail.example.com:4650/'), {
      host: 'mail.example.com',
      port: 4650,
      secure: true,
      requireTLS: false,
      ignoreTLS: false,
    });
    assert.equal(readSmtpUrl('smtps://mail.example.com')?.port, 465);
    assert.equal(readSmtpUrl('smtp://[2001:db8::1]:25')?.host, '2001:db8::1');
  });

  it('carries a name and a password, escaped where they hold signs of their own', () => {
    const { auth } = readSmtpUrl('smtp://portal%40example.com:p%40ss%2Fw%3Aord@mail.example.com') ?? {};
    assert.deepEqual(auth, { user: 'portal@example.com', pass: 'p@ss/w:ord' });
  });

  it('lets no password out of this machine without TLS, unless somebody says that the way is safe', () => {
    const demands = (url: string) => readSmtpUrl(url)?.requireTLS;
    assert.equal(demands('smtp://u:p@mail.example.com'), true);
    assert.equal(demands('smtp://u:p@10.0.0.5'), true);
    assert.equal(demands('smtp://u:p@mail.example.com?tls=off'), false);
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      assert.equal(demands(`smtp://u:p@${host}`), false);
      assert.equal(readSmtpUrl(`smtp://${host}`)?.ignoreTLS, true);
      assert.equal(readSmtpUrl(`smtps://${host}`)?.ignoreTLS, false);
    }
  });

  it('is none where something in it cannot be read', () => {
    for (const url of [
      '',
      'mail.example.com',
      'http://mail.example.com',
      'smtp://',
      'smtp://u:%zz@mail.example.com',
      'smtp://mail.example.com:99999',
      'smtp://mail.example.com/inbox',
      'smtp://mail.example.com?tls=maybe',
      'smtp://mail.example.com?secure=false',
    ]) {
      assert.equal(readSmtpUrl(url), undefined, url);
    }
  });
});
