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
  let worker: Headers;
  before(async () => {
    test = await createTestApp();
    const company = await makeCompany(test.pool, 'Views');
    await makePlant(test.pool, company, 'HIDDEN');
    owner = await signIn(test, await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] }), company);
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
  const save = async (name: string, headers = owner, search: Record<string, string> = { q: 'x' }) => {
    const { status, body } = await ask('POST', PATH, headers, {
      list: 'devices',
      name,
      search,
      hidden: ['age'],
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body as ListView;
  };
  const namesOf = async (headers: Headers, list = 'devices'): Promise<string[]> => {
    const { body } = await ask('GET', `${PATH}?list=${list}`, headers);
    return (body as ListView[]).map(({ name }) => name);
  };

  it('are of the list and the person that saved them', async () => {
    const view = await save('Silent');
    assert.deepEqual(
      [view.list, view.search, view.hidden, view.shared, view.mine, view.version],
      ['devices', { q: 'x' }, ['age'], false, true, 1],
    );
    assert.deepEqual(await namesOf(owner), ['Silent']);
    assert.deepEqual(await namesOf(owner, 'plants'), []);
    assert.deepEqual(await namesOf(worker), []);
  });

  it('have one name each, and are saved again over what one has seen', async () => {
    const view = await save('Weak');
    const again = await ask('POST', PATH, owner, { list: 'devices', name: 'Weak', search: {} });
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
    const ofHidden = await save('Of a hidden plant', owner, { plant: 'HIDDEN' });
    for (const { id } of [shared, ofHidden])
      assert.equal((await ask('PUT', `${PATH}${id}/shared/`, owner, { shared: true })).status, 200);
    assert.deepEqual(await namesOf(worker), ['Shared']);
    const url = `${PATH}${shared.id}/`;
    assert.equal((await ask('PATCH', url, worker, { name: 'Mine' })).status, 403);
    assert.equal((await ask('DELETE', url, worker)).status, 403);
    const own = await save('Own', worker);
    assert.equal((await ask('PUT', `${PATH}${own.id}/shared/`, worker, { shared: true })).status, 403);
    assert.equal((await ask('PUT', `${PATH}${shared.id}/shared/`, owner, { shared: false })).status, 200);
    assert.deepEqual(await namesOf(worker), ['Own']);
  });

  it('that name a plant which is hidden stay so when it is archived; who may not share changes none that is shared', async () => {
    await test.arrange("update plant set archived_at = now() where proj_code = 'HIDDEN'");
    assert.deepEqual(await namesOf(worker), ['Own']);
    const [own] = (await ask('GET', `${PATH}?list=devices`, worker)).body as ListView[];
    await test.arrange('update list_view set shared = true where id = $1', [own?.id]);
    const changed = await ask('PATCH', `${PATH}${own?.id}/`, worker, { name: 'For all' });
    assert.equal(changed.status, 403);
    await test.arrange('update list_view set shared = false where id = $1', [own?.id]);
  });

  it('are at most so many', async () => {
    const { length } = await namesOf(owner);
    for (let i = length; i < MAX_VIEWS; i++) await save(`View ${i}`);
    const more = await ask('POST', PATH, owner, { list: 'devices', name: 'One more', search: {} });
    assert.deepEqual([more.status, more.body.errors[0].code], [409, 'too_many_views']);
  });
});
