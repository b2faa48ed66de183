import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
} from '../../../tests/support/app.ts';
import type { Role } from '../../shared/contract/capabilities.ts';
import type { Scope } from '../../shared/server/tenancy.ts';

interface Row {
  id: number;
  name: string;
  description: string;
  version: number;
}

describe("a company's lists with a bin", () => {
  let test: TestApp;
  let company: Scope;
  let headers: Headers;
  const enter = async (roles: readonly Role[]) =>
    signIn(test, await makeUser(test, { company, roles: [...roles] }), company);
  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Lists');
    headers = await enter(['ENGINEER_0', 'APP_0']);
  });
  after(() => test?.close());

  async function ask<T>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    { payload, as = headers }: { payload?: object; as?: Headers } = {},
  ) {
    const answer = await test.app.inject({ method, url, headers: as, ...(payload ? { payload } : {}) });
    const isJson = answer.headers['content-type']?.toString().includes('json');
    return { status: answer.statusCode, body: answer.body, json: (isJson ? answer.json() : undefined) as T };
  }

  const LISTS = [
    {
      path: '/api/v1/maintenance-types',
      file: 'tipi-di-manutenzione',
      head: 'Tipo di manutenzione;Descrizione;Dismesso',
      own: { retired: false },
      shown: ';no',
    },
    {
      path: '/api/v1/downtime-causes',
      file: 'cause-di-fermo',
      head: 'Causa di fermo;Descrizione;Riguarda;Conta come;Dismessa',
      own: { kind: 'other', availability: 'unavailable', retired: false },
      shown: ';Altro;Indisponibile;no',
    },
  ] as const;
  for (const { path, file, head, own, shown } of LISTS) {
    it(`${path}: keep names apart, what is deleted comes back or goes, and all is a file`, async () => {
      const add = (name: string) => ask<Row>('POST', `${path}/`, { payload: { name } });
      const { json: first, status } = await add('Zeta');
      assert.deepEqual(
        [status, first],
        [201, { id: first.id, name: 'Zeta', description: '', version: 1, ...own }],
      );
      assert.equal((await add(' Zeta ')).status, 409);
      await add('alfa');
      const change = (payload: object) => ask<Row>('PATCH', `${path}/${first.id}/`, { payload });
      const changed = await change({ description: '=1+1; a "b"', version: 1 });
      assert.deepEqual(changed.json, { ...first, description: '=1+1; a "b"', version: 2 });
      const late = await change({ name: 'Eta', version: 1 });
      const { stored } = late.json as Row & { stored: Row };
      assert.deepEqual([late.status, stored], [409, changed.json]);
      const { json: rows } = await ask<Row[]>('GET', `${path}/`);
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['alfa', 'Zeta'],
      );

      const italian = { ...headers, 'accept-language': 'it' };
      const sent = await test.app.inject({ url: `${path}-export/`, headers: italian });
      assert.match(
        String(sent.headers['content-disposition']),
        new RegExp(`"${file}-\\d{4}-\\d\\d-\\d\\d.csv"`),
      );
      assert.equal(sent.headers['content-type'], 'text/csv; charset=utf-8');
      assert.equal(sent.body, `\uFEFF${head}\r\nalfa;${shown}\r\nZeta;"'=1+1; a ""b"""${shown}\r\n`);

      assert.equal((await ask('DELETE', `${path}/${first.id}/`)).status, 204);
      assert.equal((await ask('DELETE', `${path}/${first.id}/`)).status, 404);
      const bin = async () =>
        (await ask<{ count: number; results: (Row & { deleted_at: string })[] }>('GET', `${path}-bin/`)).json;
      const { count, results } = await bin();
      assert.deepEqual([count, results[0]?.name, results[0]?.version], [1, 'Zeta', 3]);
      assert.equal((await change({ name: 'Eta' })).status, 404);
      const { json: again } = await add('Zeta');
      const restore = () => ask('POST', `${path}-bin/${first.id}/restore/`);
      assert.equal((await restore()).status, 409);
      await ask('DELETE', `${path}/${again.id}/`);
      assert.equal((await restore()).status, 204);
      const purge = (id: number) => ask('DELETE', `${path}-bin/${id}/`);
      assert.deepEqual(
        [(await purge(first.id)).status, (await purge(again.id)).status, (await bin()).count],
        [404, 204, 0],
      );
    });

    it(`${path}: are read by whoever sees plants, and written by those who manage operating data`, async () => {
      const as = await enter(['SUPER_WORKER', 'APP_0']);
      const asked = await Promise.all([
        ask('GET', `${path}/`, { as }),
        ask('GET', `${path}-export/`, { as }),
        ask('GET', `${path}-bin/`, { as }),
        ask('POST', `${path}/`, { as, payload: { name: 'Mine' } }),
      ]);
      assert.deepEqual(
        asked.map(({ status }) => status),
        [200, 200, 403, 403],
      );
    });
  }
});
