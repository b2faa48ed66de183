import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { type ListView, MAX_VIEWS } from '../../contract/list-views.contract.ts';

const PATH = '/api/v1/list-views/';

describe('views of lists', () => {
  let test: TestApp;
  let owner: Headers;
  let colleague: Headers;
  let worker: Headers;
  before(async () => {
    test = await createTestApp();
    const company = await makeCompany(test.pool, 'Views');
    await makePlant(test.pool, company, 'HIDDEN');
    await test.arrange("update plant set name = 'Cascina Là' where proj_code = 'HIDDEN'");
    owner = await signIn(test, await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] }), company);
    colleague = await signIn(
      test,
      await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] }),
      company,
    );
    worker = await signIn(test, await makeUser(test, { company, roles: ['WORKER', 'APP_0'] }), company);
  });
  after(() => test?.close());

  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    headers: Headers,
    body?: object,
  ) => {
    const answer = await test.app.inject({ method, url, headers, ...(body && { payload: body }) });
    return { status: answer.statusCode, body: answer.body && answer.json() };
  };
  const save = async (
    name: string,
    headers = owner,
    search: Record<string, string> = { q: 'x' },
    list = 'alarms',
  ) => {
    const { status, body } = await ask('POST', PATH, headers, {
      list,
      name,
      search,
      hidden: ['age'],
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body as ListView;
  };
  const namesOf = async (headers: Headers, list = 'alarms'): Promise<string[]> => {
    const { body } = await ask('GET', `${PATH}?list=${list}`, headers);
    return (body as ListView[]).map(({ name }) => name);
  };

  const share = async ({ id }: ListView, shared = true) =>
    assert.equal((await ask('PUT', `${PATH}${id}/shared/`, owner, { shared })).status, 200);

  it('are of the list and the person that saved them', async () => {
    const view = await save('Silent');
    assert.deepEqual(
      [view.list, view.search, view.hidden, view.shared, view.mine, view.version],
      ['alarms', { q: 'x' }, ['age'], false, true, 1],
    );
    assert.deepEqual(await namesOf(owner), ['Silent']);
    assert.deepEqual(await namesOf(owner, 'templates'), []);
    assert.deepEqual(await namesOf(worker), []);
  });

  it('are found in all lists by words of their name', async () => {
    const found = async (text: string, headers = owner) => {
      const { status, body } = await ask('GET', `${PATH}?search=${encodeURIComponent(text)}`, headers);
      assert.equal(status, 200, JSON.stringify(body));
      return (body as ListView[]).map(({ list, name }) => [list, name]);
    };
    assert.deepEqual(await found('LEN sil'), [['alarms', 'Silent']]);
    assert.deepEqual(await found('silent', worker), []);
    for (const text of ['%', 'silent weak']) assert.deepEqual(await found(text), [], text);
  });

  it('have one name each, and are saved again over what one has seen', async () => {
    const view = await save('Weak');
    const again = await ask('POST', PATH, owner, { list: 'alarms', name: 'Weak', search: {} });
    assert.deepEqual([again.status, again.body.errors[0].code], [409, 'name_taken']);
    const url = `${PATH}${view.id}/`;
    const changed = await ask('PATCH', url, owner, { search: { sort: '-age' }, version: 1 });
    assert.deepEqual([changed.status, changed.body.search, changed.body.version], [200, { sort: '-age' }, 2]);
    const late = await ask('PATCH', url, owner, { name: 'Late', version: 1 });
    assert.deepEqual([late.status, late.body.stored.version], [409, 2]);
    const same = await ask('PATCH', url, owner, { name: 'Silent' });
    assert.deepEqual([same.status, same.body.errors[0].code], [409, 'name_taken']);
    assert.equal((await ask('DELETE', url, owner)).status, 204);
  });

  it('are shared by who may, changed by their owner alone, and hidden where they name a hidden plant', async () => {
    const shared = await save('Shared');
    const ofHidden = [
      await save('By its code', owner, { plant: 'HIDDEN' }),
      await save('Words', owner, { q: 'inverter cascina là' }),
      await save('Silent at CASCINA LÀ'),
      await save('Hidden'),
    ];
    for (const view of [shared, ...ofHidden]) await share(view);
    assert.deepEqual(await namesOf(worker), ['Shared']);
    for (const { id } of ofHidden)
      assert.equal((await ask('DELETE', `${PATH}${id}/`, worker)).status, 404, 'nor found by its number');
    const url = `${PATH}${shared.id}/`;
    assert.equal((await ask('PATCH', url, worker, { name: 'Mine' })).status, 403);
    assert.equal((await ask('DELETE', url, worker)).status, 403);
    const own = await save('Own', worker);
    assert.equal((await ask('PUT', `${PATH}${own.id}/shared/`, worker, { shared: true })).status, 403);
    await share(shared, false);
    assert.deepEqual(await namesOf(worker), ['Own']);
  });

  it('that name a plant which is hidden stay so when it is archived; who may not share changes none that is shared', async () => {
    await test.arrange("update plant set archived_at = now() where proj_code = 'HIDDEN'");
    assert.deepEqual(await namesOf(worker), ['Own']);
    const [own] = (await ask('GET', `${PATH}?list=alarms`, worker)).body as ListView[];
    await test.arrange('update list_view set shared = true where id = $1', [own?.id]);
    const changed = await ask('PATCH', `${PATH}${own?.id}/`, worker, { name: 'For all' });
    assert.equal(changed.status, 403);
    await test.arrange('update list_view set shared = false where id = $1', [own?.id]);
  });

  it('of a list are shown to who may read the list, and to nobody else', async () => {
    const ofAudit = await save('What they did', owner, { q: 'Ada' }, 'audit');
    await share(ofAudit);
    assert.deepEqual(await namesOf(colleague, 'audit'), ['What they did']);
    assert.deepEqual(await namesOf(worker, 'audit'), []);
    assert.equal((await ask('DELETE', `${PATH}${ofAudit.id}/`, worker)).status, 404);
    await share(await save('Of a list that nobody knows', owner, {}, 'nowhere'));
    assert.deepEqual(await namesOf(colleague, 'nowhere'), []);
  });

  it('are at most so many', async () => {
    const { length } = await namesOf(owner);
    for (let i = length; i < MAX_VIEWS; i++) await save(`View ${i}`);
    const more = await ask('POST', PATH, owner, { list: 'alarms', name: 'One more', search: {} });
    assert.deepEqual([more.status, more.body.errors[0].code], [409, 'too_many_views']);
  });
});
