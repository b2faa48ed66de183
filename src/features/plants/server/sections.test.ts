import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { until } from '../../../../tests/support/program.ts';
import type { HistoryEntry } from '../../../shared/contract/record-history.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import type { PlantMasterData } from '../master-data.contract.ts';
import type { PlantSection } from '../sections.contract.ts';

const PLANT = 'ROOF-1';
const SECTIONS = '/api/v1/plant-sections/';

describe('sections and master data of a plant', () => {
  let test: TestApp;
  let company: Scope;
  let plant: number;
  let headers: Record<string, string>;
  let viewer: Record<string, string>;
  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
  const ask = async <T>(method: Method, url: string, body?: object, as = headers) => {
    const answer = await test.app.inject({ method, url, headers: as, ...(body ? { payload: body } : {}) });
    return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as T };
  };
  const add = async (name: string, rest: object = {}) =>
    (await ask<PlantSection>('POST', SECTIONS, { proj_code: PLANT, name, ...rest })).body;
  const listed = async () => (await ask<PlantSection[]>('GET', `${SECTIONS}?proj_code=${PLANT}`)).body;

  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Sections');
    plant = await makePlant(test.pool, company, PLANT);
    const owner = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    headers = await signIn(test, owner, company);
    viewer = await signIn(test, await makeUser(test, { company, roles: ['VIEWER', 'APP_0'] }), company);
  });
  after(() => test?.close());

  it('keeps what is known of each section, and the order that people give them', async () => {
    const east = await add('East', { tilt_deg: 12.5, azimuth_deg: 95, kw_peak: 120, losses_percent: 3 });
    const west = await add('West');
    assert.deepEqual(
      [east.tilt_deg, east.azimuth_deg, east.kw_peak, east.losses_percent, east.position, east.devices],
      [12.5, 95, 120, 3, 0, 0],
    );
    // Not known is not zero.
    assert.deepEqual([west.tilt_deg, west.losses_percent, west.position], [null, null, 1]);
    const body = { proj_code: PLANT, ids: [west.id, east.id] };
    const ordered = await ask<PlantSection[]>('PUT', '/api/v1/plant-sections-order/', body);
    assert.deepEqual(
      ordered.body.map(({ name, version }) => [name, version]),
      [
        ['West', 1],
        ['East', 1],
      ],
    );
    const { status } = await ask('PUT', '/api/v1/plant-sections-order/', { ...body, ids: [west.id] });
    assert.equal(status, 409);
    assert.deepEqual(
      (await listed()).map(({ name }) => name),
      ['West', 'East'],
    );
  });

  it('tells whoever saves second what was saved, and which name is taken', async () => {
    const section = await add('South');
    const url = `${SECTIONS}${section.id}/`;
    const first = await ask<PlantSection>('PUT', url, { version: 1, tilt_deg: 20 });
    assert.deepEqual([first.status, first.body.tilt_deg, first.body.version], [200, 20, 2]);
    const second = await ask<{ stored: PlantSection }>('PUT', url, { version: 1, tilt_deg: 25 });
    assert.deepEqual([second.status, second.body.stored.tilt_deg], [409, 20]);
    const named = await ask<{ errors: { path: string; code: string }[] }>('PUT', url, { name: 'East' });
    assert.equal(named.status, 409);
    assert.deepEqual(
      named.body.errors.map(({ path, code }) => [path, code]),
      [['name', 'name_taken']],
    );
    const wrong = await ask<{ errors: { path: string }[] }>('PUT', url, { tilt_deg: 91, losses_percent: -1 });
    assert.equal(wrong.status, 400);
    assert.deepEqual(
      wrong.body.errors.map(({ path }) => path),
      ['tilt_deg', 'losses_percent'],
    );
    const { body } = await ask<{ results: HistoryEntry[] }>('GET', `${url}history/`);
    assert.deepEqual(
      body.results.map(({ what, fields, changes }) => [what, fields, changes]),
      [
        ['changed', ['tilt_deg'], [{ field: 'tilt_deg', before: null, after: 20 }]],
        ['created', [], []],
      ],
    );
  });

  it('takes the plant before a section: whoever waits for the plant keeps nobody from its sections', async () => {
    const section = await add('Waiting');
    const url = `${SECTIONS}${section.id}/`;
    await inScope(test.pool, scopeOfWork(company.company_id), async (tx) => {
      await tx.query('select from plant where company_id = $1 and id = $2 for update', [
        company.company_id,
        plant,
      ]);
      const changing = ask<PlantSection>('PUT', url, { tilt_deg: 7 });
      await until(
        async () => (await test.arrange('select from pg_locks where not granted')).length > 0,
        'the change waits for the plant',
      );
      // Were the section held already, two who began at either end would wait for each other for ever.
      await tx.query('select from plant_section where company_id = $1 and id = $2 for update nowait', [
        company.company_id,
        section.id,
      ]);
      return { changing };
    }).then(async ({ changing }) => assert.equal((await changing).status, 200));
    const named = await Promise.all(['Waiting', 'Waiting'].map(() => add('Once')));
    assert.equal(named.filter(({ name }) => name === 'Once').length, 1, 'one name, one section');
  });

  it('refuses to delete a section in which devices stand, and lets those in the bin go', async () => {
    const section = await add('North');
    const url = `${SECTIONS}${section.id}/`;
    const device = await makeDevice(test.pool, company, plant, 'INV-N', ['ac_power_kw']);
    const stand = 'update device set section_id = $1 where id = $2 and company_id = $3';
    await test.arrange(stand, [section.id, device, company.company_id]);
    const refused = await ask<{ errors: { code: string; params: object }[] }>('DELETE', url);
    assert.equal(refused.status, 409);
    assert.deepEqual(refused.body.errors[0]?.code, 'section_in_use');
    assert.deepEqual(refused.body.errors[0]?.params, { devices: 1, names: 'INV-N' });
    assert.equal((await ask('DELETE', `/api/v1/device/${device}/`)).status, 204);
    assert.equal((await ask('DELETE', url)).status, 204);
    assert.ok(!(await listed()).some(({ name }) => name === 'North'));
    assert.equal((await ask('DELETE', url)).status, 404);
  });

  it('keeps master data, with each change in its history and nobody’s telephone number in the audit', async () => {
    const url = `/api/v1/anagrafica/${PLANT}/`;
    const read = async () =>
      (await ask<PlantMasterData>('GET', `/api/v1/anagrafica/?proj_code=${PLANT}`)).body;
    assert.deepEqual(
      [(await read()).version, (await read()).pod, (await read()).connected_on],
      [0, '', null],
    );
    const contacts = [{ role: 'Reperibile', name: 'Marta Rinaldi', phone: '+39 333 1234567', email: '' }];
    const contract = {
      kind: 'O&M',
      party: 'Solmec',
      number: '12/A',
      begins: '2024-01-01',
      until: '2026-12-31',
    };
    const change = {
      version: 0,
      pod: 'IT001E12345678',
      connected_on: '2019-05-04',
      contacts,
      contracts: [contract],
    };
    const saved = await ask<PlantMasterData>('PUT', url, change);
    assert.equal(saved.status, 200);
    assert.deepEqual(await read(), { ...saved.body, ...change, version: 1 });
    const late = await ask<{ stored: PlantMasterData }>('PUT', url, { version: 0, pod: '' });
    assert.deepEqual([late.status, late.body.stored.pod], [409, 'IT001E12345678']);
    const wrong = await ask<{ errors: { path: string; code: string }[] }>('PUT', url, {
      pod: '12345',
      contracts: [{ ...contract, until: '2023-01-01' }],
    });
    assert.deepEqual(
      wrong.body.errors.map(({ path, code }) => [path, code]),
      [
        ['pod', 'no_pod'],
        ['contracts.0.until', 'ends_before_beginning'],
      ],
    );
    const { body } = await ask<{ results: HistoryEntry[] }>('GET', `${url}history/`);
    assert.deepEqual(
      body.results.map(({ fields, changes }) => [fields, changes]),
      [
        [
          ['pod', 'connected_on', 'contracts', 'contacts'],
          [
            { field: 'pod', before: '', after: 'IT001E12345678' },
            { field: 'connected_on', before: null, after: '2019-05-04' },
          ],
        ],
      ],
    );
    const noted = await test.arrange<{ detail: object }>(
      "select detail from audit where action like 'master_data.%'",
    );
    assert.ok(!JSON.stringify(noted).includes('333'));
    // Of an erased home the pseudonym of its POD is taken back, and no other one.
    await test.arrange(`update plant_master_data set pod = 'ITX0123456789AB' where pod = 'IT001E12345678'`);
    const erased = (pod: string) => ask('PUT', url, { pod, notes: 'Empty' });
    assert.equal((await erased('ITX0123456789AB')).status, 200);
    assert.equal((await erased('ITX0123456789AC')).status, 400);
  });

  it('is written by whoever may write plants alone', async () => {
    const { status } = await ask('GET', `/api/v1/anagrafica/?proj_code=${PLANT}`, undefined, viewer);
    // A viewer named for no plant does not even learn that there is one.
    assert.equal(status, 404);
    assert.equal((await ask('PUT', `/api/v1/anagrafica/${PLANT}/`, { pod: '' }, viewer)).status, 403);
    assert.equal((await ask('POST', SECTIONS, { proj_code: PLANT, name: 'X' }, viewer)).status, 403);
  });

  it('calls an order of sections by its plant in the audit', async () => {
    const ids = (await listed()).map(({ id }) => id);
    await ask('PUT', '/api/v1/plant-sections-order/', { proj_code: PLANT, ids });
    const { body } = await ask<{ results: { action: string; target_name: string }[] }>(
      'GET',
      '/api/v1/audit/',
    );
    const [{ name } = { name: '' }] = await test.arrange<{ name: string }>(
      'select name from plant where id = $1 and company_id = $2',
      [plant, company.company_id],
    );
    assert.equal(body.results.find(({ action }) => action === 'section.ordered')?.target_name, name);
  });

  it('answers the older calls for plants', async () => {
    const whole = (await ask<object[]>('GET', '/api/v1/plants/')).body;
    assert.deepEqual((await ask('GET', '/legacy/v1/plants/')).body, whole);
    const simple = (await ask<object[]>('GET', '/legacy/v1/plants-simplified/')).body;
    const [first] = simple;
    assert.deepEqual(first, {
      master_id: plant,
      proj_code: PLANT,
      code: PLANT,
      name: PLANT,
      label: PLANT,
      productionType: 'photovoltaic',
    });
    const data = (await ask<object[]>('GET', '/legacy/v1/plants-data/')).body;
    assert.deepEqual(data, [
      {
        ...whole[0],
        production: null,
        irradianza: null,
        power_kw: null,
        last_reading_at: null,
        no_data: true,
      },
    ]);
  });

  it('answers all sections at once, or says that there are too many', async () => {
    await test.arrange(
      `insert into plant_section (company_id, plant_id, name, position)
       select $1, $2, 'Row ' || n, 1000 + n from generate_series(1, 20001) n`,
      [company.company_id, plant],
    );
    for (const path of [SECTIONS, '/api/v1/cc-plant-sections/']) {
      const all = await ask<{ errors: { path: string; code: string }[] }>('GET', path);
      assert.deepEqual(
        [path, all.status, all.body.errors.map(({ path, code }) => [path, code])],
        [path, 400, [['proj_code', 'too_many']]],
      );
    }
  });
});
