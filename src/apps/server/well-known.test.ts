import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestApp, type TestApp } from '../../../tests/support/app.ts';
import { securityText } from './well-known.ts';

const now = new Date('2026-06-01T12:00:00.500Z');

/** Fields of a security.txt by name, as RFC 9116 §2.2 writes them. */
function fieldsOf(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, name = '', value = ''] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? assert.fail(`no field: ${line}`);
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return fields;
}

describe('security.txt', () => {
  const publicUrl = 'https://portal.example.com';

  it('names the contact that the installation was given, an address or a page', () => {
    const contact = (securityContact: string) =>
      fieldsOf(securityText({ securityContact, publicUrl }, now)).get('Contact');
    assert.deepEqual(contact('security@example.com'), ['mailto:security@example.com']);
    assert.deepEqual(contact('mailto:s@example.com'), ['mailto:s@example.com']);
    assert.deepEqual(contact('https://example.com/report'), ['https://example.com/report']);
  });

  it('holds for half a year from when it is asked for, has one expiry, and never says where it stands', () => {
    const fields = fieldsOf(securityText({ securityContact: undefined, publicUrl }, now));
    assert.deepEqual(fields.get('Expires'), ['2026-11-28T12:00:00Z']);
    assert.deepEqual(fields.get('Policy'), [`${publicUrl}/security.md`]);
    assert.deepEqual(fields.get('Preferred-Languages'), ['it, en']);
    assert.deepEqual([...fields.keys()].sort(), ['Contact', 'Expires', 'Policy', 'Preferred-Languages']);
  });

  it('sends to the page where no contact was named, and names no policy that TLS does not guard', () => {
    const fields = fieldsOf(
      securityText({ securityContact: undefined, publicUrl: 'http://127.0.0.1:3000' }, now),
    );
    assert.deepEqual(fields.get('Contact'), ['http://127.0.0.1:3000/security.md']);
    assert.equal(fields.has('Policy'), false);
  });
});

describe('the papers that are served', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  it('stand beside security.txt, for anybody, as plain text', async () => {
    for (const [url, words] of [
      ['/.well-known/security.txt', /^Contact: /m],
      ['/security.md', /Reporting a fault/],
      ['/register-maps.md', /40001/],
    ] as const) {
      const answer = await test.app.inject({ url });
      assert.equal(answer.statusCode, 200, url);
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8', url);
      assert.match(answer.body, words, url);
    }
  });
});
