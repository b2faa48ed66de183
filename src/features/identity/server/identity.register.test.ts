import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { linkFor, mailTo, statementsOf, Visitor } from '../../../../tests/support/accounts.ts';
import { createTestApp, makeCompany, makeUser, signIn, type TestApp } from '../../../../tests/support/app.ts';
import { newInvitationTokens } from '../../companies/server/invitation-link.ts';

const password = 'il sole sopra i tetti';
let made = 0;
const newEmail = () => `registering${made++}@example.org`;

async function invite(
  test: TestApp,
  company_id: number,
  email: string,
): Promise<{ mailed: string; handed: string }> {
  const { mailed, handed, digest } = newInvitationTokens();
  await test.arrange(
    `insert into invitation (company_id, email, roles, digest, expires_at)
     values ($1, $2, '{VIEWER}', $3, now() + interval '7 days')`,
    [company_id, email, digest],
  );
  return { mailed, handed };
}

describe('registering', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  const register = (given: object, on = test) =>
    new Visitor(on).ask('POST', '/user/v1/register/', { name: 'Anna Verdi', password, ...given });
  const faultsOf = ({ json }: { json: { errors: { path: string; code: string; message: string }[] } }) =>
    json.errors.map(({ path, code, message }) => [path, code, message]);

  async function accountOf(email: string, on = test) {
    const [row] = await on.arrange<{ id: number; confirmed: boolean; name: string; language: string }>(
      'select id::int, name, language, confirmed_at is not null as confirmed from user_account where email = $1',
      [email],
    );
    return row;
  }

  it('makes an account that signs in, says so in the sentence of the specification, and mails a link', async () => {
    const email = newEmail();
    const answer = await register({ email: email.toUpperCase(), password_confirm: password, language: 'en' });
    assert.deepEqual([answer.status, answer.json], [201, { detail: 'User registered successfully' }]);
    const visitor = new Visitor(test);
    const { user } = (await visitor.signIn(email, password)).json;
    assert.deepEqual(
      [user.name, user.email, user.language, user.confirmed, user.companies],
      ['Anna Verdi', email, 'en', false, []],
    );
    const [mail] = await mailTo(test, email);
    assert.equal(mail?.subject, 'Confirm your email address');
    assert.match(mail?.body_text ?? '', /https:\/\/portal\.example\.test\/confirm-email\?token=[\w-]{43}\b/);
  });

  it('refuses a known address in the sentence of the specification, in any case, whoever comes first', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      [email, email.toUpperCase(), email].map((one) => register({ email: one })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
    const refused = await register({ email, name: 'Somebody Else' });
    assert.equal(refused.status, 409);
    assert.equal(refused.json.detail, 'A user with this credentials already exist');
    assert.deepEqual(faultsOf(refused), [
      ['email', 'email_taken', 'A user with this credentials already exist'],
    ]);
    assert.equal((await mailTo(test, email)).length, 1, 'the owner is not written to again');
    assert.equal((await accountOf(email))?.name, 'Anna Verdi');
  });

  it('costs a known address the same statements, of which nothing is kept', async () => {
    const known = (await makeUser(test)).email;
    const rows = () =>
      test.arrange('select (select count(*) from mailed_link) + (select count(*) from mail_outbox) as n');
    const before = await rows();
    const forKnown = await statementsOf(() => register({ email: known }));
    assert.deepEqual(await rows(), before);
    const forUnknown = await statementsOf(() => register({ email: newEmail() }));
    assert.deepEqual(forKnown.slice(0, -1), forUnknown.slice(0, -1));
    assert.deepEqual([forKnown.at(-1), forUnknown.at(-1)], ['rollback', 'commit']);
  });

  it('says at the field what is wrong with a password', async () => {
    const email = newEmail();
    const other = await register({ email, password_confirm: `${password}!` });
    assert.deepEqual(
      [other.status, faultsOf(other)],
      [400, [['password_confirm', 'password_confirm', 'The password and its confirm are not the same']]],
    );
    for (const [given, code] of [
      ['corta', 'password_short'],
      ['qwerty123456', 'password_common'],
      ['Anna Verdi 99', 'password_personal'],
      [email, 'password_personal'],
    ]) {
      const refused = await register({ email, password: given });
      assert.deepEqual(
        [
          refused.status,
          refused.json.errors.map((one: { path: string; code: string }) => [one.path, one.code]),
        ],
        [400, [['password', code]]],
        given,
      );
    }
    assert.equal(await accountOf(email), undefined);
  });

  it('says what is missing in the sentences of the form', async () => {
    const { status, json } = await register({ name: '', email: '', password: '' });
    assert.equal(status, 400);
    assert.deepEqual(
      json.errors.map(({ path, message }: { path: string; message: string }) => [path, message]),
      [
        ['name', 'required'],
        ['email', 'Insert email address'],
        ['password', 'Insert password'],
      ],
    );
  });

  it('by an invitation that was mailed joins the company, with a confirmed address, and needs no other link', async () => {
    const company = await makeCompany(test.pool, 'Inviting');
    const email = newEmail();
    const { mailed } = await invite(test, company.company_id, email);
    const answer = await register({ email: email.toUpperCase(), invitation: mailed });
    assert.equal(answer.status, 201, answer.text);
    const { user } = (await new Visitor(test).signIn(email, password)).json;
    assert.equal(user.confirmed, true);
    assert.deepEqual(
      user.companies.map(({ id_client, roles }: { id_client: number; roles: string[] }) => [
        id_client,
        roles,
      ]),
      [[company.company_id, ['VIEWER']]],
    );
    assert.deepEqual(await mailTo(test, email), []);
    const again = await register({ email: newEmail(), invitation: mailed });
    assert.deepEqual([again.status, again.json.errors[0].code], [400, 'invitation_invalid']);
  });

  it('by a link that the inviter handed over joins too, and the address is still to be confirmed', async () => {
    const company = await makeCompany(test.pool, 'Handing over');
    const email = newEmail();
    const { handed } = await invite(test, company.company_id, email);
    assert.equal((await register({ email, invitation: handed })).status, 201);
    const { user } = (await new Visitor(test).signIn(email, password)).json;
    assert.deepEqual([user.confirmed, user.companies.length], [false, 1]);
    assert.equal((await mailTo(test, email)).length, 1);
  });

  it('by one invitation twice at once joins once, and leaves no account behind that did not', async () => {
    const company = await makeCompany(test.pool, 'Once');
    const email = newEmail();
    const { mailed } = await invite(test, company.company_id, email);
    const answers = await Promise.all([1, 2, 3].map(() => register({ email, invitation: mailed })));
    assert.deepEqual(
      answers.map(({ status }) => status).filter((status) => status === 201),
      [201],
    );
    const members = await test.arrange('select 1 from company_user where company_id = $1', [
      company.company_id,
    ]);
    assert.equal(members.length, 1);
  });

  it("with somebody else's invitation makes an account that joins nothing", async () => {
    const company = await makeCompany(test.pool, 'Not for you');
    const { mailed } = await invite(test, company.company_id, 'somebody.else@example.org');
    const email = newEmail();
    assert.equal((await register({ email, invitation: mailed })).status, 201);
    const { user } = (await new Visitor(test).signIn(email, password)).json;
    assert.deepEqual([user.confirmed, user.companies], [false, []]);
  });
});

