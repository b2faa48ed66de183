import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { auditOf, linkFor, mailTo, statementsOf, Visitor } from '../../../../tests/support/accounts.ts';
import { createTestApp, makeCompany, makeUser, type TestApp } from '../../../../tests/support/app.ts';
import { removeOldSignIns } from './housekeeping.repository.ts';

const password = 'il vento gira le pale';

describe('recovering a password', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  const recover = (email: string) => new Visitor(test).ask('POST', '/user/v1/recover/', { email });
  const choose = (token: string, given: object = {}, visitor = new Visitor(test)) =>
    visitor.ask('POST', '/user/v1/recover/confirm/', { token, password, ...given });

  async function linked(user: { email: string }): Promise<string> {
    assert.equal((await recover(user.email)).status, 200);
    return linkFor(test, user.email, 'recover');
  }

  it('answers alike, and runs the same statements, whether the address is known or not', async () => {
    const { email } = await makeUser(test);
    const [known, unknown] = [await recover(email), await recover('not.known@example.org')];
    assert.deepEqual(known.json, {
      detail: 'If this address has an account, a link to choose a new password is on its way',
    });
    assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
    await linkFor(test, email, 'recover');
    const sent = async (one: string) =>
      (await statementsOf(() => recover(one))).filter((text) => /pgboss\.job/.test(text));
    const [forKnown, forUnknown] = [await sent(email), await sent('not.known@example.org')];
    assert.ok(forUnknown.length > 0);
    assert.deepEqual(forKnown, forUnknown);
  });

  it('leaves the address that was typed nowhere to be read, and the wish itself only for minutes', async () => {
    const user = await makeUser(test);
    await linked(user);
    await recover('typed.and.unknown@example.org');
    const kept = () =>
      test.arrange<{ text: string; length: number }>(
        `select j::text as text, length(data::text) as length from pgboss.job j where name = 'recover'`,
      );
    const jobs = await kept();
    assert.ok(jobs.length >= 2);
    for (const { text } of jobs) assert.ok(!text.includes('typed.and') && !text.includes(user.email), text);
    assert.equal(new Set(jobs.map(({ length }) => length)).size, 1, 'nor how long it is');
    for (let i = 0; i < 100; i++) {
      const open = `select from pgboss.job where name = 'recover' and completed_on is null`;
      if ((await test.arrange(open)).length === 0) break;
      await pause(50);
    }
    await removeOldSignIns(test.pool);
    assert.equal((await kept()).length, jobs.length);
    await test.arrange(
      `update pgboss.job set completed_on = completed_on - interval '11 minutes' where name = 'recover'`,
    );
    await removeOldSignIns(test.pool);
    assert.deepEqual(await kept(), []);
  });

  it("mails a link in the account's language, good for half an hour, of which only a digest is kept", async () => {
    const user = await makeUser(test);
    const token = await linked(user);
    const [mail] = await mailTo(test, user.email);
    assert.deepEqual([mail?.language, mail?.subject], ['it', 'Scegli una nuova password']);
    const [kept] = await test.arrange<{ minutes: number; text: string }>(
      `select round(extract(epoch from expires_at - created_at) / 60)::int as minutes, l::text as text
       from mailed_link l where user_id = $1`,
      [user.id],
    );
    assert.equal(kept?.minutes, 30);
    assert.ok(!kept.text.includes(token));
  });

  it('sends nothing to an address that is not known, and no more than three links an hour', async () => {
    const user = await makeUser(test);
    for (let i = 0; i < 5; i++) await recover(user.email);
    await recover('nobody.here@example.org');
    const last = await makeUser(test);
    await linked(last);
    for (let i = 0; i < 100; i++) {
      const [row] = await test.arrange<{ n: number }>(
        `select count(*)::int as n from pgboss.job where name = 'recover' and state in ('created', 'active', 'retry')`,
      );
      if (row?.n === 0) break;
      await pause(50);
    }
    assert.equal((await mailTo(test, user.email)).length, 3);
    assert.deepEqual(await mailTo(test, 'nobody.here@example.org'), []);
  });

  it('sets the new password once, however many use the link at once', async () => {
    const user = await makeUser(test);
    const token = await linked(user);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => choose(token, { password: `${password} ${n}` })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200) + 1;
    for (const n of [1, 2, 3, 4]) {
      const { status } = await new Visitor(test).signIn(user.email, `${password} ${n}`);
      assert.equal(status, n === winner ? 200 : 401);
    }
    assert.equal((await new Visitor(test).signIn(user.email, user.password)).status, 401);
  });

  it('ends every session and every other link, confirms the address, and is written down', async () => {
    const company = await makeCompany(test.pool, 'Recovering');
    const user = await makeUser(test, { company, roles: ['VIEWER'] });
    const thief = new Visitor(test);
    assert.equal((await thief.signIn(user.email, user.password)).status, 200);
    const change = { email: 'thief@example.org', current_password: user.password };
    assert.equal((await thief.ask('PUT', `/user/v1/user-info/${user.id}/`, change)).status, 200);
    const stolen = await linkFor(test, 'thief@example.org', 'confirm-email');
    await test.arrange('update user_account set confirmed_at = null where id = $1', [user.id]);
    const first = await linked(user);
    await recover(user.email);
    const second = await linkFor(test, user.email, 'recover', { but: [first] });
    assert.equal((await choose(second)).status, 200);
    assert.equal((await thief.ask('GET', '/user/v1/user-info/')).status, 401);
    assert.equal((await thief.refresh()).status, 401);
    assert.equal((await choose(first)).status, 400);
    assert.equal((await thief.ask('POST', '/user/v1/email/confirm/', { token: stolen })).status, 400);
    const { json } = await new Visitor(test).signIn(user.email, password);
    assert.deepEqual(
      [json.user.confirmed, json.user.email, json.user.pending_email],
      [true, user.email, null],
    );
    assert.equal((await auditOf(test, company.company_id, { action: 'password.recovered' })).length, 1);
  });

  it('lets its owner in from there, although strangers keep guessing', async () => {
    const user = await makeUser(test);
    const owner = new Visitor(test);
    assert.equal((await choose(await linked(user), {}, owner)).status, 200);
    for (let n = 0; n < 11; n++) await new Visitor(test, `203.0.113.${n}`).signIn(user.email, 'wrong');
    assert.equal((await owner.signIn(user.email, password)).status, 200);
  });

  it('refuses a link that ran out, was made up or is for something else, and a password that may not be', async () => {
    const user = await makeUser(test);
    const token = await linked(user);
    for (const wrong of ['x', `${token}x`]) {
      const refused = await choose(wrong);
      assert.deepEqual([refused.status, refused.json.errors[0].code], [400, 'link_invalid']);
    }
    for (const [given, path, code] of [
      [{ password: 'short' }, 'password', 'password_short'],
      [{ password: user.email }, 'password', 'password_personal'],
      [{ password_confirm: 'another one entirely' }, 'password_confirm', 'password_confirm'],
    ] as const) {
      const refused = await choose(token, given);
      assert.deepEqual(
        [refused.status, refused.json.errors[0].path, refused.json.errors[0].code],
        [400, path, code],
      );
    }
    await test.arrange(`update mailed_link set expires_at = now() - interval '1 second' where user_id = $1`, [
      user.id,
    ]);
    assert.equal((await choose(token)).status, 400);
    assert.equal((await new Visitor(test).signIn(user.email, user.password)).status, 200);
  });

  it('is no way around a second factor', async () => {
    const user = await makeUser(test);
    await test.arrange(
      `insert into second_factor (user_id, sealed_secret, enabled_at) values ($1, '\\x00', now())`,
      [user.id],
    );
    assert.equal((await choose(await linked(user))).status, 200);
    const { status, json } = await new Visitor(test).signIn(user.email, password);
    assert.deepEqual([status, json.code], [401, 'second_factor']);
  });
});
