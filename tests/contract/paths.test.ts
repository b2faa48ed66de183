import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { urlOf } from '../../src/shared/contract/client.ts';
import { createTestApp, type Headers, makeUser, signIn, type TestApp } from '../support/app.ts';
import { bodyOf, originOf, requestsMade } from './support/ask.ts';
import { calls } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { rawClient } from './support/raw.ts';
import { makeWorld, type World } from './support/world.ts';

const PAGE = '<!doctype html><title>Portal</title>';

/** Other ways to write an address, which a proxy or a router may take for the same. */
function variantsOf(path: string): string[] {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.join('/');
  const bare = path.replace(/\/$/, '');
  return [
    `/${path}`,
    `//${path}`,
    `/${first}//${tail}`,
    `${path}/`,
    `/.${path}`,
    `/${first}/./${tail}`,
    `/x/..${path}`,
    `/${first}/x/../${tail}`,
    `/assets/..${path}`,
    `/%2e${path}`,
    `/x/%2e%2e${path}`,
    `/x/%2E%2E%2f${first}/${tail}`,
    `/${first}%2F${tail}`,
    `/${first}%2f${tail}`,
    `/${first}%252f${tail}`,
    `/%${first.charCodeAt(0).toString(16)}${first.slice(1)}/${tail}`,
    path.toUpperCase(),
    `/${first.toUpperCase()}/${tail}`,
    bare,
    `/en${path}`,
    `/it${path}`,
    `/it${bare}`,
    `${bare}.`,
    `${bare}./`,
    `${path}.`,
    `${bare}.json`,
    `${bare};a=1`,
    `${bare};a=1/`,
    `/${first};x/${tail}`,
    path.replaceAll('/', '\\'),
    `/${first}\\${tail}`,
    `/${first}%5c${tail}`,
    `${bare}%20`,
    `${bare}%00/`,
    `${bare}%0a/`,
    `${bare}%3f/`,
    `${bare}%23/`,
    `${path}?`,
    `${path}?id-client=1&id_client=1&access_token=x`,
    `http://127.0.0.1${path}`,
    `http://elsewhere.example${path}`,
  ];
}

/** Headers by which some proxies and frameworks let a request speak for another address or another method. */
const SAID_OTHERWISE = (path: string, method: string): Headers[] => [
  { 'x-original-url': path, 'x-rewrite-url': path, 'x-forwarded-uri': path, 'x-forwarded-path': path },
  { 'x-http-method-override': method, 'x-http-method': method, 'x-method-override': method },
  { 'x-forwarded-prefix': '/health', 'x-forwarded-host': 'localhost', 'x-real-ip': '127.0.0.1' },
];

describe('another way to write a call', () => {
  let test: TestApp;
  let world: World;
  let folder: string;
  let client: ReturnType<typeof rawClient>;
  /** Nobody, somebody of another company, and a member who may do nothing. */
  const strangers = new Map<string, Headers>();
  let madeBefore = 0;
  before(async () => {
    madeBefore = requestsMade();
    folder = await mkdtemp(join(tmpdir(), 'meridiana-portal-'));
    await writeFile(join(folder, 'index.html'), PAGE);
    test = await createTestApp({ webFolder: folder });
    const [own, other] = [await makeWorld(test), await makeWorld(test)];
    world = own;
    const company = { 'id-client': String(own.scope.company_id) };
    strangers.set('nobody', company);
    strangers.set('nobody, who would like a page', { ...company, accept: 'text/html' });
    strangers.set("another company's owner", { ...other.headers, ...company });
    strangers.set("another company's key", { ...other.key, ...company });
    const idle = await makeUser(test, { company: own.scope, roles: [] });
    strangers.set('a member without roles', await signIn(test, idle, own.scope));
    client = rawClient(await originOf(test));
  });
  after(async () => {
    client?.close();
    await test?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const guarded = calls.filter(({ call }) => call.access !== 'public' && call.access !== 'signed_url');
  for (const declared of guarded) {
    const { key, call } = declared;

    /** Who is refused at the call itself: whoever is let in there may come in by a side door as well. */
    function refusedAt(): [string, Headers][] {
      const signedIn = ["another company's owner", 'a member without roles'];
      return [...strangers].filter(([who]) => {
        if (call.access === 'signed_in') return !signedIn.includes(who);
        if (call.access.startsWith('key:')) return who !== "another company's key";
        return !(call.access === 'company.read' && who === 'a member without roles');
      });
    }

    it(`${key} is no more open than the call itself`, async () => {
      const given = await exampleOf(declared, world);
      const path = urlOf(call, given);
      const { payload, headers: type } = given.body === undefined ? {} : bodyOf(call, given.body);
      const closed = async (at: string, who: string, headers: Headers, what: string) => {
        const request = { method: call.method, path: at, headers: { ...type, ...headers }, payload };
        const { status, text } = await client.send(request);
        const isPage = status === 200 && text === PAGE && call.method === 'GET';
        assert.ok(
          isPage || (status >= 400 && status < 500),
          `${what} for ${who}: ${status} ${text.slice(0, 200)}`,
        );
      };
      for (const [who, headers] of refusedAt()) {
        await closed(path, who, headers, path);
        for (const variant of variantsOf(path)) await closed(variant, who, headers, variant);
        for (const said of SAID_OTHERWISE(path, call.method))
          await closed('/api/v1/', who, { ...headers, ...said }, JSON.stringify(said));
      }
    });
  }

  it('was tried often enough', (context) => {
    const made = requestsMade() - madeBefore;
    context.diagnostic(`${made} requests by other paths`);
    assert.ok(made > 5000, `only ${made} requests`);
  });

  it('is open to nobody by another method either', async () => {
    const declared = new Set(calls.map(({ call }) => `${call.method} ${call.path.replace(/\{\w+\}/g, '1')}`));
    for (const { key, call } of guarded) {
      const path = call.path.replace(/\{\w+\}/g, '1');
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'SEARCH']) {
        if (declared.has(`${method} ${path}`)) continue;
        const { status } = await client.send({ method, path, headers: world.headers });
        assert.ok([400, 404, 405].includes(status), `${method} of ${key}: ${status}`);
      }
    }
  });
});
