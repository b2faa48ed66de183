import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestApp, makeCompany, makeUser, signIn, type TestApp } from '../../../tests/support/app.ts';
import { asking } from '../../../tests/support/companies.ts';
import { inScope, type Scope } from '../../shared/server/tenancy.ts';
import { commands } from './admin-commands.ts';
import { adminFault } from './admin-values.ts';

describe('companies from the command line', () => {
  let test: TestApp;
  before(async () => {
    mock.method(console, 'log', () => undefined);
    test = await createTestApp();
  });
  after(async () => {
    mock.restoreAll();
    await test?.close();
  });

  const run = async (name: string, values: Record<string, string>) =>
    commands[name]?.run(test.pool, values, [], { secretKey: 'no matter' });
  const saying = (sentence: RegExp) => (error: unknown) => sentence.test(adminFault(error) ?? '');
  const actionsOf = (company_id: number) =>
    test.arrange<{ action: string; actor_id: string | null; target: string; detail: object }>(
      'select action, actor_id, target, detail from audit where company_id = $1 order by id',
      [company_id],
    );
  const rolesOf = async (company_id: number, user_id: number) =>
    (
      await test.arrange<{ roles: string[] }>(
        'select roles from company_user where company_id = $1 and user_id = $2',
        [company_id, user_id],
      )
    )[0]?.roles;
  const named = ({ company_id }: Scope, { email }: { email: string }) => ({
    company: String(company_id),
    email,
  });

  it("are made as the program's action, and so is their owner", async () => {
    const owner = await makeUser(test);
    await run('company', { name: 'By hand', slug: 'by-hand', owner: owner.email });
    const [company] = await test.arrange<{ id: number }>(
      `select id_client as id from company where company_slug = 'by-hand'`,
    );
    assert.deepEqual(await actionsOf(company?.id ?? 0), [
      { action: 'company.created', actor_id: null, target: String(company?.id), detail: {} },
      {
        action: 'user.joined',
        actor_id: null,
        target: String(owner.id),
        detail: { roles: ['COMPANY_OWNER', 'APP_0'], related_plants: [] },
      },
    ]);
  });

  it('are called by one line, as in the portal', async () => {
    for (const name of ['One\nTwo', 'Turned \u202earound', 'x'.repeat(121)])
      await assert.rejects(run('company', { name, slug: 'named' }), saying(/one line of 1 to 120/));
    assert.deepEqual(await test.arrange(`select from company where company_slug = 'named'`), []);
  });

  it("get members and other roles as the program's action, and their invitations beyond those roles end", async () => {
    const company = await makeCompany(test.pool, 'Appointing');
    await makeUser(test, { company, roles: ['COMPANY_OWNER'] });
    const user = await makeUser(test);
    await run('member', { ...named(company, user), roles: 'APP_0,MANAGEMENT_0' });
    assert.deepEqual(await rolesOf(company.company_id, user.id), ['MANAGEMENT_0', 'APP_0']);
    const body = { email: 'high@example.org', first_name: '', last_name: '', roles: ['MANAGEMENT_0'] };
    const invited = await asking(test)('inviteUser', { body }, await signIn(test, user, company));
    assert.equal(invited.status, 201);
    await run('member', { ...named(company, user), roles: 'WORKER' });
    await run('member', { ...named(company, user), roles: 'WORKER' });
    const actions = (await actionsOf(company.company_id)).filter(({ actor_id }) => actor_id === null);
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['user.joined', 'user.changed', 'invitation.withdrawn'],
    );
    assert.deepEqual(actions[1]?.detail, {
      roles_before: ['MANAGEMENT_0', 'APP_0'],
      roles: ['WORKER'],
      related_plants_before: [],
      related_plants: [],
    });
  });

  it('keep their last owner', async () => {
    const company = await makeCompany(test.pool, 'Owned');
    const owner = await makeUser(test, { company, roles: ['COMPANY_OWNER'] });
    const demote = () => run('member', { ...named(company, owner), roles: 'VIEWER' });
    await assert.rejects(demote(), saying(/at least one owner/));
    assert.deepEqual(await rolesOf(company.company_id, owner.id), ['COMPANY_OWNER']);
    await run('member', named(company, await makeUser(test)));
    await demote();
    assert.deepEqual(await rolesOf(company.company_id, owner.id), ['VIEWER']);
  });

  it('take their turn with whoever changes the same company', async () => {
    const company = await makeCompany(test.pool, 'Locked');
    const user = await makeUser(test);
    let done = false;
    const waiting = await inScope(test.pool, company, async (tx) => {
      await tx.query('select from company where id_client = $1 for no key update', [company.company_id]);
      const running = run('member', { ...named(company, user), roles: 'VIEWER' }).then(() => {
        done = true;
      });
      await pause(200);
      assert.equal(done, false);
      return [running];
    });
    await Promise.all(waiting);
    assert.deepEqual(await rolesOf(company.company_id, user.id), ['VIEWER']);
  });

  it('have to be there, and a disabled one is', async () => {
    const company = await makeCompany(test.pool, 'Closed');
    await test.arrange('update company set enabled = false where id_client = $1', [company.company_id]);
    const user = await makeUser(test);
    await run('member', named(company, user));
    assert.deepEqual(await rolesOf(company.company_id, user.id), ['COMPANY_OWNER', 'APP_0']);
    await assert.rejects(
      run('member', { company: '2000000000', email: user.email }),
      saying(/no such company/),
    );
  });
});
