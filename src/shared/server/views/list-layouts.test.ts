import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';

describe('how somebody arranges a list', () => {
  let test: TestApp;
  let one: Headers;
  let other: Headers;
  before(async () => {
    test = await createTestApp();
    const company = await makeCompany(test.pool, 'Arranged');
    const signed = async () =>
      signIn(test, await makeUser(test, { company, roles: ['WORKER', 'APP_0'] }), company);
    [one, other] = [await signed(), await signed()];
  });
  after(() => test?.close());

  const keep = (list: string, payload: object, headers = one) =>
    test.app.inject({ method: 'PUT', url: `/api/v1/list-layouts/${list}/`, headers, payload });
  const kept = async (headers: Headers) =>
    (await test.app.inject({ method: 'GET', url: '/api/v1/list-layouts/', headers })).json();

  it('is kept for that person alone, and the last one stands', async () => {
    const layout = { columns: ['code', 'name'], hidden: ['load'], density: 'compact' };
    assert.equal((await keep('dashboard', { columns: [], hidden: [], density: null })).statusCode, 200);
    assert.deepEqual((await keep('dashboard', layout)).json(), { list: 'dashboard', ...layout });
    assert.deepEqual(await kept(one), [{ list: 'dashboard', ...layout }]);
    assert.deepEqual(await kept(other), []);
    assert.equal((await keep('dashboard', { ...layout, density: 'dense' })).statusCode, 400);
    assert.equal((await keep('No list', layout)).statusCode, 400);
  });
});
