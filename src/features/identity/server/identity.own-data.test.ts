import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { auditOf, codeAt, linkFor, mailTo, Visitor } from '../../../../tests/support/accounts.ts';
import {
  createTestApp,
  join,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
  testPassword,
} from '../../../../tests/support/app.ts';
import { makeInviting } from '../../../../tests/support/companies.ts';

const picture = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();

async function signedIn(test: TestApp, user: TestUser): Promise<Visitor> {
  const visitor = new Visitor(test);
  assert.equal((await visitor.signIn(user.email, user.password)).status, 200);
  return visitor;
}

const putPicture = async (visitor: Visitor, { id }: TestUser) =>
  visitor.ask('PUT', `/user/v1/user-info/${id}/avatar/`, await picture(), { 'content-type': 'image/png' });

describe("taking one's own data along", () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  it('answers one document with all of it, as a file, and no secret', async () => {
    const company = await makeCompany(test.pool, 'Keeping');
    const closed = await makeCompany(test.pool, 'Closed');
    const plant_id = await makePlant(test.pool, company, 'P-1');
    const user = await makeUser(test, { company, roles: ['WORKER', 'APP_0'], plants: [plant_id] });
    await join(test, closed, user.id, { roles: ['COMPANY_OWNER'] });
    await test.arrange('update company set enabled = false where id_client = $1', [closed.company_id]);
    const visitor = await signedIn(test, user);
    await putPicture(visitor, user);
    const { secret } = (
      await visitor.ask('POST', '/user/v1/second-factor/', { current_password: user.password })
    ).json;
    const { recovery_codes } = (
      await visitor.ask('PUT', '/user/v1/second-factor/', { code: codeAt(secret, new Date()) })
    ).json;
    await visitor.ask('POST', '/user/v1/recover/', { email: user.email });
    const token = await linkFor(test, user.email, 'recover');
    const answer = await visitor.ask('GET', `/user/v1/user-info/${user.id}/data/`);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['content-disposition'], `attachment; filename="account-${user.id}.json"`);
    const { account, sessions, companies, avatar, second_factor, mail } = answer.json;
    assert.deepEqual(
      [account.id, account.name, account.email, account.language],
      [user.id, user.email, user.email, 'it'],
    );
    assert.deepEqual([sessions[0].address, sessions[0].user_agent], ['198.51.100.1', 'Visitor/1.0']);
    assert.equal((await sharp(Buffer.from(avatar.base64, 'base64')).metadata()).format, 'webp');
    assert.equal(second_factor.recovery_codes_left, 10);
    assert.deepEqual(
      mail.map(({ subject }: { subject: string }) => subject),
      ['Scegli una nuova password'],
    );
    const [here, there] = companies;
    assert.deepEqual(
      [here.company, here.first_name, here.last_name, here.roles, here.related_plants],
      ['Keeping', 'Test', 'User', ['WORKER', 'APP_0'], ['P-1']],
    );
    assert.deepEqual(here.deeds.map(({ action }: { action: string }) => action).sort(), [
      'second_factor.enabled',
      'sign_in',
    ]);
    assert.deepEqual([there.company, there.roles], ['Closed', ['COMPANY_OWNER']]);
    const [kept] = await test.arrange<{ password_hash: string; digest: string }>(
      `select password_hash, encode((select digest from mailed_link where user_id = $1 limit 1), 'hex') as digest
       from user_account where id = $1`,
      [user.id],
    );
    for (const hidden of [
      kept?.password_hash,
      kept?.digest,
      secret,
      token,
      ...recovery_codes,
      ...visitor.cookies.values(),
    ])
      assert.ok(hidden && !answer.text.includes(hidden), 'a secret is told');
  });

  it('tells of companies that were left or only invite, of earlier addresses, and of the mail to them', async () => {
    const [left, inviting] = [
      await makeInviting(test, 'Left behind'),
      await makeInviting(test, 'Only inviting'),
    ];
    const user = await makeUser(test);
    const visitor = await signedIn(test, user);
    await left.invited({ email: user.email, first_name: 'Rosa' });
    assert.equal((await left.accept(await left.mailed(user.email), await signIn(test, user))).status, 200);
    assert.equal((await left.ask('dismiss', { params: { id: user.id } }, left.owner)).status, 204);
    const email = 'moved.since@example.org';
    const change = { email, current_password: user.password };
    assert.equal((await visitor.ask('PUT', `/user/v1/user-info/${user.id}/`, change)).status, 200);
    const token = await linkFor(test, email, 'confirm-email');
    assert.equal((await visitor.ask('POST', '/user/v1/email/confirm/', { token })).status, 200);
    await inviting.invited({ email, first_name: 'Rosa' });
    const { json } = await visitor.ask('GET', `/user/v1/user-info/${user.id}/data/`);
    const [gone, waiting] = json.companies;
    assert.deepEqual([gone.company, gone.roles, gone.invitations.length], ['Left behind', null, 1]);
    assert.deepEqual([gone.invitations[0].email, gone.invitations[0].first_name], [user.email, 'Rosa']);
    assert.ok(gone.deeds.some(({ action }: { action: string }) => action === 'user.joined'));
    assert.deepEqual(
      [waiting.company, waiting.invitations[0].email, waiting.invitations[0].accepted_at, waiting.deeds],
      ['Only inviting', email, null, []],
    );
    assert.deepEqual(
      json.former_addresses.map((one: { email: string }) => one.email),
      [user.email],
    );
    const to = json.mail.map(({ to_address }: { to_address: string }) => to_address);
    assert.deepEqual([...new Set(to)].sort(), [email, user.email].sort());
    // Once the invitation is gone as well, the deed alone says where it was done.
    await test.arrange('delete from invitation where company_id = $1', [left.scope.company_id]);
    const again = (await visitor.ask('GET', `/user/v1/user-info/${user.id}/data/`)).json.companies;
    assert.deepEqual([again[0].company, again[0].deeds.length], ['Left behind', gone.deeds.length]);
  });

  it('holds what they wrote and attached beside records, and what they look after', async () => {
    const company = await makeCompany(test.pool, 'Noted');
    const plant_id = await makePlant(test.pool, company, 'P-1');
    const user = await makeUser(test, { company, roles: ['ENGINEER_0', 'APP_0'], plants: [plant_id] });
    const other = await makeUser(test, { company, roles: ['ENGINEER_0', 'APP_0'], plants: [plant_id] });
    const headers = await signIn(test, user, company);
    const ask = (method: 'POST' | 'PUT', url: string, payload: object, as = headers) =>
      test.app.inject({ method, url, headers: as, payload });
    const device = { proj_code: 'P-1', short_name: 'D1' };
    const { id } = (await ask('POST', '/api/v1/device/', device)).json<{ id: number }>();
    const at = `/api/v1/devices/${id}/`;
    assert.equal((await ask('POST', `${at}comments/`, { text: 'Fuse replaced' })).statusCode, 201);
    const others = await signIn(test, other, company);
    assert.equal((await ask('POST', `${at}comments/`, { text: 'Seen by another' }, others)).statusCode, 201);
    assert.equal((await ask('PUT', `${at}assignment/`, { user_id: user.id })).statusCode, 200);
    const attached = await test.app.inject({
      method: 'POST',
      url: `${at}attachments/?file_name=report.txt&size=4`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: Buffer.from('Done'),
    });
    assert.equal(attached.statusCode, 201, attached.body);
    const visitor = await signedIn(test, user);
    const { json, text } = await visitor.ask('GET', `/user/v1/user-info/${user.id}/data/`);
    const { comments, files, assignments } = json.companies[0].notes;
    assert.deepEqual(
      comments.map((one: Record<string, unknown>) => [one.kind, one.record_id, one.text]),
      [['device', id, 'Fuse replaced']],
    );
    assert.deepEqual([files.length, files[0].file_name, Number(files[0].size_bytes)], [1, 'report.txt', 4]);
    assert.deepEqual([assignments.length, assignments[0].record_id], [1, id]);
    assert.ok(!text.includes('Seen by another'));
  });

  it("holds nobody else's deeds, and is nobody else's to take", async () => {
    const company = await makeCompany(test.pool, 'Shared');
    const [user, other] = [
      await makeUser(test, { company, roles: ['VIEWER'] }),
      await makeUser(test, { company, roles: ['COMPANY_OWNER'] }),
    ];
    const [visitor, owner] = [await signedIn(test, user), await signedIn(test, other)];
    const { text, json } = await visitor.ask('GET', `/user/v1/user-info/${user.id}/data/`);
    assert.equal(json.companies[0].deeds.length, 1);
    assert.ok(!text.includes(other.email));
    assert.equal((await owner.ask('GET', `/user/v1/user-info/${user.id}/data/`)).status, 404);
  });
});

