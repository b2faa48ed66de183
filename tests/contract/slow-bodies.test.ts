import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { runQueue } from '../../src/features/community/server/run-queue.ts';
import { type AnyCall, isOpenToKeys } from '../../src/shared/contract/call.ts';
import type { Capability } from '../../src/shared/contract/capabilities.ts';
import { urlOf } from '../../src/shared/contract/client.ts';
import type { Headers } from '../support/app.ts';
import { bodyOf, originOf } from './support/ask.ts';
import { calls, type DeclaredCall, isCapability } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { mayByTable } from './support/permission-matrix.ts';
import { type Begun, begin, createWatchedApp, type WatchedApp } from './support/slow.ts';
import { callsOfToday, callsOfTurn } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

/** Longer than the server trusts what it found out when the headers came. */
const SLOW_MS = 300;
const PATIENCE_MS = 20_000;
const TOGETHER = 40;

/** What happens while a body is on its way, over the whole database: each of the tests has a company of its own. */
interface Cause {
  readonly what: string;
  readonly sql: string;
  readonly ends: (call: AnyCall) => boolean;
}

const isPersons = ({ access }: AnyCall): boolean => isCapability(access);
const isKeys = (call: AnyCall): boolean => call.access.startsWith('key:');
const hasSession = (call: AnyCall): boolean => isPersons(call) || call.access === 'signed_in';
/** A member was given the address, and acts by it. */
const isMembers = (call: AnyCall): boolean => isPersons(call) || call.access === 'signed_url';
const isLinks = (call: AnyCall): boolean => call.access === 'signed_link';
const isOfCompany = (call: AnyCall): boolean => isMembers(call) || isKeys(call) || isLinks(call);

const CAUSES: readonly Cause[] = [
  {
    what: 'the person is dismissed',
    sql: 'delete from company_user_plant; delete from company_user',
    ends: isMembers,
  },
  {
    what: 'the person is made a viewer',
    sql: `update company_user set roles = '{VIEWER,APP_0}'`,
    ends: ({ access }) => isCapability(access) && !mayByTable(access as Capability, ['VIEWER', 'APP_0']),
  },
  {
    what: 'the company is disabled',
    sql: 'update company set enabled = false',
    ends: isOfCompany,
  },
  {
    what: 'the session is ended',
    sql: 'update user_session set ended_at = now()',
    ends: hasSession,
  },
  {
    what: 'the key is revoked',
    sql: 'update api_key set revoked_at = now()',
    ends: isKeys,
  },
  {
    what: 'the key is over',
    sql: 'update api_key set expires_at = now()',
    ends: isKeys,
  },
  {
    what: 'the link is withdrawn',
    sql: 'update signed_link set withdrawn_at = now()',
    ends: isLinks,
  },
  {
    what: 'the link is over',
    sql: 'update signed_link set expires_at = now()',
    ends: isLinks,
  },
  {
    what: 'the company demands a second factor',
    sql: 'update company set second_factor_required = true',
    ends: isPersons,
  },
];

/** Whatever may carry a body: it is read to its end before anything is done. */
const withBody = calls.filter(({ call }) => call.method !== 'GET' && call.access !== 'public');

describe('a body that arrives slowly', () => {
  let test: WatchedApp;
  let origin: string;
  before(async () => {
    test = await createWatchedApp({ resting: [runQueue] });
    origin = await originOf(test);
  });
  after(() => test?.close());

  /** Everything that is kept, as one digest for each table. */
  async function fingerprint(): Promise<object[]> {
    const tables = await test.arrange<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition order by 1`,
    );
    const digests = tables.map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as digest from "${name}" t`,
    );
    return test.arrange(digests.join('\nunion all\n'));
  }

  /** The same once it stands still: what examples have begun beside their answers, such as a mail, is done by then. */
  async function restingFingerprint(): Promise<object[]> {
    const end = Date.now() + PATIENCE_MS;
    let before = await fingerprint();
    while (Date.now() < end) {
      await sleep(SLOW_MS);
      const now = await fingerprint();
      if (isDeepStrictEqual(now, before)) return now;
      before = now;
    }
    return before;
  }

  interface Waiting {
    readonly declared: DeclaredCall;
    readonly begun: Begun;
  }

  async function beginExample(declared: DeclaredCall, world: World): Promise<Waiting> {
    const { call } = declared;
    const given = await exampleOf(declared, world);
    const { payload, headers } = bodyOf(call, given.body ?? {});
    return {
      declared,
      begun: begin(origin, {
        method: call.method,
        path: urlOf(call, given),
        headers: { ...headers, ...(world.headers as Headers), ...given.headers },
        payload: Buffer.from(payload),
      }),
    };
  }

  /** Begins a request of each call and waits until all of them were let in. */
  async function beginAll(declared: readonly DeclaredCall[]): Promise<Waiting[]> {
    const world = await makeWorld(test);
    const waiting: Waiting[] = [];
    for (const one of declared) waiting.push(await beginExample(one, world));
    const end = Date.now() + PATIENCE_MS;
    const outside = () => waiting.filter(({ begun }) => !test.admitted.has(begun.name));
    while (outside().length > 0 && Date.now() < end) await sleep(20);
    assert.deepEqual(
      outside().map((one) => one.declared.key),
      [],
      'were not let in, so that nothing is proved about them',
    );
    return waiting;
  }

  it('is awaited, and the call is made when nothing has changed', async () => {
    // A few at a time: who keeps a body back for 20 s is cut off, and their turns come one after the other.
    const todays = callsOfToday(withBody);
    for (let first = 0; first < todays.length; first += TOGETHER) {
      const waiting = await beginAll(todays.slice(first, first + TOGETHER));
      await sleep(SLOW_MS);
      for (const { declared, begun } of waiting) {
        const { status, text } = await begun.finish();
        assert.equal(status, declared.call.status, `${declared.key}: ${status} ${text.slice(0, 300)}`);
        // One of the calls disables the company, and the others have not had their turn.
        await test.arrange('update company set enabled = true');
      }
    }
  });

  // Of each, every day others, a twelfth of the calls that it would end, and those of the areas that have changed.
  for (const [turn, { what, sql, ends }] of CAUSES.entries()) {
    it(`does nothing any more when ${what} meanwhile`, async (context) => {
      const ended = callsOfTurn(
        withBody.filter(({ call }) => ends(call)),
        turn,
        12,
      );
      assert.ok(ended.length > 0);
      for (let first = 0; first < ended.length; first += TOGETHER) {
        const waiting = await beginAll(ended.slice(first, first + TOGETHER));
        await test.arrange(sql);
        const before = await restingFingerprint();
        const answers = await Promise.all(
          waiting.map(async ({ declared, begun }) => ({ key: declared.key, answer: await begun.finish() })),
        );
        for (const { key, answer } of answers) {
          const { status, text } = answer;
          assert.ok([401, 403, 404].includes(status), `${key}: ${status} ${text.slice(0, 300)}`);
        }
        assert.deepEqual(await fingerprint(), before, 'something was written');
      }
      context.diagnostic(`${ended.length} calls refused when ${what}`);
    });
  }

  it('is no way in for any call: each that has a body and asks who comes is ended by something above', () => {
    const never = withBody.filter(({ call }) => !CAUSES.some(({ ends }) => ends(call)));
    assert.deepEqual(
      never.map(({ key }) => key),
      [],
    );
    // Keys that read make calls without a body only.
    assert.ok(calls.every(({ call }) => !isOpenToKeys(call) || call.method === 'GET'));
  });
});