describe('registering where accounts are made by invitation only', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp({ registration: 'invite' });
  });
  after(() => test?.close());

  it('asks for an invitation that holds and was made for this address', async () => {
    const company = await makeCompany(test.pool, 'Closed');
    const email = newEmail();
    const { mailed } = await invite(test, company.company_id, email);
    const register = (given: object) =>
      new Visitor(test).ask('POST', '/user/v1/register/', { name: 'Anna Verdi', password, ...given });
    for (const [given, status, code] of [
      [{ email }, 403, 'invitation_needed'],
      [{ email, invitation: 'nonsense' }, 400, 'invitation_invalid'],
      [{ email: newEmail(), invitation: mailed }, 403, 'invitation_email'],
    ] as const) {
      const refused = await register(given);
      assert.deepEqual([refused.status, refused.json.errors[0].code], [status, code]);
    }
    assert.deepEqual(await test.arrange('select 1 from user_account'), []);
    assert.equal((await register({ email, invitation: mailed })).status, 201);
  });
});

describe('confirming an address', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  const confirm = (token: string) =>
    new Visitor(test).ask('POST', '/user/v1/email/confirm/', { token, password });
  async function registered() {
    const email = newEmail();
    await new Visitor(test).ask('POST', '/user/v1/register/', { name: 'Anna Verdi', email, password });
    return { email, token: await linkFor(test, email, 'confirm-email') };
  }

  it('is done by the mailed link, once, however many follow it at once', async () => {
    const { email, token } = await registered();
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(token)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400]);
    assert.deepEqual(answers.find(({ status }) => status === 200)?.json, { email });
    const refused = await confirm(token);
    assert.deepEqual([refused.json.errors[0].path, refused.json.errors[0].code], ['token', 'link_invalid']);
    assert.equal((await new Visitor(test).signIn(email, password)).json.user.confirmed, true);
  });

  it('is not done by a link that ran out, was made up, is for something else, or went to another address', async () => {
    const { email, token } = await registered();
    await new Visitor(test).ask('POST', '/user/v1/recover/', { email });
    const recover = await linkFor(test, email, 'recover');
    for (const wrong of ['x', token.slice(1), recover]) assert.equal((await confirm(wrong)).status, 400);
    await test.arrange(`update user_account set email = 'moved.' || email where email = $1`, [email]);
    assert.equal((await confirm(token)).status, 400);
    await test.arrange(`update user_account set email = $1 where email = 'moved.' || $1`, [email]);
    await test.arrange('update mailed_link set expires_at = now()');
    assert.equal((await confirm(token)).status, 400);
    assert.equal((await new Visitor(test).signIn(email, password)).json.user.confirmed, false);
  });

  it('may be asked for again, three times an hour, and the earlier links end', async () => {
    const { email, token } = await registered();
    const visitor = new Visitor(test);
    const { user } = (await visitor.signIn(email, password)).json;
    const again = () => visitor.ask('POST', `/user/v1/user-info/${user.id}/confirmation/`);
    const answers = [await again(), await again(), await again()];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 429],
    );
    assert.equal((await confirm(token)).status, 400);
    assert.equal((await confirm(await linkFor(test, email, 'confirm-email'))).status, 200);
    assert.equal((await again()).status, 409, 'nothing waits any more');
  });

  it('may be asked for oneself only', async () => {
    const [one, other] = [await makeUser(test), await makeUser(test)];
    const headers = await signIn(test, one);
    const answer = await new Visitor(test).ask(
      'POST',
      `/user/v1/user-info/${other.id}/confirmation/`,
      undefined,
      headers,
    );
    assert.equal(answer.status, 404);
  });
});
