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
import { forLoops } from './support/loops.ts';
import {
  asking,
  inTurn,
  pathsFloor,
  refusedAt,
  SAID_OTHERWISE,
  type Stranger,
  variantsOf,
} from './support/path-variants.ts';
import { rawClient } from './support/raw.ts';
import { callsOfToday } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

const PAGE = '<!doctype html><title>Portal</title>';

describe('another way to write a call', () => {
  let test: TestApp;
  let world: World;
  let folder: string;
  let client: ReturnType<typeof rawClient>;
  /** Nobody, somebody of another company, and a member who may do nothing. */
  const strangers = new Map<Stranger, Headers>();
  let madeBefore = 0;
  before(async () => {
    madeBefore = requestsMade();
    folder = await mkdtemp(join(tmpdir(), 'meridiana-portal-'));
    await writeFile(join(folder, 'index.html'), PAGE);
    test = await createTestApp({ webFolder: folder, ...forLoops });
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

  const todays = callsOfToday(asking);
  for (const declared of todays) {
    const { key, call } = declared;
    it(`${key} is no more open than the call itself`, async () => {
      const given = await exampleOf(declared, world);
      const path = urlOf(call, given);
      const { payload, headers: type } = given.body === undefined ? {} : bodyOf(call, given.body);
      const closed = async (at: string, who: string, headers: Headers, what: string) => {
        const request = { method: call.method, path: at, headers: { ...type, ...headers }, payload };
        const { status, text } = await client.send(request);
        const isPage = status === 200 && text === PAGE && call.method === 'GET';
        // It names the address that ends with a slash, where the same is asked again.
        const isSent = status === 308 && text.includes('This address ends with a slash');
        assert.ok(
          isPage || isSent || (status >= 400 && status < 500),
          `${what} for ${who}: ${status} ${text.slice(0, 200)}`,
        );
      };
      assert.ok(refusedAt(call).length > 0);
      const headersOf = (who: Stranger) => strangers.get(who) ?? assert.fail(`no ${who}`);
      for (const who of refusedAt(call)) await closed(path, who, headersOf(who), path);
      for (const who of call.method === 'GET' ? refusedAt(call) : []) {
        const { status } = await client.send({ method: 'HEAD', path, headers: headersOf(who) });
        // Of a stream there is no head to ask for: to a browser its address is a page's then.
        assert.ok(status >= 400 && status < 500, `HEAD of ${path} for ${who}: ${status}`);
      }
      for (const [who, variant] of inTurn(declared, variantsOf(path)))
        await closed(variant, who, headersOf(who), variant);
      for (const [who, said] of inTurn(declared, SAID_OTHERWISE(path, call.method)))
        await closed('/api/v1/', who, { ...headersOf(who), ...said }, JSON.stringify(said));
    });
  }

  it('was tried often enough', (context) => {
    const made = requestsMade() - madeBefore;
    context.diagnostic(`${made} requests by other paths`);
    const floor = pathsFloor(todays);
    assert.ok(made >= floor, `only ${made} requests of ${floor}`);
  });

  it('is open to nobody by another method either', async () => {
    const declared = new Set(calls.map(({ call }) => `${call.method} ${call.path.replace(/\{\w+\}/g, '1')}`));
    for (const { key, call } of todays) {
      const path = call.path.replace(/\{\w+\}/g, '1');
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'SEARCH']) {
        if (declared.has(`${method === 'HEAD' ? 'GET' : method} ${path}`)) continue;
        const { status } = await client.send({ method, path, headers: world.headers });
        assert.ok([400, 404, 405].includes(status), `${method} of ${key}: ${status}`);
      }
    }
  });
});
