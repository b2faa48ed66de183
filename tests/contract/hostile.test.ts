import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { z } from 'zod';
import { isSigned } from '../../src/shared/contract/call.ts';
import { Problem } from '../../src/shared/contract/fields.ts';
import { createTestApp, type Headers, makeKey, makeUser, signIn, type TestApp } from '../support/app.ts';
import { arbitraryOf } from './support/arbitrary.ts';
import { type Answer, ask, assertJudged, type Given, send } from './support/ask.ts';
import { calls, type DeclaredCall, isStream } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { callsOfToday, inThisTurn } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

// The same inputs on every run; another seed hunts anew.
const seed = Number(process.env.FUZZ_SEED ?? 20_260_601);
const RUNS = Number(process.env.FUZZ_RUNS ?? 3);
const PATIENCE_MS = 60_000;
/** The one call that answers as late as it is asked to: what it would wait for is 0 seconds here. */
const atOnce = ({ key }: DeclaredCall, query: Record<string, unknown>): Record<string, unknown> =>
  key === 'configuration.sleepTest' && Number.isFinite(Number(query.seconds ?? 1))
    ? { ...query, seconds: '0' }
    : query;

/** A refusal in the right form, or an answer; never a failure of the server's own. */
function assertSound(answer: Answer, what: string): void {
  assert.ok(answer.status < 500, `${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
  if (answer.status < 400) return;
  assertJudged(answer.text, what);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/, what);
  const problem = Problem.parse(JSON.parse(answer.text));
  assert.equal(problem.status, answer.status, what);
}

describe('hostile requests', () => {
  let test: TestApp;
  let world: World;
  before(async () => {
    test = await createTestApp(forLoops);
    world = await makeWorld(test);
  });
  after(() => test?.close());

  async function headersFor({ key, call }: DeclaredCall): Promise<Headers> {
    // A fresh key: those that stand there may be revoked by what is tried here.
    if (call.access.startsWith('key:')) return (await makeKey(test, world.scope)).headers;
    // Signing out ends the session it is done with, or others of that user.
    if (key === 'identity.endSession' || key === 'identity.endSessions')
      return signIn(test, await makeUser(test));
    return key === 'identity.logout' ? signIn(test, world.owner, world.scope) : world.headers;
  }

  /** Half of them about something that is there, so that what else they hold gets as far as it can. */
  function requestsOf({ call }: DeclaredCall, { params }: Given): fc.Arbitrary<Given> {
    const part = (schema: unknown) => (schema ? arbitraryOf(schema as z.ZodType) : fc.constant(undefined));
    return fc.record({
      params: fc.oneof(part(call.params), fc.constant(params)),
      query: part(call.query),
      body: part(call.body),
    }) as fc.Arbitrary<Given>;
  }
  const record = (value: unknown): Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  // Lone surrogates have no place in an address; everything else goes as it is.
  const printable = (part: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [
        name,
        typeof value === 'string'
          ? value.toWellFormed()
          : typeof value === 'object'
            ? JSON.stringify(value)?.toWellFormed()
            : value,
      ]),
    );

  async function timed(what: string, work: () => Promise<Answer>): Promise<Answer> {
    const start = performance.now();
    const answer = await work();
    const took = performance.now() - start;
    assert.ok(took < PATIENCE_MS, `${what} took ${Math.round(took)} ms`);
    return answer;
  }

  /** What was tried may have closed the company, or asked its people for more than they have. */
  const open = () =>
    test.arrange('update company set enabled = true, second_factor_required = false where id_client = $1', [
      world.scope.company_id,
    ]);

  for (const declared of callsOfToday(calls.filter(({ call }) => !isStream(call)))) {
    it(`${declared.key} answers whatever its schema can and cannot hold`, async () => {
      const about = await exampleOf(declared, world);
      let letIn = 0;
      await fc.assert(
        fc.asyncProperty(requestsOf(declared, about), async (given) => {
          const request = {
            ...given,
            params: printable(record(given.params)),
            query: atOnce(declared, printable(record(given.query))),
          };
          const headers = { ...about.headers, ...(await headersFor(declared)) };
          const answer = await timed(declared.key, () => ask(test, declared.call, request, headers));
          assertSound(answer, declared.key);
          if (answer.status !== 401 && answer.status !== 403) letIn++;
          if (answer.status < 300 && declared.call.method !== 'GET') await open();
        }),
        { seed, numRuns: RUNS, endOnFailure: true },
      );
      const asksWho = declared.call.access !== 'public';
      assert.ok(!asksWho || letIn > RUNS / 2, `only ${letIn} of ${RUNS} were let in at all`);
    });
  }

  const withBody = callsOfToday(
    calls.filter(({ call }) => call.body && call.consumes === 'application/json'),
  );
  const BROKEN: Readonly<Record<string, string>> = {
    'no JSON': 'hello',
    'cut off': '{"a":',
    'a list': '[]',
    'a word': '"x"',
    'a number': '1',
    null: 'null',
    nothing: '',
    'a polluted prototype': '{"__proto__":{"polluted":true}}',
    'a polluted constructor': '{"constructor":{"prototype":{"polluted":true}}}',
    'doubled names': '{"name":1,"name":{}}',
    'an infinite number': '{"name":1e400,"readings":[1e400],"email":1e400}',
    'deep lists': `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    'deep objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    'many names': `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
    'a byte-order mark': '\ufeff{}',
    'half a character': '{"name":"\\ud800"}',
    'a NUL': '{"name":"\\u0000","email":"a\\u0000@b.it","password":"\\u0000"}',
  };
  // Bodies that an all-optional schema rightly takes.
  const HARMLESS = new Set([
    'doubled names',
    'an infinite number',
    'many names',
    'a byte-order mark',
    'half a character',
    'a NUL',
    'null',
    'nothing',
  ]);

  it('bodies that are no body of the call are refused, quickly and without a trace', async () => {
    for (const [turn, declared] of withBody.entries()) {
      const { params } = await exampleOf(declared, world);
      for (const [what, payload] of inThisTurn(Object.entries(BROKEN), turn)) {
        const { key, call } = declared;
        const headers = { ...(await headersFor(declared)), 'content-type': 'application/json' };
        const url = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]));
        const answer = await timed(`${key} with ${what}`, () =>
          send(test, { method: call.method, url, payload, headers }),
        );
        assertSound(answer, `${key} with ${what}`);
        if (!HARMLESS.has(what) && call.body.safeParse({}).success === false)
          assert.ok(answer.status >= 400, `${key} took ${what}`);
        assert.equal((Object.prototype as { polluted?: unknown }).polluted, undefined, key);
      }
    }
  });

  const TYPES = [
    ' application/json',
    'application/json\ta',
    'application/json;charset=utf-16',
    'application/json, text/plain',
    'APPLICATION/JSON',
    'application/jsonx',
    'application/json/x',
    'application/*+json',
    'text/plain',
    'text/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'nonsense',
    '',
  ];

  it('the same checks hold under every content type, or none is taken', async () => {
    const strict = withBody.filter(({ call }) => !call.body.safeParse({}).success);
    assert.ok(strict.length > 3);
    for (const [turn, declared] of strict.entries()) {
      const { key, call } = declared;
      const { params } = await exampleOf(declared, world);
      const url = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]));
      for (const type of inThisTurn(TYPES, turn)) {
        const headers = { ...(await headersFor(declared)), 'content-type': type };
        const answer = await send(test, { method: call.method, url, payload: '{"surprise":true}', headers });
        assertSound(answer, `${key} as ${JSON.stringify(type)}`);
        assert.ok(
          [400, 413, 415, 422].includes(answer.status),
          `${key} as ${JSON.stringify(type)}: ${answer.status}`,
        );
      }
    }
  });

  it('a body beyond the limit is cut off', async () => {
    for (const declared of withBody.filter(({ call }) => call.max_body_bytes === undefined)) {
      const { key, call } = declared;
      const url = call.path.replace(/\{(\w+)\}/g, '1');
      const headers = { ...(await headersFor(declared)), 'content-type': 'application/json' };
      const answer = await send(test, {
        method: call.method,
        url,
        payload: `"${'x'.repeat(300_000)}"`,
        headers,
      });
      assertSound(answer, key);
      // For an address that opens nothing no body is read at all; after many of them none is looked at.
      const wanted = isSigned(call) ? [404, 429] : [413];
      assert.ok(wanted.includes(answer.status), `${key}: ${answer.status}`);
    }
  });

  it('doubled, nested and endless parameters are refused or ignored', async () => {
    const queries = [
      'proj_code=a&proj_code=b',
      'codes=a&codes=b',
      'devices=1&devices=2',
      'page=1&page=2',
      'a[__proto__][x]=1&__proto__[y]=1&constructor[prototype][z]=1',
      `proj_code=${'a'.repeat(7000)}`,
      `codes=${Array.from({ length: 3000 }, (_, i) => `P${i}`).join(',')}`,
      'proj_code=%00',
      'proj_code=%ff%fe',
      'proj_code=%',
      `codes=${'%2C'.repeat(2000)}`,
      'page=99999999999999&page_size=0',
      'page_size=1e2',
      'start=2026-01-01T00:00:00Z&end=2025-01-01T00:00:00Z&devices=1',
      'start=0001-01-01T00:00:00Z&end=9999-12-31T23:59:59Z&devices=1&variables=ac_power_kw&resolution=raw',
    ];
    const reads = calls.filter(({ call }) => call.method === 'GET' && !isStream(call));
    for (const [turn, declared] of callsOfToday(reads).entries()) {
      const { params } = await exampleOf(declared, world);
      const url = declared.call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]));
      const first = new URLSearchParams(atOnce(declared, {}) as Record<string, string>);
      for (const query of inThisTurn(queries, turn)) {
        const headers = await headersFor(declared);
        const answer = await timed(query, () => send(test, { url: `${url}?${first}&${query}`, headers }));
        assertSound(answer, `${declared.key}?${query.slice(0, 80)}`);
      }
      assert.equal(({} as { x?: unknown; y?: unknown }).x ?? ({} as { y?: unknown }).y, undefined);
    }
  });

  it('odd words in a path are not found or not valid', async () => {
    const words = [
      '%00',
      '%ff',
      // Not '%2e%2e': who asks resolves it before it is sent, and what is left is the path of another call.
      '%252e%252e',
      '..%2f..%2fetc',
      'a'.repeat(5000),
      '%F0%9F%92%A5',
      '-1',
      '0',
      '1e3',
      '01',
      '99999999999999999999',
      "1'--",
      '{id}',
      ':id',
      '*',
    ];
    const about = calls.filter(({ call }) => call.path.includes('{'));
    for (const [turn, declared] of callsOfToday(about).entries()) {
      for (const word of inThisTurn(words, turn)) {
        const { key, call } = declared;
        const url = call.path.replace(/\{\w+\}/g, word);
        const answer = await send(test, { method: call.method, url, headers: await headersFor(declared) });
        assertSound(answer, `${key} ${word.slice(0, 40)}`);
        assert.ok(answer.status >= 400, `${key} took ${word.slice(0, 40)}`);
      }
    }
  });
});
