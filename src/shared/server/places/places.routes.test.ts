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

const NOBODY = { provider: 'none', url: undefined, key: undefined } as const;

describe('places of addresses', () => {
  let test: TestApp;
  let without: TestApp;
  before(async () => {
    [test, without] = await Promise.all([createTestApp(), createTestApp({ geocoder: NOBODY })]);
  });
  after(async () => {
    await Promise.all([test?.close(), without?.close()]);
  });

  async function headersOf(app: TestApp): Promise<Headers> {
    const company = await makeCompany(app.pool, 'Aurora');
    const user = await makeUser(app, { company, roles: ['VIEWER', 'APP_0'] });
    return signIn(app, user, company);
  }
  const find = async ({ app }: TestApp, q: string, headers: Headers) => {
    const answer = await app.inject({ url: `/api/v1/places/?q=${encodeURIComponent(q)}`, headers });
    return { status: answer.statusCode, json: answer.json() };
  };

  it('are answered to whoever sees plants, with what tells them apart', async () => {
    const { status, json } = await find(test, 'via garibaldi 10', await headersOf(test));
    assert.equal(status, 200);
    assert.deepEqual(json, [
      {
        name: 'Via Garibaldi 10',
        detail: '73100 Lecce, Lecce, Puglia, Italia',
        latitude: 40.3528,
        longitude: 18.1724,
      },
    ]);
  });

  it('are not looked for by two letters, nor by a text of several lines', async () => {
    const headers = await headersOf(test);
    for (const q of ['', ' le ', 'via\nroma', 'x'.repeat(201)]) {
      const { status, json } = await find(test, q, headers);
      assert.deepEqual([status, json.errors[0].path], [400, 'q'], q);
    }
  });

  it('are refused, with what to do, where the installation has no geocoder', async () => {
    const headers = await headersOf(without);
    const { status, json } = await find(without, 'via roma', { ...headers, 'accept-language': 'it' });
    assert.deepEqual([status, json.code], [503, 'unavailable']);
    assert.match(json.detail, /^Questa installazione non cerca indirizzi: cerca il comune/);
  });
});