describe('removing an account', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  const remove = (visitor: Visitor, { id }: TestUser, current_password = testPassword) =>
    visitor.ask('DELETE', `/user/v1/user-info/${id}/`, { current_password });

  /** Waits until the workers have sent what was to be sent. */
  async function settle(): Promise<void> {
    const waiting = `select from mail_outbox where state = 'waiting'
      union all select from pgboss.job where name in ('mail', 'recover') and state in ('created', 'active', 'retry')`;
    for (let i = 0; i < 100 && (await test.arrange(waiting)).length > 0; i++) await pause(50);
  }

  it('leaves no name, address, picture or secret anywhere, and what was done keeps its number', async () => {
    const [one, two, left] = [
      await makeInviting(test, 'One'),
      await makeInviting(test, 'Two'),
      await makeInviting(test, 'Left'),
    ];
    const [first, email] = ['once.unmistakable@example.org', 'quite.unmistakable@example.org'];
    const user = await makeUser(test, { email: first });
    const [visitor, elsewhere] = [await signedIn(test, user), await signedIn(test, user)];
    const names = { first_name: 'Quirina', last_name: 'Unmistakable' };
    for (const company of [one, two, left]) {
      await company.invited({ email: first, ...names });
      const token = await company.mailed(first);
      assert.equal((await company.accept(token, await signIn(test, user))).status, 200);
    }
    assert.equal((await left.ask('dismiss', { params: { id: user.id } }, left.owner)).status, 204);
    await putPicture(visitor, user);
    const path = `/user/v1/user-info/${user.id}/`;
    const put = (change: object) => visitor.ask('PUT', path, { current_password: user.password, ...change });
    assert.equal((await put({ name: 'Quirina Unmistakable' })).status, 200);
    assert.equal((await put({ email })).status, 200);
    const token = await linkFor(test, email, 'confirm-email');
    assert.equal((await visitor.ask('POST', '/user/v1/email/confirm/', { token })).status, 200);
    // One that was asked for in vain, and one more that still waits.
    assert.equal((await put({ email: 'never.unmistakable@example.org' })).status, 200);
    await left.invited({ email, ...names });
    await visitor.ask('POST', '/user/v1/recover/', { email });
    await visitor.ask('POST', '/user/v1/recover/', { email: 'unknown.unmistakable@example.org' });
    await linkFor(test, email, 'recover');
    await settle();
    await test.arrange(`update mail_outbox set state = 'waiting' where to_address = $1`, [first]);
    await test.arrange('update company set enabled = false where id_client = $1', [two.scope.company_id]);
    assert.equal((await remove(visitor, user)).status, 204);
    assert.equal(visitor.cookies.has('meridiana_refresh'), false);
    for (const session of [visitor, elsewhere]) {
      assert.equal((await session.ask('GET', '/user/v1/user-info/')).status, 401);
      assert.equal((await session.refresh()).status, 401);
    }
    assert.equal((await new Visitor(test).signIn(email, user.password)).status, 401);
    const [row] = await test.arrange<Record<string, unknown>>(
      'select name, email, password_hash, deleted_at is not null as deleted from user_account where id = $1',
      [user.id],
    );
    assert.deepEqual(row, {
      name: '',
      email: `removed-${user.id}@invalid`,
      password_hash: '',
      deleted: true,
    });
    assert.deepEqual(await mentions(test, ['unmistakable', 'Unmistakable', 'Quirina']), []);
    assert.deepEqual(await tablesOf(test, user.id), ['audit', 'invitation', 'user_account']);
    const entries = await auditOf(test, one.scope.company_id, { action: 'user.left' });
    assert.deepEqual([entries[0]?.actor_id, entries[0]?.target], [user.id, String(user.id)]);
  });

  it("takes no mail and no invitation from whose address was only typed, or is somebody else's by now", async () => {
    const inviting = await makeInviting(test, 'Inviting');
    const [victim, heir, user] = [await makeUser(test), await makeUser(test), await makeUser(test)];
    await inviting.invited({ email: victim.email });
    await new Visitor(test).ask('POST', '/user/v1/recover/', { email: victim.email });
    await linkFor(test, victim.email, 'recover');
    await test.arrange(`insert into former_address (user_id, email, proved) values ($1, $2, true)`, [
      user.id,
      heir.email,
    ]);
    await inviting.invited({ email: heir.email });
    const visitor = await signedIn(test, user);
    const change = { email: victim.email, current_password: user.password };
    assert.equal((await visitor.ask('PUT', `/user/v1/user-info/${user.id}/`, change)).status, 200);
    await settle();
    const before = (await mailTo(test, victim.email)).length;
    assert.equal((await remove(visitor, user)).status, 204);
    assert.equal((await mailTo(test, victim.email)).length, before - 1, 'the link of the change alone');
    assert.equal((await mailTo(test, heir.email)).length, 1);
    const waiting = await test.arrange<{ email: string }>(
      'select email from invitation where withdrawn_at is null and email = any($1)',
      [[victim.email, heir.email]],
    );
    assert.equal(waiting.length, 2);
  });

  it('asks for the password, and is for its owner only', async () => {
    const [user, other] = [await makeUser(test), await makeUser(test)];
    const visitor = await signedIn(test, user);
    const wrong = await remove(visitor, user, 'not this one');
    assert.deepEqual([wrong.status, wrong.json.errors[0].code], [400, 'password_wrong']);
    assert.equal((await remove(visitor, other)).status, 404);
    assert.equal((await visitor.ask('GET', '/user/v1/user-info/')).status, 200);
  });

  it('is refused to the last owner of companies, which are named, and then nothing at all is done', async () => {
    const [first, second, third] = [
      await makeCompany(test.pool, 'Sole Alto'),
      await makeCompany(test.pool, 'Sole Basso'),
      await makeCompany(test.pool, 'Vento'),
    ];
    const user = await makeUser(test, { company: first, roles: ['COMPANY_OWNER'] });
    await join(test, second, user.id, { roles: ['COMPANY_OWNER', 'APP_0'] });
    await join(test, third, user.id, { roles: ['VIEWER'] });
    const heir = await makeUser(test, { company: first, roles: ['VIEWER'] });
    const visitor = await signedIn(test, user);
    const refused = await remove(visitor, user);
    assert.equal(refused.status, 409);
    assert.equal(refused.json.errors[0].code, 'last_owner');
    assert.deepEqual(refused.json.companies, [
      { id_client: first.company_id, name: 'Sole Alto' },
      { id_client: second.company_id, name: 'Sole Basso' },
    ]);
    assert.equal((await visitor.ask('GET', '/user/v1/user-info/')).json.companies.length, 3);
    await join(test, first, heir.id, { roles: ['COMPANY_OWNER'] });
    assert.deepEqual(
      (await remove(visitor, user)).json.companies.map(({ name }: { name: string }) => name),
      ['Sole Basso'],
    );
    await test.arrange('update company set enabled = false where id_client = $1', [second.company_id]);
    assert.equal((await remove(visitor, user)).status, 204, 'a disabled company needs no owner');
  });

  it('by the two owners of a company at once leaves one of them', async () => {
    const company = await makeCompany(test.pool, 'Two owners');
    const owners = [
      await makeUser(test, { company, roles: ['COMPANY_OWNER'] }),
      await makeUser(test, { company, roles: ['COMPANY_OWNER'] }),
    ];
    const answers = await Promise.all(
      owners.map(async (owner) => remove(await signedIn(test, owner), owner)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409]);
  });

  it('frees the address for a new account, which is another one', async () => {
    const user = await makeUser(test);
    assert.equal((await remove(await signedIn(test, user), user)).status, 204);
    const given = { name: 'Anna Verdi', email: user.email, password: 'una parola nuova qui' };
    assert.equal((await new Visitor(test).ask('POST', '/user/v1/register/', given)).status, 201);
    const again = await new Visitor(test).signIn(user.email, given.password);
    assert.notEqual(again.json.user.id, user.id);
    assert.equal((await mailTo(test, user.email)).length, 1);
  });
});

