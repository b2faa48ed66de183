import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, describe, it } from 'node:test';
import { originOf } from '../../../../tests/contract/support/ask.ts';
import { auditOf, statementsOf, Visitor } from '../../../../tests/support/accounts.ts';
import {
  createTestApp,
  makeCompany,
  makeUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { subjectOf } from './tries.ts';

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

/** Leaves once a password begins to be hashed. */
function leaveWhenHashing(leave: AbortController): Promise<void> {
  return new Promise((resolve) => {
    const note = () => {
      unsubscribe('meridiana:password-hash', note);
      leave.abort();
      resolve();
    };
    subscribe('meridiana:password-hash', note);
  });
}

describe('guessing passwords', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  const stranger = (n: number) => new Visitor(test, `203.0.${Math.trunc(n / 250)}.${n % 250}`);

  /** As many wrong passwords, each from another address; the statuses that came of them. */
  async function guess(email: string, times: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < times; n++) statuses.push((await stranger(n).signIn(email, `guess ${n}`)).status);
    return statuses;
  }

  /** As if strangers had just used their budget up. */
  const exhaust = (email: string) =>
    test.arrange(
      `insert into sign_in_attempt (subject, tried_at, taken_by) values ($1, array_fill(now(), array[10]), 0)
       on conflict (subject) do update set tried_at = excluded.tried_at`,
      [subjectOf('password', 'strangers', email)],
    );

  async function atHome(user: TestUser): Promise<Visitor> {
    const visitor = new Visitor(test, '198.51.100.20');
    assert.equal((await visitor.signIn(user.email, user.password)).status, 200);
    return visitor;
  }

  it('costs ten hashes of an account in a quarter of an hour, from however many addresses, known or not', async () => {
    const user = await makeUser(test);
    for (const email of [user.email, 'nobody.at.all@example.org']) {
      let statuses: number[] = [];
      assert.equal(await hashesOf(async () => (statuses = await guess(email, 60))), 10);
      assert.deepEqual(statuses, [...Array(10).fill(401), ...Array(50).fill(429)]);
    }
  });

  it('answers alike for an account and for none, before the limit and beyond it', async () => {
    const user = await makeUser(test);
    const resultOf = async (email: string) => {
      const answers = [];
      for (let n = 0; n < 12; n++) answers.push(await stranger(n).signIn(email, 'wrong'));
      return answers.map(({ status, text, headers }) => [
        status,
        text.replace(/ in \d+ min/, ''),
        Object.keys(headers).sort(),
      ]);
    };
    assert.deepEqual(await resultOf(user.email), await resultOf('neither.nor@example.org'));
  });

  it('that comes at once from everywhere is counted, each of it', async () => {
    const user = await makeUser(test);
    const statuses: number[] = [];
    const hashes = await hashesOf(async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) => stranger(n).signIn(user.email, `guess ${n}`)),
      );
      statuses.push(...answers.map(({ status }) => status));
    });
    assert.equal(hashes, 10);
    assert.equal(statuses.filter((status) => status === 401).length, 10);
  });

  it('finds no second budget in another way to write the address', async () => {
    const user = await makeUser(test, { email: 'kim.ikiz@example.org' });
    await guess(user.email, 10);
    for (const email of [
      'KIM.IKIZ@example.org',
      ' kim.ikiz@EXAMPLE.ORG ',
      '\u212aim.ikiz@example.org',
      'k\u0130m.ikiz@example.org',
    ]) {
      const { status } = await stranger(99).signIn(email, user.password);
      assert.ok(status === 429 || status === 401, `${email}: ${status}`);
    }
  });

  it('does not keep the owner out of a browser that they have used before, wherever it is now', async () => {
    const user = await makeUser(test);
    const home = await atHome(user);
    await exhaust(user.email);
    assert.equal((await new Visitor(test, '198.51.100.20').signIn(user.email, user.password)).status, 429);
    await test.arrange('update user_session set ended_at = now() where user_id = $1', [user.id]);
    const moved = new Visitor(test, '192.0.2.77');
    for (const [name, value] of home.cookies) moved.cookies.set(name, value);
    assert.equal((await moved.signIn(user.email, user.password)).status, 200);
  });

  it('in a known browser has a budget of its own, which coming in gives back', async () => {
    const user = await makeUser(test);
    const home = await atHome(user);
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) assert.equal((await home.signIn(user.email, 'wrong')).status, 401);
      assert.equal((await home.signIn(user.email, user.password)).status, 200);
    }
    const hashes = await hashesOf(async () => {
      for (let n = 0; n < 20; n++) await home.signIn(user.email, 'wrong');
    });
    assert.equal(hashes, 10);
    assert.equal((await home.signIn(user.email, user.password)).status, 429);
    assert.equal((await stranger(1).signIn(user.email, user.password)).status, 200, 'strangers have theirs');
  });

  it("is not helped by another user's browser, nor by a cookie that was made up", async () => {
    const [user, other] = [await makeUser(test), await makeUser(test)];
    const home = await atHome(other);
    await exhaust(user.email);
    assert.equal((await home.signIn(user.email, user.password)).status, 429);
    const [id = ''] = (home.cookies.get('meridiana_browser') ?? '').split('.');
    const forger = new Visitor(test);
    for (const cookie of [id, `${id}.${id}`, 'x'.repeat(4000), `${id}.AAAAAAAAAAAAAAAAAAAAAA`]) {
      forger.cookies.set('meridiana_browser', cookie);
      assert.equal((await forger.signIn(user.email, user.password)).status, 429, cookie.slice(0, 60));
    }
  });

  it('knows several users of one browser, each by a mark that says nothing of them', async () => {
    const users = [await makeUser(test), await makeUser(test), await makeUser(test)];
    const shared = new Visitor(test);
    for (const user of users) assert.equal((await shared.signIn(user.email, user.password)).status, 200);
    for (const user of users) {
      await exhaust(user.email);
      assert.equal((await shared.signIn(user.email, user.password)).status, 200);
    }
    const cookie = shared.cookies.get('meridiana_browser') ?? '';
    assert.match(cookie, /^[\w-]{22}(\.[\w-]{22}){3}$/);
  });

  it('gives signing in without a cookie its tries back, so that a program may do so all day', async () => {
    const user = await makeUser(test);
    for (let n = 0; n < 15; n++)
      assert.equal((await new Visitor(test).signIn(user.email, user.password)).status, 200);
    const statuses = await guess(user.email, 12);
    assert.equal(statuses.filter((status) => status === 401).length, 10);
  });

  it('looks at any quarter of an hour, not at those of a clock', async () => {
    const user = await makeUser(test);
    const later = (interval: string) =>
      test.arrange(
        'update sign_in_attempt set tried_at = array(select t - $1::interval from unnest(tried_at) t order by t)',
        [interval],
      );
    await guess(user.email, 9);
    await later('14 minutes');
    assert.deepEqual(await guess(user.email, 2), [401, 429]);
    await later('2 minutes');
    assert.deepEqual(await guess(user.email, 10), [...Array(9).fill(401), 429]);
  });

  it('says when it may go on', async () => {
    const user = await makeUser(test);
    await exhaust(user.email);
    await test.arrange(
      `update sign_in_attempt set tried_at = array(select t - interval '10 minutes' from unnest(tried_at) t)`,
    );
    const stopped = await stranger(0).signIn(user.email, user.password);
    assert.equal(stopped.json.code, 'limit');
    const wait = Number(stopped.headers['retry-after']);
    assert.ok(wait > 240 && wait <= 300, String(wait));
    assert.equal(stopped.json.detail, 'Too many attempts. Try again in 5 min');
  });

  it('keeps no address that was typed', async () => {
    await guess('a.typed.secret@example.org', 1);
    const rows = await test.arrange<{ subject: string }>('select subject from sign_in_attempt');
    assert.ok(rows.length > 0);
    for (const { subject } of rows) assert.match(subject, /^[\w-]{43}$/);
  });

  it('stands in the audit of each company of the user: each failure, and the limit once', async () => {
    const [one, two] = [await makeCompany(test.pool, 'One'), await makeCompany(test.pool, 'Two')];
    const user = await makeUser(test, { company: one, roles: ['VIEWER'] });
    await test.arrange(`insert into company_user (company_id, user_id, roles) values ($1, $2, '{VIEWER}')`, [
      two.company_id,
      user.id,
    ]);
    await guess(user.email, 15);
    for (const { company_id } of [one, two]) {
      const failed = await auditOf(test, company_id, { action: 'sign_in.failed', count: 10 });
      assert.equal(failed.length, 10);
      assert.deepEqual(failed[0], {
        actor_id: user.id,
        address: '203.0.0.0',
        target: String(user.id),
        detail: { step: 'password' },
      });
      const limited = await auditOf(test, company_id, { action: 'sign_in.limited' });
      assert.deepEqual(
        limited.map(({ address }) => address),
        ['203.0.0.10'],
      );
    }
  });

  it('is written down also when whoever guesses does not wait for the answer', async () => {
    const company = await makeCompany(test.pool, 'Impatient');
    const user = await makeUser(test, { company, roles: ['VIEWER'] });
    const origin = await originOf(test);
    const leave = new AbortController();
    const left = leaveWhenHashing(leave);
    const asked = fetch(`${origin}/user/v1/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email, password: 'wrong' }),
      signal: leave.signal,
    });
    await left;
    await assert.rejects(asked, { name: 'AbortError' });
    assert.equal((await auditOf(test, company.company_id, { action: 'sign_in.failed' })).length, 1);
  });

  it('costs the same statements for an unknown address, and what is written down of a known one follows the answer', async () => {
    const user = await makeUser(test);
    const wrong = async (email: string) => {
      const statements = await statementsOf(() => stranger(1).signIn(email, 'wrong'));
      return statements.filter((text) => /user_account|user_session|sign_in_attempt/.test(text));
    };
    const [known, unknown] = [await wrong(user.email), await wrong('no.such@example.org')];
    assert.equal(unknown.length, 2);
    assert.deepEqual(known, unknown);
    const company = await makeCompany(test.pool, 'Busy');
    const member = await makeUser(test, { company, roles: ['VIEWER'] });
    await inScope(test.pool, company, async (tx) => {
      // Nothing can be written about this company until this transaction ends.
      await tx.query('select from company where id_client = $1 for update', [company.company_id]);
      assert.equal((await stranger(1).signIn(member.email, 'wrong')).status, 401);
      assert.deepEqual(await auditOf(test, company.company_id, { action: 'sign_in.failed', count: 0 }), []);
    });
    assert.equal((await auditOf(test, company.company_id, { action: 'sign_in.failed' })).length, 1);
  });
});
