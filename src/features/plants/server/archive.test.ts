import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  makeCompany,
  makeDevice,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';

describe('the archive of plants', () => {
  let test: TestApp;
  let company: Scope;
  let headers: Record<string, string>;
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
    const answer = await test.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  };
  const codesOf = async (url: string, field: string) =>
    ((await ask('GET', url)).body as Record<string, unknown>[]).map((one) => one[field]);

  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Aurora Energia');
    const owner = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    headers = await signIn(test, owner, company);
    for (const proj_code of ['KEPT', 'GONE'])
      assert.equal((await ask('POST', '/api/v1/plants/', { proj_code, name: proj_code })).status, 201);
    const { rows } = await inScope(test.pool, company, (tx) =>
      tx.query<{ id: number; proj_code: string }>('select id, proj_code from plant where company_id = $1', [
        company.company_id,
      ]),
    );
    for (const { id, proj_code } of rows) {
      const device = await makeDevice(test.pool, company, id, `INV-${proj_code}`, ['ac_power_kw']);
      await test.arrange(
        `with p as (insert into port (company_id, plant_id, name, host, port)
           values ($1, $2, 'Gateway', '10.0.0.7', 502) returning id)
         update device set port_id = p.id, unit_id = 1 from p where device.company_id = $1 and device.id = $3`,
        [company.company_id, id, device],
      );
    }
  });
  after(() => test?.close());

  /** Every list that names plants, with what it names them by. */
  const LISTS = [
    ['/api/v1/plants/', 'proj_code'],
    ['/api/v1/plants-card-list/', 'code'],
    ['/api/v1/company-plant/', 'proj_code'],
    ['/api/v1/device/', 'proj_code'],
    ['/cloudcontrol/v1/loadDevices/', 'proj_code'],
  ] as const;

  const POINTS_TO_ARCHIVE = {
    path: 'proj_code',
    message: 'taken by the archived plant GONE',
    code: 'taken_archived',
    params: { name: 'GONE' },
  };

  it('takes a plant out of every list, and restores it as it was', async () => {
    for (const [url, field] of LISTS) assert.ok((await codesOf(url, field)).includes('GONE'), url);
    assert.equal((await ask('POST', '/api/v1/plants/GONE/archive/', { version: 99 })).status, 409);
    assert.equal((await ask('POST', '/api/v1/plants/GONE/archive/', {})).status, 200);
    for (const [url, field] of LISTS) assert.deepEqual(await codesOf(url, field), ['KEPT'], url);
    assert.equal((await ask('GET', '/api/v1/plant-overview/GONE/')).status, 404);
    assert.equal((await ask('PUT', '/api/v1/plants/GONE/', { name: 'x' })).status, 404);
    assert.equal((await ask('POST', '/api/v1/plants/GONE/archive/', {})).status, 404);
    const taken = (await ask('POST', '/api/v1/plants/', { proj_code: 'GONE', name: 'x' })).body;
    assert.deepEqual([taken.status, taken.errors], [409, [POINTS_TO_ARCHIVE]]);
    const [archived] = (await ask('GET', '/api/v1/plants-archive/')).body as { devices: number }[];
    assert.equal(archived?.devices, 1);

    assert.equal((await ask('POST', '/api/v1/plants/GONE/restore/', {})).status, 200);
    for (const [url, field] of LISTS) assert.ok((await codesOf(url, field)).includes('GONE'), url);
    assert.equal((await ask('POST', '/api/v1/plants/KEPT/restore/', {})).status, 404);
    const audited = await ask('GET', '/api/v1/audit/?page_size=2');
    const actions = (audited.body as { results: { action: string }[] }).results.map(({ action }) => action);
    assert.deepEqual(actions, ['plant.restored', 'plant.archived']);
  });

  it('leaves nothing of an archived plant to poll, and takes no readings for it', async () => {
    await ask('POST', '/api/v1/plants/GONE/archive/', {});
    const polled = await inScope(test.pool, company, (tx) =>
      tx.query<{ port: string; device: string }>(
        `select (select count(*) from port where company_id = $1) as port,
                (select count(*) from device where company_id = $1) as device`,
        [company.company_id],
      ),
    );
    assert.deepEqual(Object.values(polled.rows[0] ?? {}).map(Number), [1, 1]);
    await ask('POST', '/api/v1/plants/GONE/restore/', {});
  });
});
