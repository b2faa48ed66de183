import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  join,
  makeCompany,
  makeUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { digestOf } from '../../../shared/server/tokens.ts';

interface Tokens {
  access: string;
  refresh: string;
  cookie: string;
}

describe('a session', () => {
  let test: TestApp;
  let now: Date;
  before(async () => {
    now = new Date();
    test = await createTestApp({ now: () => now });
  });
  after(() => test?.close());

  async function begin(user: TestUser, headers: Record<string, string> = {}): Promise<Tokens> {
    const { email, password } = user;
    const answer = await test.app.inject({
      method: 'POST',
      url: '/user/v1/login/',
      headers,
      payload: { email, password },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const { access, refresh } = answer.json<{ access: string; refresh: string }>();
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    return { access, refresh, cookie: cookies.find((one) => one.startsWith('meridiana_refresh=')) ?? '' };
  }

  function refresh(payload: object, headers: Record<string, string> = {}) {
    return test.app.inject({ method: 'POST', url: '/user/v1/token/refresh/', headers, payload });
  }

  async function statusWith(access: string, idClient?: number): Promise<number> {
    const answer = await test.app.inject({
      url: idClient === undefined ? '/user/v1/user-info/' : '/api/v1/plants/',
      headers: {
        authorization: `Bearer ${access}`,
        ...(idClient === undefined ? {} : { 'id-client': String(idClient) }),
      },
    });
    return answer.statusCode;
  }

  it('keeps the refresh token from scripts, other sites and other paths; where the portal is served by TLS it travels by TLS only', async () => {
    const user = await makeUser(test);
    const { cookie, refresh: token } = await begin(user);
    const [pair = '', ...flags] = cookie.split('; ');
    assert.equal(pair, `meridiana_refresh=${token}`);
    assert.deepEqual(flags.sort(), [
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/user/v1/',
      'SameSite=Strict',
      'Secure',
    ]);
  });

  it('rests in the database as a digest only', async () => {
    const { refresh: token } = await begin(await makeUser(test));
    const rows = await test.arrange('select 1 from refresh_token where digest = $1', [digestOf(token)]);
    assert.equal(rows.length, 1);
    const [all] = await test.arrange<{ text: string }>(
      `select coalesce(string_agg(t::text, ''), '') || (select string_agg(s::text, '') from user_session s) as text from refresh_token t`,
    );
    assert.ok(all && !all.text.includes(token));
  });

  it('lasts ten minutes at a time, and is renewed by body or by cookie', async () => {
    const started = await begin(await makeUser(test));
    const begun = now;
    now = new Date(begun.getTime() + 9.9 * 60_000);
    assert.equal(await statusWith(started.access), 200);
    now = new Date(begun.getTime() + 10.1 * 60_000);
    assert.equal(await statusWith(started.access), 401);
    const renewed = await refresh({ refresh: started.refresh });
    assert.equal(renewed.statusCode, 200);
    const { access, refresh: next } = renewed.json<Tokens>();
    assert.equal(await statusWith(access), 200);
    const byCookie = await refresh({}, { cookie: `meridiana_refresh=${next}` });
    assert.equal(byCookie.statusCode, 200);
    assert.match(String(byCookie.headers['set-cookie']), /^meridiana_refresh=/);
    assert.notEqual(byCookie.json<Tokens>().refresh, next);
    now = begun;
  });

  it('gives tabs that ask at once the same next token, so that all of them stay signed in', async () => {
    const { refresh: token } = await begin(await makeUser(test));
    const answers = await Promise.all(Array.from({ length: 3 }, () => refresh({ refresh: token })));
    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [200, 200, 200],
    );
    assert.equal(new Set(answers.map((answer) => answer.json<Tokens>().refresh)).size, 1);
    const later = await refresh({ refresh: token });
    assert.equal(later.json<Tokens>().refresh, answers[0]?.json<Tokens>().refresh);
  });

  it('ends with its whole family when an old token returns after its successor was used', async () => {
    const company = await makeCompany(test.pool, 'Reused');
    const user = await makeUser(test, { company, roles: ['VIEWER'] });
    const { refresh: first } = await begin(user);
    const { refresh: second } = (await refresh({ refresh: first })).json<Tokens>();
    const { refresh: third, access } = (await refresh({ refresh: second })).json<Tokens>();
    assert.equal(await statusWith(access), 200);
    assert.equal((await refresh({ refresh: first })).statusCode, 401);
    assert.equal(await statusWith(access), 401);
    for (const token of [first, second, third])
      assert.equal((await refresh({ refresh: token })).statusCode, 401);
    const response = await test.arrange<{ actor_id: string; address: string }>(
      `select actor_id::text, host(address) as address from audit where action = 'sign_out.token_reused' and company_id = $1`,
      [company.company_id],
    );
    assert.deepEqual(response, [{ actor_id: String(user.id), address: '127.0.0.1' }]);
  });

  it('leaves other sessions of the same user alone when it ends', async () => {
    const user = await makeUser(test);
    const [one, two] = [await begin(user), await begin(user)];
    const out = await test.app.inject({
      method: 'POST',
      url: '/user/v1/logout/',
      headers: { authorization: `Bearer ${one.access}` },
      payload: { refresh: one.refresh },
    });
    assert.equal(out.statusCode, 204);
    assert.match(String(out.headers['set-cookie']), /^meridiana_refresh=;.*Path=\/user\/v1\//);
    assert.equal(await statusWith(one.access), 401);
    assert.equal((await refresh({ refresh: one.refresh })).statusCode, 401);
    assert.equal(await statusWith(two.access), 200);
    assert.equal((await refresh({ refresh: two.refresh })).statusCode, 200);
  });

  function signOut(payload: object, headers: Record<string, string> = {}) {
    return test.app.inject({ method: 'POST', url: '/user/v1/logout/', headers, payload });
  }

  it('ends by its refresh token alone, in the body or as the cookie, also when its minutes are over', async () => {
    const user = await makeUser(test);
    for (const proof of [
      ({ refresh: token }: Tokens) => signOut({ refresh: token }),
      ({ refresh: token }: Tokens) => signOut({}, { cookie: `meridiana_refresh=${token}` }),
      ({ access }: Tokens) => signOut({}, { authorization: `Bearer ${access}` }),
      ({ access, refresh: token }: Tokens) =>
        signOut({}, { authorization: `Bearer ${access}x`, cookie: `meridiana_refresh=${token}` }),
    ]) {
      const tokens = await begin(user);
      const out = await proof(tokens);
      assert.equal(out.statusCode, 204, out.body);
      assert.match(String(out.headers['set-cookie']), /^meridiana_refresh=;.*Path=\/user\/v1\//);
      assert.equal(await statusWith(tokens.access), 401);
      assert.equal((await refresh({ refresh: tokens.refresh })).statusCode, 401);
    }
  });

  it('is over for whoever signs out again, and nobody else is signed out by a token that is none', async () => {
    const tokens = await begin(await makeUser(test));
    assert.equal((await signOut({ refresh: 'x'.repeat(43) })).statusCode, 204);
    assert.equal(await statusWith(tokens.access), 200);
    assert.equal((await signOut({ refresh: tokens.refresh })).statusCode, 204);
    assert.equal((await signOut({ refresh: tokens.refresh })).statusCode, 204);
    const nothing = await signOut({});
    assert.equal(nothing.statusCode, 401);
    assert.equal((await signOut({}, { authorization: 'Bearer nonsense' })).statusCode, 401);
  });

  it('is not ended by a page of another site', async () => {
    const tokens = await begin(await makeUser(test));
    const cookie = `meridiana_refresh=${tokens.refresh}`;
    assert.equal((await signOut({}, { cookie, 'sec-fetch-site': 'cross-site' })).statusCode, 403);
    assert.equal(await statusWith(tokens.access), 200);
  });

  it('is not renewed by tokens that are unknown, expired or of another kind', async () => {
    const user = await makeUser(test);
    const { access, refresh: token } = await begin(user);
    for (const wrong of ['', 'x', access, token.slice(1), `${token}x`, token.toLowerCase()]) {
      assert.equal((await refresh({ refresh: wrong })).statusCode, 401, wrong.slice(0, 20));
    }
    await test.arrange('update refresh_token set expires_at = now() where digest = $1', [digestOf(token)]);
    assert.equal((await refresh({ refresh: token })).statusCode, 401);
  });

  it('is not renewed for a page of another site, which cannot keep the cookie from travelling', async () => {
    const { refresh: token } = await begin(await makeUser(test));
    const cookie = `meridiana_refresh=${token}`;
    for (const site of ['cross-site', 'same-site']) {
      assert.equal((await refresh({}, { cookie, 'sec-fetch-site': site })).statusCode, 403, site);
    }
    assert.equal((await refresh({}, { cookie, 'sec-fetch-site': 'same-origin' })).statusCode, 200);
  });

  it('loses a company at once when it is disabled, the user dismissed or the role taken', async () => {
    const company = await makeCompany(test.pool, 'Beta');
    const user = await makeUser(test, { company, roles: ['WORKER', 'APP_0'] });
    const { access } = await begin(user);
    const id = company.company_id;
    assert.equal(await statusWith(access, id), 200);
    await join(test, company, user.id, { roles: ['WORKER'] });
    assert.equal(await statusWith(access, id), 403, 'without the application');
    await join(test, company, user.id, { roles: ['WORKER', 'APP_0'] });
    assert.equal(await statusWith(access, id), 200);
    await test.arrange('update company set enabled = false where id_client = $1', [id]);
    assert.equal(await statusWith(access, id), 403, 'disabled');
    await test.arrange('update company set enabled = true where id_client = $1', [id]);
    await test.arrange('delete from company_user_plant where user_id = $1', [user.id]);
    await test.arrange('delete from company_user where user_id = $1', [user.id]);
    assert.equal(await statusWith(access, id), 403, 'dismissed');
    assert.equal(await statusWith(access), 200, 'the person is still signed in');
  });
});
