import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AnyCall } from '../../src/shared/contract/call.ts';
import { urlOf } from '../../src/shared/contract/client.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Answer, ask, send } from './support/ask.ts';
import { calls, type DeclaredCall, isStream } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { served } from './support/judge.ts';
import { forLoops } from './support/loops.ts';
import { callsOfToday } from './support/turns.ts';
import { ago, makeWorld, type World } from './support/world.ts';

// The server of these tests parses every answer by its schema: one that does not fit is a 500 here. `ask` judges each by
// the document, a member too many included.
/** Addresses that other programs know by heart, and one that a mail carries for people and for mail programs. */
const OTHERS = new Set(['/api/v2/write', '/unsubscribe']);

/** A stream would not end for its head, and nothing is changed for one. */
const hasHead = (call: AnyCall): boolean => call.method === 'GET' && !isStream(call) && call.tx !== 'write';

/** Pictures that a browser may keep, if it asks each time whether it still may. */
const KEPT = new Set(['identity.getAvatar', 'companies.getLogo']);

/** How many an answered list holds; undefined for what is no list. */
function lengthOf({ text }: Answer): number | undefined {
  const parsed: unknown = JSON.parse(text);
  const { results } = parsed as { results?: unknown };
  const list = Array.isArray(parsed) ? parsed : results;
  return Array.isArray(list) ? list.length : undefined;
}

const lists = calls.filter(
  ({ call }) => call.method === 'GET' && !call.params && call.produces === 'application/json',
);

