import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeKey,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { asking } from '../../../../tests/support/companies.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { ApiKey } from '../companies.contract.ts';
import { MAX_KEYS } from '../company-faults.model.ts';

type Made = ApiKey & { key: string };

describe('keys', () => {
  let test: TestApp;
  let ask: ReturnType<typeof asking>;
  let company: Scope;
  let owner: Headers;
  before(async () => {
    test = await createTestApp();
    ask = asking(test);
    company = await makeCompany(test.pool, 'Keys');
    owner = await signIn(test, await makeUser(test, { company, roles: ['COMPANY_OWNER'] }), company);
    await makePlant(test.pool, company, 'P-1');
  });
  after(() => test?.close());

  const auditOf = (id: number) =>
    test.arrange<{ action: string; detail: object }>(
      `select action, detail from audit where company_id = $1 and target = $2 and action like 'key.%' order by id`,
      [company.company_id, String(id)],
    );

  it('are shown once, and never again', async () => {
    const made = await ask(
      'createKey',
      { body: { name: ' Gateway ', scopes: ['read', 'read'], proj_code: 'P-1' } },
      owner,
    );
    assert.equal(made.status, 201, JSON.stringify(made.json));
    const { key, ...shown } = made.json as Made;
    assert.match(key, /^mk_[\w-]{43}$/);
    assert.deepEqual(
      [shown.name, shown.scopes, shown.proj_code, shown.hint],
      ['Gateway', ['read'], 'P-1', `${key.slice(0, 7)}…`],
    );
    const { json } = await ask('listKeys', {}, owner);
    assert.deepEqual(json, [shown]);
    assert.ok(!JSON.stringify(json).includes(key));
    const [kept] = await test.arrange('select * from api_key where id = $1', [shown.id]);
    assert.ok(!JSON.stringify(kept).includes(key.slice(8)), 'only its digest rests in the table');
    assert.deepEqual(await auditOf(shown.id), [
      { action: 'key.created', detail: { scopes: ['read'], proj_code: 'P-1', expires_at: null } },
    ]);
  });

  it('end when they were told to, which lies ahead', async () => {
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const made = await ask(
      'createKey',
      { body: { name: 'Short', scopes: ['ingest'], expires_at: end } },
      owner,
    );
    assert.equal((made.json as Made).expires_at, end);
    const past = { name: 'Past', scopes: ['ingest'], expires_at: new Date(Date.now() - 1000).toISOString() };
    const refused = await ask('createKey', { body: past }, owner);
    assert.deepEqual([refused.status, refused.code], [400, 'expiry_is_past']);
  });

  it('say when they were last used, to the minute', async () => {
    const { id, headers } = await makeKey(test, company, { scopes: ['read'] });
    const use = () =>
      test.app.inject({
        url: '/api/v1/plants-card-list/',
        headers: { ...headers, 'id-client': String(company.company_id) },
      });
    const lastUse = async () =>
      ((await ask('listKeys', {}, owner)).json as ApiKey[]).find((key) => key.id === id)?.last_used_at;
    assert.equal(await lastUse(), null);
    assert.equal((await use()).statusCode, 200);
    const first = await lastUse();
    assert.ok(first && Math.abs(Date.parse(first) - Date.now()) < 60_000);
    await use();
    assert.equal(await lastUse(), first);
  });

  it('are revoked once, at once, and stay on the list', async () => {
    const { id } = await makeKey(test, company);
    const given = { params: { id: String(id) } };
    assert.equal((await ask('revokeKey', given, owner)).status, 204);
    assert.equal((await ask('revokeKey', given, owner)).status, 404);
    const listed = (await ask('listKeys', {}, owner)).json as ApiKey[];
    assert.ok(listed.find((key) => key.id === id)?.revoked_at);
    assert.equal(listed.at(-1)?.id, id, 'what holds stands before what does not');
    assert.deepEqual(
      (await auditOf(id)).map(({ action }) => action),
      ['key.created', 'key.revoked'],
    );
  });

  it('are two hundred at most that hold, also when many are made at once', async () => {
    const full = await makeCompany(test.pool, 'Keys full');
    const as = await signIn(test, await makeUser(test, { company: full, roles: ['MANAGEMENT_0'] }), full);
    await test.arrange(
      `insert into api_key (company_id, name, digest, hint, scopes, revoked_at, expires_at)
       select $1, 'key', decode(md5(i::text), 'hex'), '', '{read}',
              case when i % 100 = 0 then now() end, case when i % 100 = 1 then now() - interval '1 hour' end
       from generate_series(1, 200) i`,
      [full.company_id],
    );
    const body = { name: 'one more', scopes: ['read'] };
    const made = await Promise.all(Array.from({ length: 8 }, () => ask('createKey', { body }, as)));
    const refused = made.filter(({ status }) => status !== 201);
    assert.equal(refused.length, 4, 'four of the two hundred had ended');
    assert.ok(refused.every(({ status, code }) => status === 409 && code === 'too_many_keys'));
    const listed = (await ask('listKeys', {}, as)).json as ApiKey[];
    const now = Date.now();
    const live = listed.filter(
      (key) => !key.revoked_at && (!key.expires_at || Date.parse(key.expires_at) > now),
    );
    assert.equal(live.length, MAX_KEYS);
    const { id } = live[0] ?? {};
    assert.equal((await ask('revokeKey', { params: { id: String(id) } }, as)).status, 204);
    assert.equal((await ask('createKey', { body }, as)).status, 201);
  });
});
