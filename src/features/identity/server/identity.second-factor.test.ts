import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { auditOf, codeAt, Visitor } from '../../../../tests/support/accounts.ts';
import {
  createTestApp,
  makeCompany,
  makeUser,
  type NewUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';

const STEP_MS = 30_000;

describe('a second factor', () => {
  let test: TestApp;
  let now: Date;
  before(async () => {
    now = new Date(Math.floor(Date.now() / STEP_MS) * STEP_MS + 1000);
    test = await createTestApp({ now: () => now });
  });
  after(() => test?.close());
  const nextStep = () => {
    now = new Date(now.getTime() + STEP_MS);
  };

  async function signedIn(user: TestUser): Promise<Visitor> {
    const visitor = new Visitor(test);
    const answer = await visitor.signIn(user.email, user.password);
    assert.equal(answer.status, 200, answer.text);
    return visitor;
  }
  const begin = (visitor: Visitor, { password }: TestUser) =>
    visitor.ask('POST', '/user/v1/second-factor/', { current_password: password });
  const enable = (visitor: Visitor, code: string) => visitor.ask('PUT', '/user/v1/second-factor/', { code });

  /** A user with a second factor switched on a step ago, and the session that did so. */
  async function protectedUser(given: NewUser = {}) {
    const user = await makeUser(test, given);
    const visitor = await signedIn(user);
    const { secret } = (await begin(visitor, user)).json as { secret: string };
    const answer = await enable(visitor, codeAt(secret, now));
    assert.equal(answer.status, 200, answer.text);
    nextStep();
    return { user, visitor, secret, codes: answer.json.recovery_codes as string[] };
  }
  async function challengeOf(user: TestUser, visitor = new Visitor(test)): Promise<string> {
    const { status, json } = await visitor.signIn(user.email, user.password);
    assert.deepEqual([status, json.code], [401, 'second_factor']);
    return json.challenge;
  }

  it('is begun with the password, and asks for nothing until a first code was shown', async () => {
    const user = await makeUser(test);
    const visitor = await signedIn(user);
    const wrong = await visitor.ask('POST', '/user/v1/second-factor/', { current_password: 'wrong' });
    assert.deepEqual([wrong.status, wrong.json.errors[0].code], [400, 'password_wrong']);
    const begun = await begin(visitor, user);
    assert.match(begun.json.secret, /^[A-Z2-7]{32}$/);
    assert.match(begun.json.otpauth_uri, /^otpauth:\/\/totp\/Test:/);
    await signedIn(user);
    const refused = await enable(visitor, '000000' === codeAt(begun.json.secret, now) ? '111111' : '000000');
    assert.deepEqual([refused.status, refused.json.errors[0].code], [400, 'code_wrong']);
    const anew = await begin(visitor, user);
    assert.notEqual(anew.json.secret, begun.json.secret);
    assert.equal(
      (await enable(visitor, codeAt(begun.json.secret, now))).status,
      400,
      'the earlier secret is gone',
    );
    assert.equal((await enable(visitor, codeAt(anew.json.secret, now))).status, 200);
  });

  it('is for whoever has confirmed their address: nobody locks its owner out in advance', async () => {
    const user = await makeUser(test);
    const visitor = await signedIn(user);
    const { secret } = (await begin(visitor, user)).json as { secret: string };
    await test.arrange('update user_account set confirmed_at = null where id = $1', [user.id]);
    for (const refused of [await begin(visitor, user), await enable(visitor, codeAt(secret, now))])
      assert.deepEqual([refused.status, refused.json.errors[0].code], [403, 'unconfirmed']);
    assert.equal((await signedIn(user)).cookies.size > 0, true, 'the password alone still opens it');
  });

  it('once on, ends every other session and shows ten recovery codes, of which nothing readable is kept', async () => {
    const company = await makeCompany(test.pool, 'Protected');
    const user = await makeUser(test, { company, roles: ['VIEWER'] });
    const [visitor, other] = [await signedIn(user), await signedIn(user)];
    const { secret } = (await begin(visitor, user)).json;
    const { recovery_codes } = (await enable(visitor, codeAt(secret, now))).json;
    nextStep();
    assert.equal(new Set(recovery_codes).size, 10);
    assert.equal((await other.ask('GET', '/user/v1/user-info/')).status, 401);
    const { second_factor, recovery_codes_left } = (await visitor.ask('GET', '/user/v1/user-info/')).json;
    assert.deepEqual([second_factor, recovery_codes_left], [true, 10]);
    const [kept] = await test.arrange<{ text: string; secret: Buffer }>(
      `select (select string_agg(c::text, ' ') from recovery_code c) || f::text as text, f.sealed_secret as secret
       from second_factor f where user_id = $1`,
      [user.id],
    );
    for (const code of recovery_codes)
      assert.ok(!kept?.text.includes(code) && !kept?.text.includes(code.replaceAll('-', '')));
    assert.equal(kept?.secret.length, 12 + 16 + 20);
    assert.equal((await begin(visitor, user)).status, 409);
    assert.equal((await enable(visitor, codeAt(secret, now))).status, 409);
    assert.equal((await auditOf(test, company.company_id, { action: 'second_factor.enabled' })).length, 1);
  });

  it('is switched on once by codes that come at once', async () => {
    const user = await makeUser(test);
    const visitor = await signedIn(user);
    const { secret } = (await begin(visitor, user)).json;
    const answers = await Promise.all([1, 2, 3].map(() => enable(visitor, codeAt(secret, now))));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    nextStep();
  });

  it('is asked for after the password, and ends the sign-in', async () => {
    const { user, secret } = await protectedUser();
    const visitor = new Visitor(test);
    const challenge = await challengeOf(user, visitor);
    assert.deepEqual([...visitor.cookies], [], 'nothing is given away before the code');
    const answer = await visitor.giveCode(challenge, ` ${codeAt(secret, now).replace(/^.../, '$& ')} `);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json.user.id, user.id);
    assert.deepEqual([...visitor.cookies.keys()].sort(), ['meridiana_browser', 'meridiana_refresh']);
    assert.equal((await visitor.ask('GET', '/user/v1/user-info/')).status, 200);
  });

  it('takes each code once, however many give it at once, and none of an earlier step after it', async () => {
    const { user, secret } = await protectedUser();
    const challenge = await challengeOf(user);
    const give = (code: string) => new Visitor(test).giveCode(challenge, code);
    const code = codeAt(secret, now);
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401]);
    const [refused] = answers.filter(({ status }) => status === 401);
    assert.deepEqual([refused?.json.code, refused?.json.errors[0].code], ['unauthenticated', 'code_wrong']);
    nextStep();
    assert.equal((await give(code)).status, 401, 'used before');
    assert.equal(
      (await give(codeAt(secret, new Date(now.getTime() + STEP_MS)))).status,
      200,
      'a clock that is fast',
    );
    assert.equal((await give(codeAt(secret, now))).status, 401, 'older than the last');
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { user, codes } = await protectedUser();
    const [first = '', second = ''] = codes;
    const challenge = await challengeOf(user);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => new Visitor(test).giveCode(challenge, first)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
    const visitor = new Visitor(test);
    const typed = await visitor.giveCode(challenge, second.toUpperCase().replaceAll('-', ' '));
    assert.equal(typed.json.user.recovery_codes_left, 8);
  });

  it('has a challenge that opens nothing, runs out in five minutes and ends with the password', async () => {
    const { user, visitor, secret } = await protectedUser();
    const challenge = await challengeOf(user);
    const bearer = { authorization: `Bearer ${challenge}` };
    assert.equal((await new Visitor(test).ask('GET', '/user/v1/user-info/', undefined, bearer)).status, 401);
    const refresh = { refresh: challenge.slice(0, 200) };
    assert.equal((await new Visitor(test).ask('POST', '/user/v1/token/refresh/', refresh)).status, 401);
    const begun = now;
    now = new Date(begun.getTime() + 5 * 60_000 + 1000);
    assert.equal((await new Visitor(test).giveCode(challenge, codeAt(secret, now))).status, 401);
    now = new Date(begun.getTime() + 4 * 60_000);
    const access = await visitor.refresh();
    assert.equal((await new Visitor(test).giveCode(access.json.access, codeAt(secret, now))).status, 401);
    const change = { password: 'una parola nuova qui', current_password: user.password };
    assert.equal((await visitor.ask('PUT', `/user/v1/user-info/${user.id}/`, change)).status, 200);
    const late = await new Visitor(test).giveCode(challenge, codeAt(secret, now));
    assert.deepEqual([late.status, late.json.errors], [401, undefined]);
    const anew = await challengeOf({ ...user, password: change.password });
    assert.equal((await new Visitor(test).giveCode(anew, codeAt(secret, now))).status, 200);
  });

  it('is guessed at ten times in a quarter of an hour, from wherever, which stands in the audit', async () => {
    const company = await makeCompany(test.pool, 'Guessed');
    const { user, visitor: home, secret } = await protectedUser({ company, roles: ['VIEWER'] });
    const wrong = codeAt(secret, new Date(now.getTime() + 10 * STEP_MS));
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const visitor = new Visitor(test, `203.0.113.${n}`);
      statuses.push((await visitor.giveCode(await challengeOf(user), wrong)).status);
    }
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429]);
    const right = await new Visitor(test).giveCode(await challengeOf(user), codeAt(secret, now));
    assert.equal(right.status, 429, 'a stranger, even with the right one');
    assert.equal(
      (await home.giveCode(await challengeOf(user, home), codeAt(secret, now))).status,
      200,
      'the owner',
    );
    const failed = await auditOf(test, company.company_id, { action: 'sign_in.failed', count: 10 });
    assert.deepEqual([failed.length, failed[0]?.detail], [10, { step: 'code' }]);
    assert.equal((await auditOf(test, company.company_id, { action: 'sign_in.limited' })).length, 1);
    const asked = await auditOf(test, company.company_id, { action: 'sign_in.code_asked', count: 14 });
    assert.ok(asked.length >= 14, 'whoever knew the password and came no further');
    assert.deepEqual([asked[0]?.actor_id, asked[0]?.detail], [user.id, { step: 'password' }]);
  });

  it('that was sealed with a key which is gone holds no code, and does not fail', async () => {
    const { user, secret } = await protectedUser();
    await test.arrange('update second_factor set sealed_secret = $2 where user_id = $1', [
      user.id,
      Buffer.alloc(48),
    ]);
    const answer = await new Visitor(test).giveCode(await challengeOf(user), codeAt(secret, now));
    assert.deepEqual([answer.status, answer.json.errors[0].code], [401, 'code_wrong']);
  });

  it('is switched off with the password and a code, and then asked for no more', async () => {
    const company = await makeCompany(test.pool, 'Off');
    const { user, visitor, secret } = await protectedUser({ company, roles: ['VIEWER'] });
    const off = (current_password: string, code: string) =>
      visitor.ask('DELETE', '/user/v1/second-factor/', { current_password, code });
    assert.equal((await off('wrong', codeAt(secret, now))).json.errors[0].code, 'password_wrong');
    const wrong = await off(user.password, 'zzzz-zzzz-zzzz');
    assert.deepEqual([wrong.status, wrong.json.errors[0].code], [400, 'code_wrong']);
    assert.equal((await off(user.password, codeAt(secret, now))).status, 204);
    await signedIn(user);
    const { second_factor, recovery_codes_left } = (await visitor.ask('GET', '/user/v1/user-info/')).json;
    assert.deepEqual([second_factor, recovery_codes_left], [false, 0]);
    assert.equal((await auditOf(test, company.company_id, { action: 'second_factor.disabled' })).length, 1);
  });

  it('gives new recovery codes for a code, and the old ones end', async () => {
    const { user, visitor, codes } = await protectedUser();
    const renew = (code: string) => visitor.ask('POST', '/user/v1/second-factor/recovery-codes/', { code });
    const { recovery_codes } = (await renew(codes[0] ?? '')).json;
    assert.equal(recovery_codes.length, 10);
    assert.equal((await renew(codes[1] ?? '')).status, 400);
    const challenge = await challengeOf(user);
    assert.equal((await new Visitor(test).giveCode(challenge, codes[2] ?? '')).status, 401);
    assert.equal((await new Visitor(test).giveCode(challenge, recovery_codes[0])).status, 200);
  });

  it('opens the company that demands it, which was closed without', async () => {
    const company = await makeCompany(test.pool, 'Demanding');
    await test.arrange('update company set second_factor_required = true where id_client = $1', [
      company.company_id,
    ]);
    const user = await makeUser(test, { company, roles: ['ENGINEER_0', 'APP_0'] });
    const visitor = await signedIn(user);
    const plants = () =>
      visitor.ask('GET', '/api/v1/plants/', undefined, { 'id-client': String(company.company_id) });
    const due = async () =>
      (await visitor.ask('GET', '/user/v1/user-info/')).json.companies[0].second_factor_due;
    const closed = await plants();
    assert.deepEqual([closed.status, closed.json.reason, await due()], [403, 'second_factor_due', true]);
    const { secret } = (await begin(visitor, user)).json;
    assert.equal((await enable(visitor, codeAt(secret, now))).status, 200);
    nextStep();
    assert.deepEqual([(await plants()).status, await due()], [200, false]);
  });
});