describe('every call', () => {
  /** What the lists held when they were asked for. */
  const lengths = new Map<DeclaredCall, number | undefined>();
  let test: TestApp;
  let world: World;
  before(async () => {
    // The demonstration, in which every call has an answer.
    test = await createTestApp({ demo: true, ...forLoops });
    world = await makeWorld(test);
    const readings = [10, 8, 6, 4, 2].map((minutes, i) => ({
      device: world.plant.short_name,
      ts: ago(minutes),
      values: { ac_power_kw: i === 2 ? null : 40 + i, energy_total_kwh: 1000 + i },
    }));
    const ingest = calls.find(({ key }) => key === 'measurements.ingest');
    assert.ok(ingest);
    // What this answers is looked at below, like every other call.
    await ask(test, ingest.call, { body: { readings } }, world.plant.key);
  });
  after(() => test?.close());

  for (const declared of calls) {
    const { key, call } = declared;
    it(`${key} answers a valid request with ${call.status}, as the document says`, async () => {
      const given = await exampleOf(declared, world);
      const answer = await ask(test, call, given, { ...world.headers, ...(given.headers ?? {}) });
      assert.equal(answer.status, call.status, `${answer.status} ${answer.text.slice(0, 500)}`);
      // A browser may keep a picture, nobody between may; it asks each time whether it may still show it.
      const kept = KEPT.has(key) ? 'private, no-cache' : 'no-store';
      assert.equal(answer.headers['cache-control'], kept);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      if (lists.includes(declared)) lengths.set(declared, lengthOf(answer));
    });
  }

  it('is looked at in full: a list that holds something answers something', async () => {
    let looked = 0;
    for (const declared of lists) {
      // What was made after it was asked for the first time stands in it now.
      const length = lengths.get(declared) === 0 ? await lengthNow(declared) : lengths.get(declared);
      if (length === undefined) continue;
      looked++;
      assert.ok(length > 0, `${declared.key} answers an empty list`);
    }
    assert.ok(looked > lists.length / 2, `only ${looked} lists of ${lists.length}`);
  });

  async function lengthNow(declared: DeclaredCall): Promise<number | undefined> {
    const given = await exampleOf(declared, world);
    return lengthOf(await ask(test, declared.call, given, { ...world.headers, ...(given.headers ?? {}) }));
  }

  it('stands exactly where it is declared: no other case or ending, and the slash at its end is asked for', async () => {
    const methods = (path: string) =>
      calls.filter(({ call }) => call.path === path).map(({ call }) => call.method);
    for (const { key, call } of callsOfToday(calls)) {
      const path = call.path.replace(/\{\w+\}/g, '1');
      if (!call.path.endsWith('/')) assert.ok(OTHERS.has(call.path), `${key} has no trailing slash`);
      const tried = (url: string) =>
        send(test, { method: call.method, url, headers: { ...world.headers, accept: 'application/json' } });
      for (const url of [path.toUpperCase(), `${path}x`, `${path};a=1`, `/x${path}`]) {
        const answer = await tried(url);
        // Another call may stand there: `plants/1x` is a plant's address.
        assert.ok(
          [404, 405, 308].includes(answer.status),
          `${call.method} ${url} for ${key}: ${answer.status}`,
        );
      }
      const other = await tried(call.path.endsWith('/') ? `${path.slice(0, -1)}?a=%2F` : `${path}/`);
      if (!call.path.endsWith('/')) assert.equal(other.status, 404, `${path}/`);
      else if (other.status !== 405)
        assert.deepEqual([other.status, other.headers.location], [308, `${path}?a=%2F`], key);
      else assert.ok(!methods(call.path.slice(0, -1)).includes(call.method), key);
    }
  });

  it('answers another method with 405 and the ones that there are', async () => {
    for (const path of new Set(callsOfToday(calls).map(({ call }) => call.path))) {
      const own = calls.filter(({ call }) => call.path === path).map(({ call }) => call);
      const allowed = new Set(own.flatMap((call) => (hasHead(call) ? ['GET', 'HEAD'] : [call.method])));
      const url = path.replace(/\{\w+\}/g, '1');
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        if (allowed.has(method)) continue;
        const answer = await send(test, { method, url, headers: world.headers });
        // A fixed word may stand where another call has a parameter: `alarms/many/` beside `alarms/{proj_code}/`.
        const said = String(answer.headers.allow ?? '').split(', ');
        if (answer.status === 405)
          for (const one of allowed) assert.ok(said.includes(one), `${method} ${url}: ${said}`);
        else
          assert.ok(
            calls.some(
              ({ call }) => call.method === (method === 'HEAD' ? 'GET' : method) && call.path !== path,
            ),
            `${method} ${url}: ${answer.status}`,
          );
      }
    }
  });

  it('says of a method that there is not that it is not allowed, in both languages', async () => {
    const put = async (language: string) => {
      const headers = { ...world.headers, 'accept-language': language };
      const { status, text } = await send(test, { method: 'PUT', url: '/api/v1/downtime-causes/', headers });
      const { code, detail } = JSON.parse(text);
      return [status, code, detail];
    };
    assert.deepEqual(await put('en'), [405, 'method_not_allowed', 'This address takes other methods']);
    assert.deepEqual(await put('it'), [405, 'method_not_allowed', 'Questo indirizzo accetta altri metodi']);
  });

  for (const declared of callsOfToday(calls.filter(({ call }) => hasHead(call))))
    it(`${declared.key} answers HEAD as it answers GET, without a body`, async () => {
      const given = await exampleOf(declared, world);
      const headers = { ...world.headers, ...(given.headers ?? {}) };
      const {
        status,
        headers: result,
        text,
      } = await send(test, { method: 'HEAD', url: urlOf(declared.call, given), headers });
      assert.deepEqual([status, text], [declared.call.status, '']);
      assert.ok(status === 204 || String(result['content-type']).startsWith(declared.call.produces));
    });

  it('answers HEAD where programs look whether it is there', async () => {
    for (const url of [
      '/health/live',
      '/health/ready',
      '/health',
      '/openapi',
      '/openapi.json',
      '/.well-known/security.txt',
    ])
      assert.equal((await send(test, { method: 'HEAD', url })).status, 200, url);
  });

  it('takes a request without a body that says it were JSON', async () => {
    const without = calls.filter(({ call }) => call.method !== 'GET' && !call.body);
    assert.ok(without.length > 10);
    for (const declared of callsOfToday(without)) {
      const given = await exampleOf(declared, world);
      const headers = { ...world.headers, ...(given.headers ?? {}), 'content-type': 'application/json' };
      const answer = await ask(test, declared.call, given, headers);
      assert.equal(answer.status, declared.call.status, `${declared.key}: ${answer.text}`);
    }
  });

  it('is described by the document that is served', async () => {
    const { text } = await send(test, { url: '/openapi.json' });
    assert.deepEqual(Object.keys(JSON.parse(text).paths), Object.keys(served.paths));
  });
});
