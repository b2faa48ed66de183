import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createTestApp,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  type TestApp,
} from '../../../tests/support/app.ts';
import { insertSession, rotateToken } from '../../features/identity/server/sessions.repository.ts';
import { createLog } from '../../shared/server/log.ts';
import { digestOf } from '../../shared/server/tokens.ts';
import { removeExpired, startHousekeeping } from './housekeeping.ts';

const log = createLog('silent', 'test');
log.warn = (...said: unknown[]) => assert.fail(JSON.stringify(said));

describe('housekeeping', () => {
  let test: TestApp;
  let user_id: number;
  before(async () => {
    test = await createTestApp();
    user_id = (await makeUser(test)).id;
  });
  after(() => test?.close());

  /** A session whose refresh tokens are called `name`0, 1, …, each but the last used. */
  async function makeSession(name: string, uses: number): Promise<number> {
    const token = (i: number) => digestOf(`${name}${i}`);
    const session = { user_id, user_agent: '', address: '203.0.113.1', digest: token(0), days: 30 };
    const id = await insertSession(test.pool, session);
    for (let i = 0; i < uses; i++) {
      const { outcome } = await rotateToken(test.pool, {
        digest: token(i),
        successor: token(i + 1),
        days: 30,
      });
      assert.equal(outcome, 'rotated');
    }
    return id;
  }

  async function tokensLeft(name: string, made: number): Promise<number[]> {
    const rows = await test.arrange<{ digest: Buffer }>('select digest from refresh_token');
    const left = new Set(rows.map(({ digest }) => digest.toString('hex')));
    return Array.from({ length: made }, (_, i) => i).filter((i) =>
      left.has(digestOf(`${name}${i}`).toString('hex')),
    );
  }

  const sessionsLeft = async () =>
    (await test.arrange<{ id: number }>('select id::float8 from user_session')).map(({ id }) => id);

  it('removes old mail, and files that nothing took', async () => {
    const company = await makeCompany(test.pool, 'Kept for a while');
    await test.arrange(
      `with m as (insert into mail_outbox (to_address, language, subject, body_text, body_html, created_at) values
         ('a@example.org', 'it', 'old', '', '', now() - interval '8 days'), ('a@example.org', 'it', 'new', '', '', now()))
       insert into upload (company_id, content_type, file_name, expires_at, created_at) values
         ($1, 'text/csv', 'old', now(), now() - interval '2 hours'), ($1, 'text/csv', 'new', now(), now())`,
      [company.company_id],
    );
    await removeExpired({ ...test.work, log });
    assert.deepEqual(await test.arrange('select subject from mail_outbox'), [{ subject: 'new' }]);
    assert.deepEqual(await test.arrange('select file_name from upload'), [{ file_name: 'new' }]);
  });

  it('forgets in a disabled company as in any other', async () => {
    const company = await makeCompany(test.pool, 'Disabled');
    await test.arrange(
      `with c as (update company set enabled = false where id_client = $1),
       u as (insert into upload (company_id, content_type, file_name, expires_at, created_at)
         values ($1, 'text/csv', 'of a disabled company', now(), now() - interval '2 hours'))
       insert into invitation (company_id, email, roles, digest, expires_at, withdrawn_at)
         values ($1, 'old@example.org', '{VIEWER}', '\\x00', now(), now() - interval '31 days')`,
      [company.company_id],
    );
    await removeExpired({ ...test.work, log });
    assert.deepEqual(
      await test.arrange(
        'select file_name from upload where company_id = $1 union all select email from invitation where company_id = $1',
        [company.company_id],
      ),
      [],
    );
  });

  it('removes failed sign-ins a day after, not those of today', async () => {
    await test.arrange(
      `insert into sign_in_attempt (subject, tried_at, taken_by) values
         ('old', array[now() - interval '25 hours'], 1), ('new', array[now() - interval '23 hours'], 1), ('none', '{}', 1)`,
    );
    await removeExpired({ ...test.work, log });
    assert.deepEqual(await test.arrange('select subject from sign_in_attempt'), [{ subject: 'new' }]);
  });

  it('keeps what a living session needs: the token that holds, and those used within a day', async () => {
    const id = await makeSession('living', 4);
    await test.arrange(
      `update refresh_token set created_at = now() - interval '60 hours' where digest = $1`,
      [digestOf('living0')],
    );
    // Used 50, 40, 20 and 10 hours ago; each successor came into being at that moment.
    for (const [i, hours] of [50, 40, 20, 10].entries()) {
      await test.arrange(
        `update refresh_token set used_at = now() - make_interval(hours => $2) where digest = $1`,
        [digestOf(`living${i}`), hours],
      );
      await test.arrange(
        `update refresh_token set created_at = now() - make_interval(hours => $2) where digest = $1`,
        [digestOf(`living${i + 1}`), hours],
      );
    }
    await removeExpired({ ...test.work, log });
    assert.deepEqual(await tokensLeft('living', 5), [1, 2, 3, 4]);
    assert.ok((await sessionsLeft()).includes(id));
    const next = { digest: digestOf('living4'), successor: digestOf('living5'), days: 30 };
    assert.equal((await rotateToken(test.pool, next)).outcome, 'rotated');
  });

  it('removes the tokens of a session that ended, and the session 30 days later', async () => {
    const id = await makeSession('ended', 1);
    await test.arrange('update user_session set ended_at = now() where id = $1', [id]);
    await removeExpired({ ...test.work, log });
    assert.deepEqual(await tokensLeft('ended', 2), []);
    assert.ok((await sessionsLeft()).includes(id), 'its address is still known');
    await test.arrange(`update user_session set ended_at = now() - interval '31 days' where id = $1`, [id]);
    await removeExpired({ ...test.work, log });
    assert.ok(!(await sessionsLeft()).includes(id));
  });

  it('removes a session that nobody renewed', async () => {
    const [expired, rested] = [await makeSession('expired', 0), await makeSession('rested', 0)];
    await test.arrange(
      `update user_session set last_used_at = now() - interval '31 days' where id = any($1)`,
      [[expired, rested]],
    );
    await test.arrange('update refresh_token set expires_at = now() where session_id = $1', [expired]);
    await removeExpired({ ...test.work, log });
    const left = await sessionsLeft();
    assert.deepEqual([left.includes(expired), left.includes(rested)], [false, true]);
  });

  it('removes mailed links once the mail is gone that they were in, and second factors begun a day ago', async () => {
    await test.arrange(
      `insert into mailed_link (digest, user_id, purpose, email, expires_at, used_at)
       select sha256(name::bytea), $1, 'recover', name || '@example.org', expires_at, used_at from (values
         ('used', now() + interval '1 day', now() - interval '193 hours'),
         ('expired', now() - interval '193 hours', null),
         ('used this week', now() + interval '1 day', now() - interval '7 days'),
         ('open', now() + interval '1 minute', null)) as l (name, expires_at, used_at)`,
      [user_id],
    );
    const [begun, on] = [await makeUser(test), await makeUser(test)];
    await test.arrange(
      `insert into second_factor (user_id, sealed_secret, created_at, enabled_at) values
         ($1, '', now() - interval '25 hours', null), ($2, '', now() - interval '25 hours', now())`,
      [begun.id, on.id],
    );
    await removeExpired({ ...test.work, log });
    const links = await test.arrange<{ email: string }>('select email from mailed_link order by email');
    assert.deepEqual(
      links.map(({ email }) => email),
      ['open@example.org', 'used this week@example.org'],
    );
    const factors = await test.arrange<{ id: number }>('select user_id::int as id from second_factor');
    assert.deepEqual(factors, [{ id: on.id }]);
  });

  it("removes each company's old progress and files, by itself as time goes", async () => {
    for (const name of ['One', 'Two']) {
      const scope = await makeCompany(test.pool, name);
      const plant = await makePlant(test.pool, scope, 'P1');
      const device = await makeDevice(test.pool, scope, plant, 'D1', ['ac_power_kw']);
      await test.arrange(
        `insert into progress (company_id, kind, state, message, updated_at) values
           ($1, 'import', 'done', 'old', now() - interval '31 days'),
           ($1, 'import', 'failed', 'old', now() - interval '31 days'),
           ($1, 'import', 'done', 'kept', now() - interval '29 days'),
           ($1, 'import', 'running', 'kept', now() - interval '31 days')`,
        [scope.company_id],
      );
      await test.arrange(
        `insert into import_file (company_id, device_id, file_name, content, created_at) values
           ($1, $2, 'old', 'x', now() - interval '25 hours'), ($1, $2, 'kept', 'x', now() - interval '23 hours')`,
        [scope.company_id, device],
      );
    }
    const housekeeping = startHousekeeping({ ...test.work, log }, { first_ms: 1, every_ms: 10 });
    const names = async () =>
      (
        await test.arrange<{ name: string }>(
          'select message as name from progress union all select file_name from import_file',
        )
      ).map(({ name }) => name);
    for (let i = 0; i < 200 && (await names()).includes('old'); i++) await pause(20);
    await housekeeping.close();
    assert.deepEqual(await names(), Array<string>(6).fill('kept'));
  });
});
