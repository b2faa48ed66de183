import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { auditOf, linkFor, mailTo, Visitor } from '../../../../tests/support/accounts.ts';
import {
  createTestApp,
  makeCompany,
  makeUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';

const password = 'acqua chiara di monte';
let made = 0;
const newEmail = () => `changed${made++}@example.org`;

describe('changing an account', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  async function signedIn(user: TestUser): Promise<Visitor> {
    const visitor = new Visitor(test);
    assert.equal((await visitor.signIn(user.email, user.password)).status, 200);
    return visitor;
  }
  const put = (visitor: Visitor, { id }: TestUser, change: object) =>
    visitor.ask('PUT', `/user/v1/user-info/${id}/`, change);
  const faultOf = ({
    status,
    json,
  }: {
    status: number;
    json: { errors?: { path: string; code: string }[] };
  }) => [status, json.errors?.[0]?.path, json.errors?.[0]?.code];

  it('keeps name, language and appearance, and leaves alone what is not sent', async () => {
    const user = await makeUser(test);
    const visitor = await signedIn(user);
    const changed = await put(visitor, user, {
      name: ' Anna Bianchi ',
      language: 'en',
      color_scheme: 'dark',
    });
    const { name, language, color_scheme, email, version } = changed.json;
    assert.deepEqual(
      [name, language, color_scheme, email, version],
      ['Anna Bianchi', 'en', 'dark', user.email, 2],
    );
    const again = await put(visitor, user, { language: 'it' });
    assert.deepEqual(
      [again.json.name, again.json.language, again.json.color_scheme],
      ['Anna Bianchi', 'it', 'dark'],
    );
    assert.equal((await put(visitor, user, { color_scheme: 'sepia' })).status, 400);
    assert.equal((await put(visitor, user, { name: ' ' })).json.errors[0].message, 'required');
  });

  it('is for its owner only: any other number is one that does not exist', async () => {
    const [user, other] = [await makeUser(test), await makeUser(test)];
    const visitor = await signedIn(user);
    const foreign = await put(visitor, other, { name: 'Mine now' });
    const missing = await put(visitor, { ...other, id: 999_999_999 }, { name: 'Mine now' });
    assert.deepEqual([foreign.status, foreign.text], [404, missing.text]);
    assert.equal((await (await signedIn(other)).ask('GET', '/user/v1/user-info/')).json.name, other.email);
  });

  it('tells whoever saves second, with the account as it is stored', async () => {
    const user = await makeUser(test);
    const visitor = await signedIn(user);
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => put(visitor, user, { name, version: 1 })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)?.json;
    const loser = await put(visitor, user, { name: 'Late', version: 1 });
    assert.deepEqual(
      [loser.status, loser.json.stored.name, loser.json.stored.version],
      [409, winner.name, 2],
    );
  });

  describe('of its password', () => {
    it('asks for the current one', async () => {
      const user = await makeUser(test);
      const visitor = await signedIn(user);
      assert.deepEqual(faultOf(await put(visitor, user, { password })), [
        400,
        'current_password',
        'password_needed',
      ]);
      const wrong = await put(visitor, user, { password, current_password: 'not this one' });
      assert.deepEqual(faultOf(wrong), [400, 'current_password', 'password_wrong']);
      assert.equal((await new Visitor(test).signIn(user.email, user.password)).status, 200);
    });

    it('asks of the new one what registering does', async () => {
      const user = await makeUser(test);
      const visitor = await signedIn(user);
      const current_password = user.password;
      for (const [given, path, code] of [
        [{ password: 'short' }, 'password', 'password_short'],
        [{ password: 'unbelievable' }, 'password', 'password_common'],
        [{ password, password_confirm: 'other' }, 'password_confirm', 'password_confirm'],
        [{ password: 'Giulia Neri 12', name: 'Giulia Neri' }, 'password', 'password_personal'],
      ] as const) {
        assert.deepEqual(faultOf(await put(visitor, user, { ...given, current_password })), [
          400,
          path,
          code,
        ]);
      }
    });

    it('ends every session but this one, and the links that wait', async () => {
      const company = await makeCompany(test.pool, 'Changing');
      const user = await makeUser(test, { company, roles: ['VIEWER'] });
      const [visitor, other] = [await signedIn(user), await signedIn(user)];
      const moving = { email: newEmail(), current_password: user.password };
      assert.equal((await put(other, user, moving)).status, 200);
      const token = await linkFor(test, moving.email, 'confirm-email');
      const changed = await put(visitor, user, {
        password,
        password_confirm: password,
        current_password: user.password,
      });
      assert.deepEqual([changed.status, changed.json.pending_email], [200, null]);
      assert.equal((await visitor.ask('GET', '/user/v1/user-info/')).status, 200);
      assert.equal((await visitor.refresh()).status, 200);
      assert.equal((await other.ask('GET', '/user/v1/user-info/')).status, 401);
      assert.equal((await other.refresh()).status, 401);
      assert.equal((await visitor.ask('POST', '/user/v1/email/confirm/', { token })).status, 400);
      assert.equal((await new Visitor(test).signIn(user.email, user.password)).status, 401);
      assert.equal((await new Visitor(test).signIn(user.email, password)).status, 200);
      const [entry] = await auditOf(test, company.company_id, { action: 'password.changed' });
      assert.deepEqual([entry?.actor_id, entry?.address, entry?.detail], [user.id, '198.51.100.1', {}]);
    });

    it('is guessed at ten times by a session, and no other session suffers', async () => {
      const company = await makeCompany(test.pool, 'Guessed at');
      const user = await makeUser(test, { company, roles: ['VIEWER'] });
      const [thief, owner] = [await signedIn(user), await signedIn(user)];
      const statuses: number[] = [];
      for (let n = 0; n < 12; n++)
        statuses.push((await put(thief, user, { password, current_password: `guess ${n}` })).status);
      assert.deepEqual(statuses, [...Array(10).fill(400), 429, 429]);
      assert.equal((await put(owner, user, { password, current_password: user.password })).status, 200);
      const failed = await auditOf(test, company.company_id, { action: 'proof.failed', count: 10 });
      assert.deepEqual(
        failed,
        Array(10).fill({
          actor_id: user.id,
          address: '198.51.100.1',
          target: String(user.id),
          detail: { step: 'password' },
        }),
      );
      assert.equal((await auditOf(test, company.company_id, { action: 'proof.limited' })).length, 1);
    });
  });

  describe('of its address', () => {
    it('waits for the link that goes to the new one, and the old one is told', async () => {
      const company = await makeCompany(test.pool, 'Moving');
      const user = await makeUser(test, { company, roles: ['VIEWER'] });
      const visitor = await signedIn(user);
      const email = newEmail();
      const needed = await put(visitor, user, { email });
      assert.deepEqual(faultOf(needed), [400, 'current_password', 'password_needed']);
      const asked = await put(visitor, user, { email: email.toUpperCase(), current_password: user.password });
      assert.deepEqual([asked.status, asked.json.email, asked.json.pending_email], [200, user.email, email]);
      const [note] = await mailTo(test, user.email);
      assert.equal(note?.subject, 'L’indirizzo del tuo account sta per cambiare');
      assert.ok(note?.body_text.includes(email) && !note.body_text.includes('token='));
      const token = await linkFor(test, email, 'confirm-email');
      const answers = await Promise.all(
        [1, 2, 3].map(() => new Visitor(test).ask('POST', '/user/v1/email/confirm/', { token })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400]);
      const now = (await visitor.ask('GET', '/user/v1/user-info/')).json;
      assert.deepEqual([now.email, now.pending_email, now.confirmed], [email, null, true]);
      assert.equal((await new Visitor(test).signIn(user.email, user.password)).status, 401);
      assert.equal((await new Visitor(test).signIn(email, user.password)).status, 200);
      assert.equal((await auditOf(test, company.company_id, { action: 'email.changed' })).length, 1);
    });

    it('says nothing of an address that somebody else has, and does not take it from them', async () => {
      const [user, other] = [await makeUser(test), await makeUser(test)];
      const visitor = await signedIn(user);
      const taken = await put(visitor, user, { email: other.email, current_password: user.password });
      const free = await put(visitor, user, { email: newEmail(), current_password: user.password });
      assert.deepEqual([taken.status, Object.keys(taken.json)], [free.status, Object.keys(free.json)]);
      await put(visitor, user, { email: other.email, current_password: user.password });
      const token = await linkFor(test, other.email, 'confirm-email');
      const refused = await visitor.ask('POST', '/user/v1/email/confirm/', { token });
      assert.deepEqual(
        [refused.status, refused.json.detail, faultOf(refused)[2]],
        [409, 'This address cannot be used', 'email_unavailable'],
      );
      assert.equal((await new Visitor(test).signIn(other.email, other.password)).json.user.id, other.id);
    });

    it('waits for the latest link only, and not once it is given up; who sends back the present address changes nothing', async () => {
      const user = await makeUser(test);
      const visitor = await signedIn(user);
      const [first, second] = [newEmail(), newEmail()];
      const current_password = user.password;
      await put(visitor, user, { email: first, current_password });
      const old = await linkFor(test, first, 'confirm-email');
      assert.equal(
        (await put(visitor, user, { email: second, current_password })).json.pending_email,
        second,
      );
      assert.equal((await visitor.ask('POST', '/user/v1/email/confirm/', { token: old })).status, 400);
      const { pending_email, ...echoed } = (await put(visitor, user, { email: user.email })).json;
      assert.equal(pending_email, second);
      assert.equal((await put(visitor, user, { ...echoed, pending_email })).json.pending_email, second);
      assert.equal((await put(visitor, user, { pending_email: null })).json.pending_email, null);
      const token = await linkFor(test, second, 'confirm-email');
      assert.equal((await visitor.ask('POST', '/user/v1/email/confirm/', { token })).status, 400);
    });

    it('may send its link once more, and no more than three an hour', async () => {
      const user = await makeUser(test);
      const visitor = await signedIn(user);
      const email = newEmail();
      await put(visitor, user, { email, current_password: user.password });
      const first = await linkFor(test, email, 'confirm-email');
      assert.equal((await visitor.ask('POST', `/user/v1/user-info/${user.id}/confirmation/`)).status, 200);
      const token = await linkFor(test, email, 'confirm-email', { but: [first] });
      const third = { email: newEmail(), current_password: user.password };
      assert.equal((await put(visitor, user, third)).status, 200);
      const fourth = await put(visitor, user, { ...third, email: newEmail(), name: 'Not kept' });
      assert.deepEqual([fourth.status, fourth.json.errors[0].code], [429, 'too_many_links']);
      const now = (await visitor.ask('GET', '/user/v1/user-info/')).json;
      assert.deepEqual([now.pending_email, now.name], [third.email, user.email], 'all of it or nothing');
      assert.equal((await visitor.ask('POST', '/user/v1/email/confirm/', { token })).status, 400);
    });
  });
});

