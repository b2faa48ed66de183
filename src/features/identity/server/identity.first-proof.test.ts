import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { linkFor, Visitor } from '../../../../tests/support/accounts.ts';
import { createTestApp, join, makeKey, makePlant, type TestApp } from '../../../../tests/support/app.ts';
import { makeInviting } from '../../../../tests/support/companies.ts';
import { hashForBroker } from '../../../shared/server/mosquitto-hash.ts';
import { inScope, type Scope, scopeOfPerson } from '../../../shared/server/tenancy.ts';
import { createKey } from '../../companies/server/keys.service.ts';
import { createDevice } from '../../plants/server/plants.service.ts';

const password = 'il vento gira le pale';
let counter = 0;

describe('the first proof of an address', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  /** Somebody registers another's address, and plants what an account can have that was made before an upgrade. */
  async function squatted() {
    const email = `victim-${++counter}@example.org`;
    const stranger = new Visitor(test, '203.0.113.66');
    await stranger.ask('POST', '/user/v1/register/', { name: 'Mallory', email, password });
    const link = await linkFor(test, email, 'confirm-email');
    const { user } = (await stranger.signIn(email, password)).json;
    const founded = (await stranger.ask('POST', '/api/v1/company/', { name: `Planted ${counter}` })).json;
    const scope = scopeOfPerson(founded.id_client, { user_id: user.id, address: null });
    const planted = await plant(scope, user.id);
    await test.arrange(
      `insert into second_factor (user_id, sealed_secret, enabled_at) values ($1, '\\x00', now())`,
      [user.id],
    );
    return { email, stranger, link, id: user.id as number, scope, ...planted };
  }
  async function plant(scope: Scope, user_id: number) {
    const { company_id } = scope;
    const key = await inScope(test.pool, scope, (tx) => createKey(tx, { name: 'spy', scopes: ['read'] }));
    const plant_id = await makePlant(test.pool, scope, 'P1');
    const device = await inScope(test.pool, { ...scope, plants: 'all' }, (tx) =>
      createDevice(tx, {
        proj_code: 'P1',
        short_name: 'D1',
        category: 'inverter',
        variables: [{ name: 'ac_power_kw' }],
      }),
    );
    await test.arrange(
      `with c as (insert into mqtt_credential (company_id, device_id, secret_hash, created_by) values ($1, $2, $4, $3))
       insert into webhook (company_id, name, url, sealed_secret, created_by) values ($1, 'spy', 'https://spy.example', '', $3)`,
      [company_id, device.id, user_id, await hashForBroker('secret')],
    );
    return { key: key.key, plant_id };
  }
  const actsOf = async ({ company_id }: Scope) => {
    const [row] = await test.arrange<{ keys: number; credentials: number; webhooks: number }>(
      `select (select count(*) from api_key where company_id = $1 and revoked_at is null)::int as keys,
         (select count(*) from mqtt_credential where company_id = $1)::int as credentials,
         (select count(*) from webhook where company_id = $1)::int as webhooks`,
      [company_id],
    );
    return [row?.keys, row?.credentials, row?.webhooks];
  };
  const reads = async (key: string, { company_id }: Scope) =>
    (
      await new Visitor(test).ask('GET', '/api/v1/plants/', undefined, {
        authorization: `Bearer ${key}`,
        'id-client': String(company_id),
      })
    ).status;
  const confirm = (given: object) => new Visitor(test).ask('POST', '/user/v1/email/confirm/', given);

  it('by the mailed link asks for the password of the account, and keeps everything', async () => {
    const { email, link, stranger, key, scope } = await squatted();
    const asked = await confirm({ token: link });
    assert.deepEqual(
      [asked.status, asked.json.errors[0].path, asked.json.errors[0].code, asked.json.email],
      [400, 'password', 'password_needed', email],
    );
    const wrong = await confirm({ token: link, password: 'the owner knows no password' });
    assert.deepEqual([wrong.status, wrong.json.errors[0].code], [400, 'password_wrong']);
    assert.equal((await stranger.ask('GET', '/user/v1/user-info/')).json.confirmed, false);
    assert.equal((await confirm({ token: link, password })).status, 200);
    const { json } = await stranger.ask('GET', '/user/v1/user-info/');
    assert.deepEqual([json.confirmed, json.second_factor, json.companies[0].claim_due], [true, true, false]);
    assert.deepEqual([await reads(key, scope), await actsOf(scope)], [200, [1, 1, 1]]);
  });

  it('by the mailed link lets nobody guess the password without end', async () => {
    const { link } = await squatted();
    const guess = () => confirm({ token: link, password: 'guessed' });
    for (let i = 0; i < 10; i++) assert.equal((await guess()).status, 400);
    assert.equal((await guess()).status, 429);
  });

  it('by recovery ends what a stranger planted, and asks whether the company stays', async () => {
    const { email, stranger, key, scope, id } = await squatted();
    const owner = new Visitor(test);
    await owner.ask('POST', '/user/v1/recover/', { email });
    const token = await linkFor(test, email, 'recover');
    const chosen = 'una password tutta nuova';
    assert.equal(
      (await owner.ask('POST', '/user/v1/recover/confirm/', { token, password: chosen })).status,
      200,
    );
    assert.equal((await stranger.ask('GET', '/user/v1/user-info/')).status, 401);
    assert.equal((await stranger.refresh()).status, 401);
    const { status, json } = await owner.signIn(email, chosen);
    assert.deepEqual(
      [status, json.user.second_factor, json.user.companies.length],
      [200, false, 1],
      json.detail,
    );
    assert.equal(json.user.companies[0].claim_due, true);
    assert.deepEqual([await reads(key, scope), await actsOf(scope)], [401, [0, 0, 0]]);
    await decide(owner, scope);
    const again = await linkAgain(owner, email);
    await inScope(test.pool, scope, (tx) => createKey(tx, { name: 'mine', scopes: ['read'] }));
    assert.equal(
      (await owner.ask('POST', '/user/v1/recover/confirm/', { token: again, password })).status,
      200,
    );
    assert.deepEqual((await actsOf(scope))[0], 1, 'a later recovery ends none of one’s own');
    assert.ok(id > 0);
  });
  const linkAgain = async (visitor: Visitor, email: string) => {
    await test.arrange(`delete from mail_outbox where to_address = $1`, [email]);
    await visitor.ask('POST', '/user/v1/recover/', { email });
    return linkFor(test, email, 'recover');
  };
  /** The owner says that the company stays, which nobody else may say. */
  async function decide(owner: Visitor, { company_id }: Scope): Promise<void> {
    const keep = (who: Visitor, company = company_id) =>
      who.ask('POST', `/api/v1/company/${company}/keep/`, undefined, { 'id-client': String(company_id) });
    const manager = new Visitor(test);
    const made = await makeInviting(test, 'Elsewhere');
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api/v1/company/${company_id}/keep/`,
      headers: { ...made.owner, 'id-client': String(company_id) },
    });
    assert.equal(answer.statusCode, 403);
    assert.equal((await keep(manager)).status, 401);
    assert.equal((await keep(owner, company_id + 1)).status, 404);
    assert.equal((await keep(owner)).status, 204);
    assert.equal((await keep(owner)).status, 204, 'saying so twice changes nothing');
    assert.equal((await owner.ask('GET', '/user/v1/user-info/')).json.companies[0].claim_due, false);
  }

  it('by an invitation’s mailed link ends it as well, but for the session that followed it', async () => {
    const { email, stranger, key, scope } = await squatted();
    await test.arrange(
      'delete from second_factor where user_id = (select id from user_account where email = $1)',
      [email],
    );
    const from = await makeInviting(test, 'Inviting');
    await from.invited({ email });
    const owner = new Visitor(test);
    assert.equal((await owner.signIn(email, password)).status, 200);
    const token = await from.mailed(email);
    const joined = await owner.ask('POST', '/user/v1/invitations/accept/', { token });
    assert.equal(joined.status, 200, joined.text);
    assert.equal((await stranger.ask('GET', '/user/v1/user-info/')).status, 401);
    const { json } = await owner.ask('GET', '/user/v1/user-info/');
    const due = (one: { id_client: number; claim_due: boolean }) => [
      one.id_client === scope.company_id,
      one.claim_due,
    ];
    assert.deepEqual(json.companies.map(due).sort(), [
      [false, false],
      [true, true],
    ]);
    assert.deepEqual([await reads(key, scope), await actsOf(scope)], [401, [0, 0, 0]]);
  });

  it('ends nothing of others, nor of a company that somebody else made', async () => {
    const { email, id } = await squatted();
    const from = await makeInviting(test, 'Employer');
    await join(test, from.scope, id, { roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeKey(test, from.scope);
    const owner = new Visitor(test);
    await owner.ask('POST', '/user/v1/recover/', { email });
    const token = await linkFor(test, email, 'recover');
    assert.equal((await owner.ask('POST', '/user/v1/recover/confirm/', { token, password })).status, 200);
    assert.deepEqual((await actsOf(from.scope))[0], 1);
    const { companies } = (await owner.signIn(email, password)).json.user;
    const employer = companies.find((one: { id_client: number }) => one.id_client === from.scope.company_id);
    assert.equal(employer.claim_due, false);
  });
});
