import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { auditOf, Visitor } from '../../../tests/support/accounts.ts';
import { createTestApp, makeCompany, makeUser, type TestApp } from '../../../tests/support/app.ts';
import { commands } from './admin-commands.ts';
import { adminFault } from './admin-values.ts';

describe('accounts from the command line', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  const run = async (name: string, values: Record<string, string>) =>
    commands[name]?.run(test.pool, values, [], { secretKey: 'no matter' });
  const saying = (sentence: string) => (error: unknown) => adminFault(error) === sentence;

  it('are made confirmed, with the password of a file or one that is shown once', async (t) => {
    const print = t.mock.method(console, 'log', () => undefined);
    const file = join(tmpdir(), `meridiana-password-${process.pid}`);
    await writeFile(file, 'una parola nuova qui\n');
    await run('user', { email: 'From.File@example.org', name: 'Anna Verdi', 'password-file': file });
    const { json } = await new Visitor(test).signIn('from.file@example.org', 'una parola nuova qui');
    assert.equal(json.user.confirmed, true);
    await run('user', { email: 'made@example.org', name: 'Bruno Neri' });
    const shown = /Password: (\S+)$/.exec(String(print.mock.calls.at(-1)?.arguments[0]))?.[1] ?? '';
    assert.equal((await new Visitor(test).signIn('made@example.org', shown)).status, 200);
    const again = { email: 'made@example.org', name: 'Bruno Neri' };
    await assert.rejects(run('user', again), saying('A user with this credentials already exist'));
  });

  it('take no password that the portal would not take', async () => {
    const user = { email: 'anna.verdi@example.org', name: 'Anna Verdi' };
    for (const [password, sentence] of [
      ['short', 'A password has at least 12 characters'],
      ['administrator', 'This password is one of those that are tried first'],
      ['anna.verdi.99', 'This password is made of your own name or address'],
    ] as const) {
      await assert.rejects(run('user', { ...user, password }), saying(sentence));
    }
  });

  it("get another password, which ends their sessions and stands in the audit as the program's action", async (t) => {
    t.mock.method(console, 'log', () => undefined);
    const company = await makeCompany(test.pool, 'Resetting');
    const user = await makeUser(test, { company, roles: ['VIEWER'] });
    const visitor = new Visitor(test);
    await visitor.signIn(user.email, user.password);
    await run('password', { email: user.email.toUpperCase(), password: 'una parola nuova qui' });
    assert.equal((await visitor.refresh()).status, 401);
    assert.equal((await visitor.signIn(user.email, user.password)).status, 401);
    assert.equal((await visitor.signIn(user.email, 'una parola nuova qui')).status, 200);
    const [entry] = await auditOf(test, company.company_id, { action: 'password.reset' });
    assert.deepEqual([entry?.actor_id, entry?.target], [null, String(user.id)]);
    const nobody = { email: 'nobody@example.org' };
    await assert.rejects(run('password', nobody), saying('There is no user with this address.'));
  });

  it('lose a second factor whose authenticator and codes are lost', async (t) => {
    t.mock.method(console, 'log', () => undefined);
    const user = await makeUser(test);
    const off = () => run('second-factor-off', { email: user.email });
    await assert.rejects(off(), saying(`${user.email} has no second factor.`));
    await test.arrange(
      `insert into second_factor (user_id, sealed_secret, enabled_at) values ($1, '\\x00', now())`,
      [user.id],
    );
    assert.equal((await new Visitor(test).signIn(user.email, user.password)).json.code, 'second_factor');
    await off();
    assert.equal((await new Visitor(test).signIn(user.email, user.password)).status, 200);
  });
});
