import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeKey,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { asking } from '../../../../tests/support/companies.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import type { Company, CompanyDetails } from '../companies.model.ts';
import { FOUNDED_IN_A_DAY, MAX_OWNED } from '../company-faults.model.ts';

describe('a company', () => {
  let test: TestApp;
  let ask: ReturnType<typeof asking>;
  before(async () => {
    test = await createTestApp();
    ask = asking(test);
  });
  after(() => test?.close());

  async function found(user: Pick<TestUser, 'id'>, body: object = { name: 'Acme' }): Promise<Company> {
    const made = await ask('create', { body }, await signIn(test, user));
    assert.equal(made.status, 201, JSON.stringify(made.json));
    return made.json as Company;
  }

  async function member(scope: Scope, ...roles: Role[]): Promise<Headers & { user_id: string }> {
    const user = await makeUser(test, { company: scope, roles });
    return { ...(await signIn(test, user, scope)), user_id: String(user.id) };
  }

  const auditOf = (id_client: number) =>
    test.arrange<{ action: string; actor_id: number; detail: Record<string, unknown>; address: string }>(
      'select action, actor_id::int, detail, host(address) as address from audit where company_id = $1 order by id',
      [id_client],
    );

  describe('that is founded', () => {
    it('is there at once, with its founder as owner, the application and the catalogue', async () => {
      const user = await makeUser(test);
      const bearer = await signIn(test, user);
      assert.deepEqual((await ask('list', {}, bearer)).json, []);
      const company = await found(user, { name: ' Società Élite ', telephone: '02 123', tag_key: 'SE' });
      assert.deepEqual(company, {
        id_client: company.id_client,
        name: 'Società Élite',
        description: '',
        telephone: '02 123',
        tag_key: 'SE',
        company_slug: 'societa-elite',
        enabled: true,
        second_factor_required: false,
        readings_kept_months: null,
        logo: null,
        version: 1,
      });
      const headers = { ...bearer, 'id-client': String(company.id_client) };
      const { readings_kept_months: _, logo: __, ...listed } = company as CompanyDetails;
      assert.deepEqual((await ask('list', {}, bearer)).json, [listed]);
      const users = await ask('listUsers', {}, headers);
      const [owner] = users.json as { id: number; roles: Role[] }[];
      assert.deepEqual([owner?.id, owner?.roles], [user.id, ['COMPANY_OWNER', 'APP_0']]);
      const names = await test.app.inject({ url: '/api/v1/variables-name/', headers });
      assert.ok((names.json() as unknown[]).length > 20, 'the catalogue of variable names is there');
      const plants = await test.app.inject({
        method: 'POST',
        url: '/api/v1/plants/',
        headers,
        payload: { proj_code: 'P1', name: 'First' },
      });
      assert.equal(plants.statusCode, 201, plants.body);
      const [action] = await auditOf(company.id_client);
      assert.deepEqual(
        [action?.action, action?.actor_id, action?.address],
        ['company.created', user.id, '127.0.0.1'],
      );
    });

    it('may be called as another one is, also in its slug', async () => {
      const [one, other] = [await makeUser(test), await makeUser(test)];
      const same = { name: 'Same', company_slug: 'same' };
      assert.notEqual((await found(one, same)).id_client, (await found(other, same)).id_client);
    });

    it(`is one of ${MAX_OWNED} at most that a person owns, however many are asked for at once`, async () => {
      const user = await makeUser(test);
      const bearer = await signIn(test, user);
      const asked = Array.from({ length: MAX_OWNED + 4 }, (_, i) =>
        ask('create', { body: { name: `C${i}` } }, bearer),
      );
      const answer = await Promise.all(asked);
      assert.equal(answer.filter(({ status }) => status === 201).length, MAX_OWNED);
      assert.deepEqual(
        answer.filter(({ status }) => status !== 201).map(({ status, code }) => [status, code]),
        Array.from({ length: 4 }, () => [409, 'too_many_companies']),
      );
      const [company] = (await ask('list', {}, bearer)).json as Company[];
      const id_client = String(company?.id_client);
      const gone = { params: { id_client }, body: { enabled: false } };
      assert.equal((await ask('disable', gone, { ...bearer, 'id-client': id_client })).status, 204);
      await aDayPasses(user);
      await found(user, { name: 'In its place' });
    });

    const aDayPasses = ({ id }: TestUser) =>
      test.arrange(`update audit set at = at - interval '1 day' where actor_id = $1`, [id]);

    it(`is one of ${FOUNDED_IN_A_DAY} at most that a person founds in a day, those they disabled among them`, async () => {
      const user = await makeUser(test);
      const bearer = await signIn(test, user);
      for (let i = 0; i < FOUNDED_IN_A_DAY; i++) {
        const params = { id_client: String((await found(user)).id_client) };
        const headers = { ...bearer, 'id-client': params.id_client };
        assert.equal((await ask('disable', { params, body: { enabled: false } }, headers)).status, 204);
      }
      const answer = await Promise.all([1, 2].map(() => ask('create', { body: { name: 'X' } }, bearer)));
      for (const { status, code } of answer) assert.deepEqual([status, code], [429, 'too_many_founded']);
      await found(await makeUser(test));
      await aDayPasses(user);
      await found(user);
    });

    it('needs a name, and a slug of small letters where one is given', async () => {
      const bearer = await signIn(test, await makeUser(test));
      for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(121) }, { name: 'A', company_slug: 'A B' }]) {
        assert.equal((await ask('create', { body }, bearer)).status, 400, JSON.stringify(body));
      }
    });
  });

  describe('that is changed', () => {
    let scope: Scope;
    let owner: Headers;
    let params: { id_client: string };
    before(async () => {
      scope = await makeCompany(test.pool, 'Before');
      owner = await member(scope, 'COMPANY_OWNER');
      params = { id_client: String(scope.company_id) };
    });
    const update = (body: object, headers: Headers = owner) => ask('update', { params, body }, headers);
    const stored = async () => (await ask('get', { params }, owner)).json as Company;

    it('keeps what is left out, counts its versions and tells the audit which fields', async () => {
      const before = await stored();
      const answer = await update({ description: 'After', telephone: '02', version: before.version });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.json, {
        ...before,
        description: 'After',
        telephone: '02',
        version: before.version + 1,
      });
      const action = (await auditOf(scope.company_id)).at(-1);
      assert.deepEqual(
        [action?.action, action?.detail],
        ['company.changed', { fields: ['description', 'telephone'] }],
      );
    });

    it('is left alone by who saves what stands there already', async () => {
      const [before, actions] = [await stored(), await auditOf(scope.company_id)];
      assert.deepEqual((await update({ name: before.name })).json, before);
      assert.deepEqual((await update({})).json, before);
      assert.equal((await auditOf(scope.company_id)).length, actions.length);
    });

    it('is not overwritten by who saw it before somebody else saved: they get both', async () => {
      const { version } = await stored();
      await update({ name: 'First', version });
      const late = await update({ name: 'Second', version });
      assert.equal(late.status, 409);
      const kept = (late.json as { stored: Company }).stored;
      assert.deepEqual([kept.name, kept.version], ['First', version + 1]);
      assert.deepEqual(await stored(), kept);
    });

    it('is the one that id-client names, else there is none', async () => {
      const other = await makeCompany(test.pool, 'Other');
      for (const id_client of [other.company_id, 2_000_000_000]) {
        const given = { params: { id_client: String(id_client) } };
        assert.equal((await ask('update', { ...given, body: { name: 'X' } }, owner)).status, 404);
        assert.equal((await ask('disable', { ...given, body: { enabled: false } }, owner)).status, 404);
      }
      const [row] = await test.arrange<{ name: string; enabled: boolean }>(
        'select name, enabled from company where id_client = $1',
        [other.company_id],
      );
      assert.deepEqual(row, { name: 'Other', enabled: true });
    });

    it('demands a second factor when owners or management say so who have one themselves', async () => {
      const engineer = await member(scope, 'SUPER_ENGINEER_0');
      const manager = await member(scope, 'MANAGEMENT_0');
      const on = { second_factor_required: true };
      assert.deepEqual(await codeOf(update(on, engineer)), [403, 'administrators_only']);
      assert.deepEqual(await codeOf(update(on, manager)), [409, 'own_second_factor_missing']);
      const kept = await update({ readings_kept_months: 24 }, engineer);
      assert.deepEqual([kept.status, kept.code], [403, 'readings_administrators_only']);
      assert.equal((await update({ description: 'Still open' }, engineer)).status, 200);
      const echoed = await update({ ...(await stored()), telephone: '03' }, engineer);
      assert.deepEqual([echoed.status, (echoed.json as Company).telephone], [200, '03']);
      await test.arrange(
        `insert into second_factor (user_id, sealed_secret, enabled_at) values ($1, '\\x00', now())`,
        [manager.user_id],
      );
      assert.equal((await update(on, manager)).status, 200);
      const action = (await auditOf(scope.company_id)).at(-1);
      assert.deepEqual(action?.detail, { fields: ['second_factor_required'], second_factor_required: true });
      assert.equal((await update({ description: 'Closed' }, owner)).status, 403, 'who has none is kept out');
      assert.equal((await update({ second_factor_required: false }, manager)).status, 200);
      assert.equal((await update({ description: 'Open again' }, owner)).status, 200);
    });
  });

  const codeOf = async (answer: ReturnType<typeof ask>) => {
    const { status, code } = await answer;
    return [status, code];
  };

  describe('that is disabled', () => {
    it('is closed to everybody and everything at the next request, and opens again with all it had', async () => {
      const user = await makeUser(test);
      const company = await found(user, { name: 'Ends' });
      const scope = scopeOfWork(company.id_client);
      const bearer = await signIn(test, user);
      const headers = { ...bearer, 'id-client': String(company.id_client) };
      const key = await makeKey(test, scope);
      const viewer = await makeUser(test, { company: scope, roles: ['VIEWER'] });
      const guest = await signIn(test, viewer, scope);
      const params = { id_client: String(company.id_client) };
      for (const body of [{}, { enabled: true }, { enabled: 'false' }]) {
        assert.equal((await ask('disable', { params, body }, headers)).status, 400);
      }
      assert.equal((await ask('disable', { params, body: { enabled: false } }, headers)).status, 204);
      for (const who of [headers, guest]) assert.equal((await ask('get', { params }, who)).status, 403);
      assert.deepEqual((await ask('list', {}, bearer)).json, []);
      const sent = await test.app.inject({
        method: 'POST',
        url: '/ingest/v1/readings/',
        headers: key.headers,
        payload: { readings: [] },
      });
      assert.equal(sent.statusCode, 401);
      const [row] = await test.arrange<{ enabled: boolean; at: Date | null }>(
        'select enabled, disabled_at as at from company where id_client = $1',
        [company.id_client],
      );
      assert.ok(row?.enabled === false && row.at !== null);
      assert.deepEqual(
        (await auditOf(company.id_client)).map(({ action }) => action).filter((a) => a.startsWith('company')),
        ['company.created', 'company.disabled'],
      );
    });

    it("is the owners' to disable, and theirs only", async () => {
      const scope = await makeCompany(test.pool, 'Stays');
      const given = { params: { id_client: String(scope.company_id) }, body: { enabled: false } };
      for (const role of ['MANAGEMENT_0', 'SUPER_ENGINEER_0', 'VIEWER'] as const) {
        assert.equal((await ask('disable', given, await member(scope, role, 'APP_0'))).status, 403, role);
      }
    });
  });
});
