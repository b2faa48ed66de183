import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createTestApp,
  join,
  makeCompany,
  makeUser,
  type TestApp,
  testPassword,
} from '../../../../tests/support/app.ts';

interface Answer {
  statusCode: number;
  headers: Record<string, unknown>;
  json: () => Record<string, unknown> & { errors?: { path: string; message: string }[] };
}

function signInFrom(test: TestApp, address: string) {
  return async (email: unknown, password: unknown): Promise<Answer> =>
    test.app.inject({
      method: 'POST',
      url: '/user/v1/login/',
      headers: { 'x-forwarded-for': address },
      payload: { email, password } as object,
    });
}

describe('signing in', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  it('says what is missing in the sentences of the form', async () => {
    const answer = await signInFrom(test, '10.0.0.1')('', '');
    assert.equal(answer.statusCode, 400);
    const messages = (answer.json().errors ?? []).map(({ path, message }) => `${path}: ${message}`);
    assert.deepEqual(messages, ['email: Insert email address', 'password: Insert password']);
  });

  it('answers tokens and the user with companies and roles, and nothing that is secret', async () => {
    const company = await makeCompany(test.pool, 'Alfa');
    const user = await makeUser(test, { company, roles: ['WORKER', 'APP_0'] });
    const answer = await signInFrom(test, '10.0.0.2')(user.email, user.password);
    assert.equal(answer.statusCode, 200);
    const body = answer.json();
    assert.deepEqual(Object.keys(body).sort(), ['access', 'refresh', 'user']);
    const profile = body.user as { id: number; companies: { id_client: number; roles: string[] }[] };
    assert.equal(profile.id, user.id);
    assert.deepEqual(
      profile.companies.map(({ id_client, roles }) => [id_client, roles]),
      [[company.company_id, ['WORKER', 'APP_0']]],
    );
    assert.ok(!JSON.stringify(body).includes('argon2'));
  });

  it('takes an address in any case, and a password in any Unicode form', async () => {
    const email = 'Anna.Rossi@Example.org';
    await makeUser(test, { email, password: 'perché così è più bello' });
    const answer = await signInFrom(test, '10.0.0.3')(
      ' ANNA.rossi@example.ORG ',
      'perché così è più bello'.normalize('NFD'),
    );
    assert.equal(answer.statusCode, 200);
  });

  for (const [what, change] of [
    ['its password was changed', `update user_account set password_hash = 'another' where id = $1`],
    [
      'its second factor was switched on',
      `with a as (select id from user_account where id = $1 for update)
       insert into second_factor (user_id, sealed_secret, enabled_at) select id, '', now() from a`,
    ],
  ] as const) {
    it(`opens no session when, while the password was looked at, ${what}`, async () => {
      const user = await makeUser(test);
      const client = await test.pool.connect();
      await client.query('begin');
      await client.query(change, [user.id]);
      const answer = signInFrom(test, '10.0.0.4')(user.email, user.password);
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'`;
      for (let i = 0; i < 500 && (await test.arrange(waiting)).length === 0; i++) await pause(10);
      await client.query('commit');
      client.release();
      assert.equal((await answer).statusCode, 401);
      assert.deepEqual(await test.arrange('select from user_session where user_id = $1', [user.id]), []);
    });
  }

  it('counts attempts that come at once, each of them', async () => {
    const user = await makeUser(test);
    const guess = signInFrom(test, '203.0.113.9');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => guess(user.email, `guess ${i}`)));
    const computed = answers.filter(({ statusCode }) => statusCode === 401).length;
    assert.ok(computed <= 10, `${computed} of 20 were tried`);
  });

  it('finds a user without companies', async () => {
    const user = await makeUser(test);
    const answer = await signInFrom(test, '10.0.0.9')(user.email, testPassword);
    const profile = answer.json().user as { companies: unknown[]; currentCompany: unknown };
    assert.deepEqual([profile.companies, profile.currentCompany], [[], null]);
  });

  it('shows the company that id-client names, and never one that is disabled or of others', async () => {
    const [first, second, foreign] = [
      await makeCompany(test.pool, 'A1'),
      await makeCompany(test.pool, 'A2'),
      await makeCompany(test.pool, 'A3'),
    ];
    const user = await makeUser(test, { company: first, roles: ['VIEWER'] });
    await join(test, second, user.id, { roles: ['COMPANY_OWNER'] });
    const current = async (id: number) => {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/user/v1/login/',
        headers: { 'id-client': String(id) },
        payload: { email: user.email, password: user.password },
      });
      return (answer.json() as { user: { currentCompany: { id_client: number; roles: string[] } } }).user
        .currentCompany;
    };
    assert.equal((await current(second.company_id)).id_client, second.company_id);
    assert.deepEqual((await current(second.company_id)).roles, ['COMPANY_OWNER']);
    assert.equal((await current(foreign.company_id)).id_client, first.company_id);
    await test.arrange('update company set enabled = false where id_client = $1', [second.company_id]);
    assert.equal((await current(second.company_id)).id_client, first.company_id);
  });
});

describe('signing in from one address', () => {
  it('is limited by the minute, whoever is tried', async () => {
    const test = await createTestApp({ signInPerMinute: 3 });
    try {
      const attempt = signInFrom(test, '203.0.113.200');
      for (let i = 0; i < 3; i++)
        assert.equal((await attempt(`nobody${i}@example.org`, 'x')).statusCode, 401);
      const stopped = await attempt('nobody@example.org', 'x');
      assert.equal(stopped.statusCode, 429);
      assert.match(String(stopped.headers['content-type']), /^application\/problem\+json/);
      assert.ok(Number(stopped.headers['retry-after']) > 0);
      assert.equal((await signInFrom(test, '203.0.113.201')('nobody@example.org', 'x')).statusCode, 401);
      for (let i = 1; i <= 4; i++) {
        const { statusCode } = await signInFrom(test, `2001:db8:0:d::${i}`)(`moving${i}@example.org`, 'x');
        assert.equal(statusCode, i <= 3 ? 401 : 429, 'an IPv6 network is one address');
      }
    } finally {
      await test.close();
    }
  });
});