describe("sessions of one's own", () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  async function signedIn(user: TestUser, address: string): Promise<Visitor> {
    const visitor = new Visitor(test, address);
    assert.equal((await visitor.signIn(user.email, user.password)).status, 200);
    return visitor;
  }
  const listed = async (visitor: Visitor) => (await visitor.ask('GET', '/user/v1/sessions/')).json;

  it("are listed with browser, address and last use, the latest used first, and nobody else's", async () => {
    const [user, other] = [await makeUser(test), await makeUser(test)];
    const home = await signedIn(user, '198.51.100.1');
    const away = await signedIn(user, '2001:db8::7');
    await signedIn(other, '198.51.100.3');
    const sessions = await listed(home);
    assert.deepEqual(
      sessions.map(({ address, user_agent, current }: Record<string, unknown>) => [
        address,
        user_agent,
        current,
      ]),
      [
        ['2001:db8::7', 'Visitor/1.0', false],
        ['198.51.100.1', 'Visitor/1.0', true],
      ],
    );
    assert.equal((await away.ask('GET', '/user/v1/sessions/')).json[0].current, true);
  });

  it('leave who ended them, from where, and once: by signing out, by their cookie alone, from another device', async () => {
    const company = await makeCompany(test.pool, 'Signing out');
    const user = await makeUser(test, { company, roles: ['VIEWER'] });
    const [one, two, home] = [
      await signedIn(user, '198.51.100.11'),
      await signedIn(user, '198.51.100.12'),
      await signedIn(user, '198.51.100.13'),
    ];
    const refresh = two.cookies.get('meridiana_refresh');
    const [, other] = await listed(home);
    assert.equal((await one.ask('POST', '/user/v1/logout/', {})).status, 204);
    const byToken = new Visitor(test, '198.51.100.14');
    for (let n = 0; n < 2; n++)
      assert.equal((await byToken.ask('POST', '/user/v1/logout/', { refresh })).status, 204);
    const out = await auditOf(test, company.company_id, { action: 'sign_out', count: 2 });
    assert.deepEqual(
      out.map(({ actor_id, address }) => [actor_id, address]),
      [
        [user.id, '198.51.100.11'],
        [user.id, '198.51.100.14'],
      ],
    );
    await signedIn(user, '198.51.100.15');
    const [{ id }] = (await listed(home)).filter(({ current }: { current: boolean }) => !current);
    assert.notEqual(id, other.id);
    assert.equal((await home.ask('DELETE', `/user/v1/sessions/${id}/`)).status, 204);
    const ended = await auditOf(test, company.company_id, { action: 'sign_out.session' });
    assert.deepEqual(
      ended.map(({ address, detail }) => [address, detail]),
      [['198.51.100.13', { session: id }]],
    );
  });

  it('note where they were last renewed from', async () => {
    const user = await makeUser(test);
    const visitor = await signedIn(user, '198.51.100.1');
    const moved = new Visitor(test, '203.0.113.9');
    for (const [name, value] of visitor.cookies) moved.cookies.set(name, value);
    await test.arrange(`update user_session set last_used_at = now() - interval '1 day' where user_id = $1`, [
      user.id,
    ]);
    assert.equal((await moved.refresh()).status, 200);
    const [session] = await listed(moved);
    assert.equal(session.address, '203.0.113.9');
    assert.ok(Date.now() - Date.parse(session.last_used_at) < 60_000);
    assert.ok(Date.parse(session.created_at) <= Date.parse(session.last_used_at));
  });

  it("are ended one by one: access and renewal at once, and only one's own", async () => {
    const [user, other] = [await makeUser(test), await makeUser(test)];
    const [home, away] = [await signedIn(user, '198.51.100.1'), await signedIn(user, '198.51.100.2')];
    const stranger = await signedIn(other, '198.51.100.3');
    const lost = (await listed(away)).find(({ current }: { current: boolean }) => current);
    assert.equal((await stranger.ask('DELETE', `/user/v1/sessions/${lost.id}/`)).status, 404);
    assert.equal((await home.ask('DELETE', `/user/v1/sessions/${lost.id}/`)).status, 204);
    assert.equal((await away.ask('GET', '/user/v1/user-info/')).status, 401);
    assert.equal((await away.refresh()).status, 401);
    assert.equal((await home.ask('DELETE', `/user/v1/sessions/${lost.id}/`)).status, 404);
    assert.equal((await listed(home)).length, 1);
    const [own] = await listed(home);
    assert.equal((await home.ask('DELETE', `/user/v1/sessions/${own.id}/`)).status, 204);
    assert.equal(home.cookies.has('meridiana_refresh'), false);
  });

  it('are ended all at once, this one too, which stands in the audit', async () => {
    const company = await makeCompany(test.pool, 'Leaving');
    const user = await makeUser(test, { company, roles: ['VIEWER'] });
    const visitors = [await signedIn(user, '198.51.100.1'), await signedIn(user, '198.51.100.2')];
    assert.equal((await visitors[0]?.ask('DELETE', '/user/v1/sessions/'))?.status, 204);
    assert.deepEqual([...(visitors[0]?.cookies.keys() ?? [])], ['meridiana_browser']);
    for (const visitor of visitors) {
      assert.equal((await visitor.ask('GET', '/user/v1/user-info/')).status, 401);
      assert.equal((await visitor.refresh()).status, 401);
    }
    assert.equal((await auditOf(test, company.company_id, { action: 'sign_out.everywhere' })).length, 1);
    const signIns = await auditOf(test, company.company_id, { action: 'sign_in', count: 2 });
    assert.deepEqual(
      signIns.map(({ address, detail }) => [address, detail]),
      [
        ['198.51.100.1', { by: 'password' }],
        ['198.51.100.2', { by: 'password' }],
      ],
    );
  });
});
