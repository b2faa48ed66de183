import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { urlOf } from '../../src/shared/contract/client.ts';
import { createTestApp, type Headers, type TestApp } from '../support/app.ts';
import { type Answer, ask, bodyOf, send } from './support/ask.ts';
import { calls, type DeclaredCall, isStream } from './support/calls.ts';
import { type ExampleRequest, exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { callsOfToday } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

/** How browsers say that a page of another site, or of another program on the same machine, is asking. */
const FROM_ELSEWHERE: Readonly<Record<string, Headers>> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
  'another name below the same one': {
    'sec-fetch-site': 'same-site',
    origin: 'https://x.portal.example.test',
  },
  'a browser that sends the origin only': { origin: 'https://elsewhere.example' },
  'another port of the same machine': { origin: 'http://portal.example.test:8080' },
  'a page without an origin': { origin: 'null' },
  'a word that says nothing': { 'sec-fetch-site': 'sideways' },
};
const OURS: Readonly<Record<string, Headers>> = {
  'the portal': { 'sec-fetch-site': 'same-origin', origin: 'https://portal.example.test' },
  'an address that was typed': { 'sec-fetch-site': 'none' },
  'the portal over plain HTTP': { origin: 'http://portal.example.test' },
  'a program': {},
};

describe('a page of another site', () => {
  let test: TestApp;
  let world: World;
  before(async () => {
    test = await createTestApp(forLoops);
    world = await makeWorld(test);
  });
  after(() => test?.close());

  const HOST = { host: 'portal.example.test' };

  /** The cookies of somebody who has just signed in, and nothing else. */
  async function cookies(): Promise<Headers> {
    const { email, password } = world.owner;
    const login = calls.find(({ key }) => key === 'identity.login') ?? assert.fail('no sign-in');
    const answer = await ask(test, login.call, { body: { email, password } }, {});
    const set = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
    assert.ok(set.length > 0);
    return { cookie: set.join('; ') };
  }

  let held: Headers | undefined;

  /** The calls that a cookie alone opens: found by asking, so that one added tomorrow is among them. */
  async function livesByCookie(declared: DeclaredCall): Promise<boolean> {
    const { call } = declared;
    const { params = {}, query = {}, body } = await exampleOf(declared, world);
    // What a public call is proved by stands in its body: without that, only the cookie is left.
    const isProof = call.access === 'public' && call.body && call.consumes === 'application/json';
    const request = { params, query, body: isProof ? {} : body };
    // Over a socket, as a stream is asked, the name is that of the server.
    const host: Headers = isStream(call) ? {} : HOST;
    const without = await ask(test, call, request, host);
    held ??= await cookies();
    const withThem = await ask(test, call, request, { ...host, ...held });
    // What was renewed or ended opens nothing more.
    if ('set-cookie' in withThem.headers) held = undefined;
    return withThem.status < 300 && without.status >= 300;
  }

  const byCookie: DeclaredCall[] = [];
  it('finds few calls that a cookie opens, each for the session that the cookie is', async () => {
    const [todays, known] = [callsOfToday(calls), ['identity.logout', 'identity.refresh']];
    for (const declared of calls.filter((one) => todays.includes(one) || known.includes(one.key)))
      if (await livesByCookie(declared)) byCookie.push(declared);
    assert.deepEqual(byCookie.map(({ key }) => key).sort(), known);
  });

  it('can make none of them, while the portal and programs can', async () => {
    assert.ok(byCookie.length > 0);
    for (const { key, call } of byCookie) {
      for (const [who, headers] of Object.entries(FROM_ELSEWHERE)) {
        const held = await cookies();
        const answer = await ask(test, call, { body: {} }, { ...HOST, ...held, ...headers });
        assert.equal(answer.status, 403, `${key} for ${who}: ${answer.text}`);
        const after = await ask(test, call, { body: {} }, { ...HOST, ...held });
        assert.equal(after.status, call.status, `${key} had done its work for ${who}`);
      }
      for (const [who, headers] of Object.entries(OURS)) {
        const answer = await ask(test, call, { body: {} }, { ...HOST, ...(await cookies()), ...headers });
        assert.equal(answer.status, call.status, `${key} for ${who}: ${answer.text}`);
      }
    }
  });

  it('is told from the portal by PUBLIC_URL where a proxy passes on another name', async () => {
    const inside = { host: '10.0.0.7:3000' };
    for (const { key, call } of byCookie) {
      const attempt = async (headers: Headers) =>
        (await ask(test, call, { body: {} }, { ...inside, ...(await cookies()), ...headers })).status;
      assert.equal(await attempt({ origin: 'https://portal.example.test' }), call.status, key);
      for (const origin of [
        'https://elsewhere.example',
        'https://x.portal.example.test',
        'https://portal.example.test:8443',
        'http://portal.example.test',
        'null',
      ])
        assert.equal(await attempt({ origin }), 403, `${key} for ${origin}`);
      const said = { origin: 'https://portal.example.test', 'sec-fetch-site': 'cross-site' };
      assert.equal(await attempt(said), 403, `${key} against the browser's own word`);
    }
  });

  /** Content types that a form of any page may send without asking first. */
  const OF_FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];

  it('can send no body that a form can make: JSON must be called JSON', async () => {
    const writes = calls.filter(({ call }) => call.body && call.consumes === 'application/json');
    for (const declared of callsOfToday(writes)) {
      const { key, call } = declared;
      for (const type of OF_FORMS) {
        const given = await exampleOf(declared, world);
        const answer = await sendAs(declared, given, type);
        // Where a body may be left out altogether, an unnamed one is none.
        const isNone = type === '' && call.body.safeParse({}).success;
        assert.ok(
          isNone || [400, 415].includes(answer.status),
          `${key} as '${type}': ${answer.status} ${answer.text}`,
        );
      }
    }
  });

  async function sendAs({ call }: DeclaredCall, given: ExampleRequest, type: string): Promise<Answer> {
    const { payload } = bodyOf(call, given.body ?? {});
    const headers = { ...world.headers, ...given.headers, ...FROM_ELSEWHERE['another site'] };
    const url = urlOf(call, given);
    return send(test, { method: call.method, url, payload, headers: { ...headers, 'content-type': type } });
  }

  it('is told of no call that it may read the answer or send more than a form can', async () => {
    for (const { key, call } of calls) {
      const path = call.path.replace(/\{\w+\}/g, '1');
      const headers = {
        origin: 'https://elsewhere.example',
        'access-control-request-method': call.method,
        'access-control-request-headers': 'authorization, content-type, id-client',
      };
      const answer = await send(test, { method: 'OPTIONS', url: path, headers });
      assert.ok(answer.status >= 400, `${key} answers a preflight: ${answer.status}`);
      const opened = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
      assert.deepEqual(opened, [], key);
    }
  });
});