/** Tables of any schema in which one of the words stands. */
async function mentions(test: TestApp, words: string[]): Promise<string[]> {
  const columns = await test.arrange<{ tab: string }>(
    `select format('%I.%I', n.nspname, c.relname) as tab from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_|^information_schema$' and c.relkind in ('r', 'p', 'm') and not c.relispartition order by 1`,
  );
  assert.ok(columns.some(({ tab }) => tab === 'pgboss.job'));
  const found: string[] = [];
  for (const { tab } of columns) {
    const rows = await test.arrange(
      `select 1 from ${tab} t where exists (select from unnest($1::text[]) w where position(w in t::text) > 0)`,
      [words],
    );
    if (rows.length > 0) found.push(tab);
  }
  return found;
}

/** Tables in which a user's number still stands. */
async function tablesOf(test: TestApp, user_id: number): Promise<string[]> {
  const columns = await test.arrange<{ tab: string; col: string }>(
    `select c.relname as tab, a.attname as col from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
       and (a.attname in ('user_id', 'actor_id', 'invited_by', 'accepted_by', 'created_by')
            or c.relname = 'user_account' and a.attname = 'id') order by 1, 2`,
  );
  const found = new Set<string>();
  for (const { tab, col } of columns) {
    const rows = await test.arrange(`select 1 from ${tab} where ${col} = $1`, [user_id]);
    if (rows.length > 0) found.add(tab);
  }
  return [...found];
}
