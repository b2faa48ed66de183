import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { plantCanaries } from '../../../tests/contract/support/canaries.ts';
import { makeWorld } from '../../../tests/contract/support/world.ts';
import { linkFor, mailTo, Visitor } from '../../../tests/support/accounts.ts';
import { createTestApp, join, makeUser, type TestApp } from '../../../tests/support/app.ts';
import { membersApi } from '../../features/companies/server/members.public.ts';
import { listDue } from '../../features/identity/server/unconfirmed.repository.ts';
import { tendUnconfirmed, type UnconfirmedDeps } from '../../features/identity/server/unconfirmed.service.ts';
import { createMailer } from '../../shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../shared/server/mail/sealed-links.ts';
import { removeExpired } from './housekeeping.ts';
import { kindsOfMade } from './made-things.ts';

const password = 'il vento gira le pale';
let counter = 0;

describe('accounts that stay unconfirmed', () => {
  let test: TestApp;
  let deps: UnconfirmedDeps;
  let email: string;
  let visitor: Visitor;
  let id: number;
  let company_id: number;
  const warned: unknown[] = [];
  before(async () => {
    test = await createTestApp();
    const key = test.keyFor(MAIL_KEY);
    deps = {
      pool: test.pool,
      mailer: createMailer({ send: async () => undefined }, { providerName: 'Test', key }),
      members: membersApi(test.pool, kindsOfMade),
      publicUrl: 'https://portal.example.test',
      log: { warn: (...said: unknown[]) => void warned.push(said) },
    };
  });
  after(() => test?.close());
  beforeEach(async () => {
    await test.arrange(
      'update user_account set confirmed_at = now() where confirmed_at is null and deleted_at is null',
    );
    email = `late-${++counter}@example.org`;
    visitor = new Visitor(test);
    await visitor.ask('POST', '/user/v1/register/', { name: 'Late', email, password, language: 'en' });
    const { json } = await visitor.signIn(email, password);
    id = json.user.id;
    company_id = (await visitor.ask('POST', '/api/v1/company/', { name: `Late ${counter}` })).json.id_client;
  });

  const days = async (count: number): Promise<void> => {
    await test.arrange(
      `update user_account set unconfirmed_since = unconfirmed_since - make_interval(days => $2),
         confirm_warned_at = confirm_warned_at - make_interval(days => $2), disabled_at = disabled_at - make_interval(days => $2)
       where id = $1`,
      [id, count],
    );
    // Read first: on several machines an instant is shifted in no update.
    const [company] = await test.arrange<{ earlier: Date | null }>(
      'select disabled_at - make_interval(days => $2) as earlier from company where id_client = $1',
      [company_id, count],
    );
    await test.arrange('update company set disabled_at = $2 where id_client = $1', [
      company_id,
      company?.earlier ?? null,
    ]);
    await tendUnconfirmed(deps);
    await tendUnconfirmed(deps);
  };
  const subjects = async () => (await mailTo(test, email)).map(({ subject }) => subject).reverse();
  const signIn = () => new Visitor(test).signIn(email, password);
  const disabled = async () => {
    for (const step of [3.5, 3.5, 1.5].map(Math.ceil)) await days(step);
  };

  it('are warned twice, and disabled after seven days with the companies that they have alone', async () => {
    await days(2);
    assert.equal((await subjects()).length, 1, 'the link of the registration');
    await days(2);
    const warning = 'Your address is still to be confirmed';
    assert.deepEqual((await subjects()).slice(1), [warning]);
    await days(4);
    assert.deepEqual((await subjects()).slice(1), [warning, warning]);
    assert.equal((await signIn()).status, 200, 'eight days, and the second warning is fresh');
    await days(2);
    assert.deepEqual((await subjects()).slice(3), ['Your account is disabled']);
    const refused = await signIn();
    assert.deepEqual([refused.status, refused.json.errors[0].code], [403, 'account_disabled']);
    assert.equal((await visitor.ask('GET', '/user/v1/user-info/')).status, 401);
    assert.equal((await visitor.refresh()).status, 401);
    const [company] = await test.arrange<{ enabled: boolean }>(
      'select enabled from company where id_client = $1',
      [company_id],
    );
    assert.equal(company?.enabled, false);
    assert.equal(
      (await new Visitor(test).signIn(email, 'wrong')).status,
      401,
      'who guesses learns nothing of it',
    );
  });

  it('are as they were once the address is confirmed, by the link that was mailed', async () => {
    await disabled();
    const token = await linkFor(test, email, 'confirm-email');
    const confirmed = await new Visitor(test).ask('POST', '/user/v1/email/confirm/', { token, password });
    assert.equal(confirmed.status, 200, confirmed.text);
    const { json } = await signIn();
    assert.deepEqual(
      json.user.companies.map((one: { id_client: number }) => one.id_client),
      [company_id],
    );
    await days(60);
    assert.equal((await signIn()).status, 200);
  });

  it('are open again after recovery, which proves the address too', async () => {
    await disabled();
    await new Visitor(test).ask('POST', '/user/v1/recover/', { email });
    const token = await linkFor(test, email, 'recover');
    await new Visitor(test).ask('POST', '/user/v1/recover/confirm/', { token, password });
    const { json } = await signIn();
    assert.deepEqual(
      json.user.companies.map((one: { claim_due: boolean }) => one.claim_due),
      [true],
    );
  });

  it('are purged 30 days later with what they own alone, and nothing of others', async () => {
    const world = await makeWorld(test);
    await plantCanaries(world);
    const others = await makeWorld(test);
    await plantCanaries(others);
    await test.arrange('delete from company_user where company_id = $1', [world.scope.company_id]);
    await join(test, world.scope, id, { roles: ['COMPANY_OWNER', 'APP_0'] });
    await join(test, others.scope, id, { roles: ['WORKER'] });
    const rows = async (company: number) => {
      const tables = await test.arrange<{ name: string }>(
        `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
      );
      const counted = tables.map(async ({ name }) => {
        const [row] = await test.arrange<{ n: number }>(
          `select count(*)::int as n from ${name} where company_id = $1`,
          [company],
        );
        return row?.n ?? 0;
      });
      return (await Promise.all(counted)).filter((n) => n > 0).length;
    };
    const before = [await rows(world.scope.company_id), await rows(others.scope.company_id)];
    assert.ok((before[0] ?? 0) > 30, String(before));
    await disabled();
    await days(29);
    assert.equal(await rows(world.scope.company_id), before[0]);
    await test.arrange(`update company set disabled_at = now() - interval '31 days' where owner_unconfirmed`);
    await days(2);
    assert.deepEqual(
      [await rows(world.scope.company_id), await rows(others.scope.company_id)],
      [0, before[1]],
    );
    assert.deepEqual(
      await test.arrange('select from company where id_client = any($1)', [
        [company_id, world.scope.company_id],
      ]),
      [],
    );
    assert.deepEqual(
      await test.arrange('select to_regclass(s) as left from unnest($1::text[]) s', [
        [`company_${company_id}_ids`, `company_${world.scope.company_id}_ids`],
      ]),
      [{ left: null }, { left: null }],
      'nor what numbered their rows',
    );
    const [account] = await test.arrange<{ email: string; gone: boolean }>(
      'select email, deleted_at is not null as gone from user_account where id = $1',
      [id],
    );
    assert.deepEqual(account, { email: `removed-${id}@invalid`, gone: true });
    assert.deepEqual(warned, []);
    const anew = await new Visitor(test).ask('POST', '/user/v1/register/', {
      name: 'Owner',
      email,
      password,
    });
    assert.equal(anew.status, 201, 'the address is free');
  });

  it('leave companies open that others belong to, and stay where they are the last owner of one', async () => {
    const colleague = await makeUser(test);
    await test.arrange(
      `insert into company_user (company_id, user_id, first_name, last_name, roles) values ($1, $2, '', '', '{WORKER}')`,
      [company_id, colleague.id],
    );
    await disabled();
    await days(40);
    const [row] = await test.arrange<{ enabled: boolean; deleted_at: Date | null }>(
      'select c.enabled, a.deleted_at from company c, user_account a where c.id_client = $1 and a.id = $2',
      [company_id, id],
    );
    assert.deepEqual(row, { enabled: true, deleted_at: null });
    assert.deepEqual(
      warned.splice(0).map((one) => (one as [{ user_id: number }])[0].user_id),
      [id],
      'whoever runs the installation is told, once',
    );
    const later = await makeUser(test);
    await test.arrange(
      `update user_account set confirmed_at = null, disabled_at = now() - interval '31 days' where id = $1`,
      [later.id],
    );
    assert.deepEqual(await listDue(test.pool, 'purge'), [later.id, id], "it is in nobody's way");
    await tendUnconfirmed(deps);
    assert.deepEqual(await listDue(test.pool, 'purge'), [id]);
    assert.deepEqual(warned, []);
    await test.arrange(
      `update company_user set roles = '{COMPANY_OWNER}' where company_id = $1 and user_id = $2`,
      [company_id, colleague.id],
    );
    await tendUnconfirmed(deps);
    assert.deepEqual(await listDue(test.pool, 'purge'), [], 'and it goes once there is another owner');
  });

  it('are left alone where no mail goes out', async () => {
    await test.arrange(
      `update user_account set unconfirmed_since = now() - interval '90 days' where id = $1`,
      [id],
    );
    await removeExpired(test.work);
    assert.equal((await subjects()).length, 1);
    assert.equal((await signIn()).status, 200);
  });
});
