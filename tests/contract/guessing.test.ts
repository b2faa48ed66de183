import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import {
  createTestApp,
  type Headers,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../support/app.ts';
import { type Answer, ask } from './support/ask.ts';
import { calls, type DeclaredCall } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { callsOfToday } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

// How one account is guarded, known browsers and equal answers included, is proved beside the sign-in itself; here stand
// the numbers that are promised, and the loops over every call that could be guessed at.

const PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** How many password hashes a piece of work costs. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const note = () => {
    count++;
  };
  subscribe('meridiana:password-hash', note);
  try {
    await work();
    return count;
  } finally {
    unsubscribe('meridiana:password-hash', note);
  }
}

const named = (key: string): DeclaredCall =>
  calls.find((one) => one.key === key) ?? assert.fail(`no call ${key}`);
const from = (address: string): Headers => ({ 'x-forwarded-for': address });

describe('guessing on a large scale', () => {
  let test: TestApp;
  let user: TestUser;
  before(async () => {
    test = await createTestApp({ signInPerMinute: PER_MINUTE });
    user = await makeUser(test);
  });
  after(() => test?.close());

  const login = named('identity.login').call;
  const guess = (email: string, headers: Headers): Promise<Answer> =>
    ask(test, login, { body: { email, password: 'the one password that many people have' } }, headers);

  it('hundreds of wrong passwords of one account, from as many addresses, cost ten hashes', async () => {
    const statuses = new Map<number, number>();
    const hashes = await hashesOf(async () => {
      for (let i = 0; i < 300; i++) {
        const { status } = await guess(user.email, from(`10.1.${Math.floor(i / 250)}.${i % 250}`));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    assert.ok(hashes <= 10, `${hashes} hashes`);
    assert.deepEqual(
      [...statuses],
      [
        [401, 10],
        [429, 290],
      ],
    );
  });

  /** Tries one password over many accounts; the hashes that it cost, and those that the minutes allowed. */
  async function spray(accounts: number, address: (i: number) => Headers): Promise<[number, number]> {
    const began = performance.now();
    const hashes = await hashesOf(async () => {
      for (let i = 0; i < accounts; i++) {
        const { status } = await guess(`someone-${i}@example.org`, address(i));
        assert.ok(status === 401 || status === 429, String(status));
      }
    });
    const minutes = Math.floor((performance.now() - began) / MINUTE_MS) + 1;
    return [hashes, minutes * PER_MINUTE];
  }

  it('one password over a thousand accounts is stopped by its address', async () => {
    const [hashes, allowed] = await spray(1000, () => from('10.2.0.1'));
    assert.ok(hashes > 0 && hashes <= allowed, `${hashes} hashes`);
  });

  it('an address that moves about in its IPv6 network is one, and one that only says so in a header is itself', async () => {
    const [moving, allowed] = await spray(300, (i) =>
      from(`2001:db8:77:1:${(i * 7919).toString(16).slice(-4)}::${i}`),
    );
    assert.ok(moving > 0 && moving <= allowed, `${moving} hashes`);
    const attempts = Array.from({ length: 100 }, (_, i) => i);
    const hashes = await hashesOf(async () => {
      for (const i of attempts) {
        await test.app.inject({
          method: 'POST',
          url: login.path,
          remoteAddress: '203.0.113.5',
          headers: { ...from(`10.3.0.${i}`), 'x-real-ip': `10.3.0.${i}`, forwarded: `for=10.3.0.${i}` },
          payload: { email: `other-${i}@example.org`, password: 'x' },
        });
      }
    });
    assert.ok(hashes > 0 && hashes <= allowed, `${hashes} hashes`);
  });
});

describe('every call that could be guessed at', () => {
  let test: TestApp;
  let world: World;
  before(async () => {
    test = await createTestApp();
    world = await makeWorld(test);
  });
  after(() => test?.close());

  const isRated = ({ call }: DeclaredCall): boolean => call.rate === 'sign_in';
  const fieldsOf = ({ call }: DeclaredCall): string[] =>
    call.body && call.consumes === 'application/json'
      ? Object.keys(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }).properties ?? {})
      : [];

  it('is counted by address when it costs a password hash, or takes a password, a code or a token of a link', async () => {
    const guessable = ['password', 'code', 'token', 'challenge', 'invitation'];
    const hashing = new Set<DeclaredCall>();
    for (const declared of callsOfToday(calls)) {
      const given = await exampleOf(declared, world);
      const hashes = await hashesOf(() =>
        ask(test, declared.call, given, { ...world.headers, ...given.headers }),
      );
      if (hashes > 0) hashing.add(declared);
    }
    for (const declared of calls) {
      const isOpen = declared.call.access === 'public' || declared.call.access === 'signed_in';
      const asks = isOpen && fieldsOf(declared).some((name) => guessable.includes(name));
      // What only a session's owner may change has a budget of that session's: tried below.
      const isOwn = fieldsOf(declared).includes('current_password');
      if (hashing.has(declared) || asks)
        assert.ok(isRated(declared) || isOwn, `${declared.key} needs rate: 'sign_in'`);
    }
  });

  it('is answered with 429 alike to everybody, after as many tries of an address as are allowed', async () => {
    const few = 3;
    const strict = await createTestApp({ signInPerMinute: few });
    try {
      const known = await makeUser(strict);
      // Where somebody must be signed in, whoever is not is refused before anything is counted.
      const session = await signIn(strict, known);
      const rated = calls.filter(isRated);
      assert.ok(rated.length >= 5);
      for (const [i, { key, call }] of rated.entries()) {
        const params = Object.fromEntries(
          [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']),
        );
        const attempt = (email: string, address: string) => {
          const body = { email, name: 'x', password: 'x', token: 'x', challenge: 'x', code: '123456' };
          return ask(strict, call, { params, body }, { ...session, ...from(address) });
        };
        for (let n = 0; n < few; n++)
          assert.notEqual((await attempt(known.email, `10.4.${i}.1`)).status, 429, key);
        const stopped = [
          await attempt(known.email, `10.4.${i}.1`),
          await attempt('nobody@example.org', `10.4.${i}.1`),
        ];
        for (const { status, headers } of stopped) {
          assert.equal(status, 429, key);
          assert.ok(Number(headers['retry-after']) > 0, key);
        }
        assert.equal(stopped[0]?.text, stopped[1]?.text, `${key} tells who is known`);
        assert.notEqual(
          (await attempt(known.email, `10.4.${i}.2`)).status,
          429,
          `${key} stops others as well`,
        );
      }
    } finally {
      await strict.close();
    }
  });

  const byPassword = calls.filter((declared) => fieldsOf(declared).includes('current_password'));
  for (const declared of byPassword) {
    const { key, call } = declared;
    it(`${key} lets a session guess ten times at its owner's password`, async () => {
      const given = await exampleOf(declared, world);
      const changes = fieldsOf(declared).includes('password') ? { password: 'four words of no meaning' } : {};
      const body = { ...(given.body as object), ...changes, current_password: 'not the one' };
      const statuses: number[] = [];
      const hashes = await hashesOf(async () => {
        for (let i = 0; i < 40; i++) {
          const headers = { ...world.headers, ...given.headers, ...from(`10.5.0.${i}`) };
          statuses.push((await ask(test, call, { ...given, body }, headers)).status);
        }
      });
      assert.ok(hashes > 0 && hashes <= 10, `${key}: ${hashes} hashes`);
      assert.ok(
        statuses.every((status) => status >= 400 && status < 500),
        statuses.join(' '),
      );
      assert.deepEqual(new Set(statuses.slice(10)), new Set([429]), key);
    });
  }

  it('is there at all', () => assert.ok(byPassword.length >= 3));
});
