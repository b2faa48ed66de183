import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createTestApp, type Headers, type TestApp } from '../support/app.ts';
import { type Answer, ask, originOf, send } from './support/ask.ts';
import { calls } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { rawClient } from './support/raw.ts';
import { callsOfToday } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

/** What every answer says to a browser, whatever else it says. */
const ALWAYS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Directives whose sources are known; anything beyond them must be argued for here. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'worker-src': "'self' blob:",
  'font-src': "'self'",
  // A document's PDF, in the browser's own viewer.
  'frame-src': 'blob:',
  'object-src': 'blob:',
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'form-action': "'self'",
};

/** Headers that would open an answer to other sites, or tell what the server is made of. */
const NEVER = ['access-control-allow-origin', 'access-control-allow-credentials', 'x-powered-by', 'server'];

const policyOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(
    String(answer.headers['content-security-policy'] ?? '')
      .split(';')
      .map((directive) => {
        const [name = '', sources = ''] = directive.trim().split(/ (.*)/s);
        return [name, sources];
      }),
  );

/** A file that somebody attached, and one for the bank, is saved, and nothing in it could run where a browser opened it all the same. */
const FILE_POLICY: Readonly<Record<string, string>> = { 'default-src': "'none'", sandbox: '' };
const isFile = (answer: Answer): boolean =>
  /^application\/(octet-stream|xml)\b/.test(String(answer.headers['content-type']));
/** A PDF is looked at, in the viewer of the browser. */
const isPdf = (answer: Answer): boolean => answer.headers['content-type'] === 'application/pdf';

/** What a camera sent, which nobody has looked at. */
const isPicture = (answer: Answer): boolean => answer.headers['x-picture-taken-at'] !== undefined;

function assertGuarded(answer: Answer, what: string): void {
  for (const [name, value] of Object.entries(ALWAYS))
    assert.equal(answer.headers[name], value, `${what}: ${name}`);
  if (isFile(answer)) assert.match(String(answer.headers['content-disposition']), /^attachment;/, what);
  if (isPdf(answer))
    assert.match(String(answer.headers['content-disposition']), /^inline; filename="[^"]+\.pdf"/, what);
  const ofFile = isFile(answer) || isPdf(answer) || isPicture(answer);
  assert.deepEqual(policyOf(answer), ofFile ? FILE_POLICY : POLICY, what);
  for (const name of NEVER) assert.equal(answer.headers[name], undefined, `${what}: ${name}`);
}

describe('headers of answers', () => {
  let test: TestApp;
  let world: World;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meridiana-portal-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Portal</title>');
    test = await createTestApp({ webFolder: folder, ...forLoops });
    world = await makeWorld(test);
  });
  after(async () => {
    await test?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const tls: Headers = { 'x-forwarded-proto': 'https' };

  for (const declared of callsOfToday(calls)) {
    const { key, call } = declared;
    it(`${key} guards its answers and its refusals, and nothing keeps them`, async () => {
      const given = await exampleOf(declared, world);
      const stranger = { origin: 'https://elsewhere.example', authorization: 'Bearer x' };
      const done = await ask(test, call, given, { ...world.headers, ...given.headers });
      const refused = await ask(test, call, { params: given.params ?? {} }, stranger);
      const answers = { done, refused };
      for (const [what, answer] of Object.entries(answers)) {
        assertGuarded(answer, `${key} ${what}`);
        // An avatar stands under the hash of its content: a browser may keep it, if it asks each time whether it still may.
        const kept =
          call.produces.startsWith('image/') && what === 'done' && !isPicture(answer)
            ? /^private, no-cache$/
            : /^no-store$/;
        assert.match(String(answer.headers['cache-control']), kept, `${key} ${what}`);
        assert.equal(
          answer.headers['strict-transport-security'],
          undefined,
          `${key} ${what} came without TLS`,
        );
      }
      const behindTls = await ask(
        test,
        call,
        { params: given.params ?? {} },
        { ...tls, authorization: 'Bearer x' },
      );
      assert.equal(behindTls.headers['strict-transport-security'], 'max-age=31536000', `${key} behind TLS`);
    });
  }

  it('stand on everything beside the calls as well: pages, documents, errors', async () => {
    const html = { accept: 'text/html' };
    for (const url of [
      '/',
      '/apps/asset',
      '/openapi',
      '/openapi.json',
      '/config.json',
      '/health/live',
      '/health/ready',
      '/.well-known/security.txt',
      '/security.md',
      '/register-maps.md',
      '/alarms.md',
      '/webhooks.md',
      '/index.html',
      '/nowhere/x',
    ]) {
      const answer = await send(test, { url, headers: html });
      assertGuarded(answer, url);
      assert.ok(answer.headers['cache-control'], url);
      const secure = await send(test, { url, headers: { ...html, ...tls } });
      assert.equal(secure.headers['strict-transport-security'], 'max-age=31536000', url);
    }
  });

  it('stand on what the framework refuses before any route is found', async () => {
    const client = rawClient(await originOf(test));
    try {
      for (const path of ['/%', '/api/v1/%zz/', `/api/v1/device/${'9'.repeat(300)}/`]) {
        const answer = await client.send({ method: 'GET', path });
        assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`);
        assert.equal(answer.headers['x-content-type-options'], 'nosniff', path);
        assert.equal(answer.headers['cache-control'], 'no-store', path);
        assert.match(String(answer.headers['content-security-policy']), /frame-ancestors 'none'/, path);
      }
    } finally {
      client.close();
    }
  });

  it('speak of TLS only where a proxy that is trusted says so', async () => {
    const headers = { ...tls, host: 'portal.example.test' };
    const trusted = await test.app.inject({ url: '/health/live', headers, remoteAddress: '127.0.0.1' });
    assert.equal(trusted.headers['strict-transport-security'], 'max-age=31536000');
    const stranger = await test.app.inject({ url: '/health/live', headers, remoteAddress: '203.0.113.9' });
    assert.equal(stranger.headers['strict-transport-security'], undefined);
  });
});
