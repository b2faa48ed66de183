import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';

interface Stored {
  id: number;
  name: string;
  version: number;
  [field: string]: unknown;
}
interface Refusal {
  status: number;
  stored?: Stored;
  errors?: { path: string; code?: string; params?: Record<string, number> }[];
}

const WORD = { label_en: 'Fans', label_it: 'Ventole' };

describe("a company's own words", () => {
  let test: TestApp;
  let company: Scope;
  let headers: Headers;
  let device_id: number;
  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Words');
    const plant = await makePlant(test.pool, company, 'P1');
    device_id = await makeDevice(test.pool, company, plant, 'INV1', ['ac_power_kw', 'energy_total_kwh']);
    // Cloud control asks for no application.
    headers = await signIn(test, await makeUser(test, { company, roles: ['SUPER_ENGINEER_0'] }), company);
  });
  after(() => test?.close());

  async function ask<T = Refusal>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
    const answer = await test.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    const json = (answer.body === '' ? undefined : answer.json()) as T;
    return { status: answer.statusCode, json };
  }
  const list = async (what: string) => (await ask<Stored[]>('GET', `/cloudcontrol/v1/${what}/`)).json;
  async function named(what: string, name: string): Promise<Stored> {
    return (await list(what)).find((one) => one.name === name) ?? assert.fail(`no ${name} in ${what}`);
  }
  const codesOf = ({ json }: { json: Refusal }) => json.errors?.map(({ code }) => code);

  describe('names of variables', () => {
    const change = async (name: string, body: object) => {
      const { id } = await named('variable-names', name);
      return ask<Refusal & Stored>('PUT', `/api/v1/variables-name/${id}/`, body);
    };

    it('are listed with what uses them, without the application that shows readings', async () => {
      const power = await named('variable-names', 'ac_power_kw');
      assert.deepEqual([power.variables, power.devices, power.binned], [1, 1, 0]);
      assert.equal((await ask('GET', '/api/v1/variables-name/')).status, 403);
    });

    it('in use change in words, colour, decimals and group', async () => {
      const body = { label_it: 'Potenza resa', colour: '#9B4FD0', decimals: 1, group_name: 'energy' };
      const { status, json } = await change('ac_power_kw', body);
      assert.equal(status, 200);
      assert.deepEqual({ ...json, ...body }, json);
      assert.equal(json.version, 2);
    });

    it('in use do not come to mean something else: each field says what would', async () => {
      const body = { name: 'power', unit: 'W', kind: 'counter', quantity: 'other' };
      const answer = await change('ac_power_kw', body);
      assert.equal(answer.status, 409);
      assert.deepEqual(codesOf(answer), ['name_in_use', 'unit_in_use', 'kind_in_use', 'quantity_in_use']);
      assert.deepEqual(answer.json.errors?.[0]?.params, { variables: 1, devices: 1, binned: 0 });
    });

    it('in use stay what they are for somebody who sees none of the plants that use them', async () => {
      const plant_id = await makePlant(test.pool, company, 'P2');
      const user = await makeUser(test, { company, roles: ['ENGINEER_0', 'APP_0'], plants: [plant_id] });
      const own = await signIn(test, user, company);
      const { id, version } = await named('variable-names', 'ac_power_kw');
      const url = `/api/v1/variables-name/${id}/`;
      const payload = { unit: 'W', version };
      const changed = await test.app.inject({ method: 'PUT', url, headers: own, payload });
      assert.equal(changed.statusCode, 409);
      assert.equal(changed.json().errors[0].code, 'unit_in_use');
      assert.equal((await test.app.inject({ method: 'DELETE', url, headers: own })).statusCode, 409);
    });

    it('in use cannot be deleted, and are told by what', async () => {
      const { id } = await named('variable-names', 'ac_power_kw');
      const answer = await ask('DELETE', `/api/v1/variables-name/${id}/`);
      assert.deepEqual([answer.status, codesOf(answer)], [409, ['used_by_variables']]);
      assert.deepEqual(answer.json.errors?.[0]?.params, { variables: 1, devices: 1, binned: 0 });
    });

    it('are held by deleted variables too, which can be brought back', async () => {
      await test.arrange(
        `update variable v set deleted_at = now() from variable_name n
         where v.company_id = $1 and n.company_id = v.company_id and n.id = v.variable_name_id and n.name = 'energy_total_kwh'`,
        [company.company_id],
      );
      const { id } = await named('variable-names', 'energy_total_kwh');
      const gone = await ask('DELETE', `/api/v1/variables-name/${id}/`);
      assert.deepEqual(gone.json.errors?.[0]?.params, { variables: 0, devices: 0, binned: 1 });
      assert.equal((await change('energy_total_kwh', { kind: 'gauge' })).status, 409);
    });

    it('that nothing uses become anything, and go', async () => {
      const made = await ask<Stored>('POST', '/api/v1/variables-name/', {
        ...WORD,
        name: 'fans',
        kind: 'gauge',
        quantity: 'other',
      });
      assert.equal(made.status, 201);
      const body = { name: 'cabinet_fans', unit: 'rpm', kind: 'counter', quantity: 'event_code', version: 1 };
      const { status, json } = await change('fans', body);
      assert.deepEqual([status, json.name, json.version], [200, 'cabinet_fans', 2]);
      assert.equal((await ask('DELETE', `/api/v1/variables-name/${json.id}/`)).status, 204);
      assert.equal((await ask('DELETE', `/api/v1/variables-name/${json.id}/`)).status, 404);
    });

    it('are unique, in a group that there is, and well written', async () => {
      const base = { ...WORD, kind: 'gauge', quantity: 'other' };
      const post = (body: object) => ask('POST', '/api/v1/variables-name/', { ...base, ...body });
      assert.deepEqual(codesOf(await post({ name: 'dc_power_kw' })), ['name_taken']);
      assert.deepEqual(codesOf(await post({ name: 'x', group_name: 'nowhere' })), ['unknown_group']);
      const wrong = await post({ name: 'Fans!', label_it: '', colour: 'red', decimals: 9 });
      assert.equal(wrong.status, 400);
      assert.deepEqual(
        wrong.json.errors?.map(({ path }) => path),
        ['name', 'label_it', 'decimals', 'colour'],
      );
      assert.deepEqual(codesOf(await change('dc_power_kw', { name: 'dc_current_a' })), ['name_taken']);
    });

    it('are saved by the first of two, and the second sees what is stored', async () => {
      const first = await change('dc_power_kw', { decimals: 0, version: 1 });
      const second = await change('dc_power_kw', { decimals: 3, version: 1 });
      assert.deepEqual([first.status, second.status], [200, 409]);
      assert.deepEqual([second.json.stored?.decimals, second.json.stored?.version], [0, 2]);
    });
  });

  describe('groups of variables', () => {
    it('take their names and variables along to a new code, deleted ones too', async () => {
      await test.arrange(`update variable set group_name = 'temperature' where company_id = $1`, [
        company.company_id,
      ]);
      const group = await named('variable-groups', 'temperature');
      assert.deepEqual([group.names, group.variables, group.binned], [1, 1, 1]);
      const answer = await ask('PUT', `/cloudcontrol/v1/variable-groups/${group.id}/`, {
        name: 'heat',
        label_it: 'Calore',
      });
      assert.equal(answer.status, 200);
      const moved = await named('variable-groups', 'heat');
      assert.deepEqual([moved.names, moved.variables, moved.binned], [1, 1, 1]);
      assert.equal((await named('variable-names', 'cabinet_temperature_c')).group_name, 'heat');
    });

    it('with something in them stay, and say how much', async () => {
      const { id } = await named('variable-groups', 'heat');
      const answer = await ask('DELETE', `/cloudcontrol/v1/variable-groups/${id}/`);
      assert.deepEqual([answer.status, codesOf(answer)], [409, ['used_by_group']]);
      assert.deepEqual(answer.json.errors?.[0]?.params, { names: 1, variables: 1, binned: 1 });
    });

    it('stand in the order that is set, new ones last', async () => {
      const made = await ask<Stored>('POST', '/cloudcontrol/v1/variable-groups/', { ...WORD, name: 'fans' });
      assert.equal(made.json.position, 10);
      const groups = await list('variable-groups');
      const wanted = groups.toReversed().map(({ id, version }) => ({ id, version }));
      const order = (of: object) =>
        ask<Stored[]>('PUT', '/cloudcontrol/v1/variable-groups-order/', { groups: of });
      const { json } = await order(wanted);
      assert.deepEqual(
        json.map(({ name }) => name),
        groups.toReversed().map(({ name }) => name),
      );
      const stale = await order(wanted);
      assert.equal(stale.status, 409, 'the versions are those from before');
      const fans = json.find(({ name }) => name === 'fans') ?? assert.fail();
      const last = await order(
        json.filter((one) => one !== fans).map(({ id, version }) => ({ id, version })),
      );
      assert.equal(last.json.at(-1)?.name, 'fans', 'what is left out stands behind');
      assert.equal((await ask('DELETE', `/cloudcontrol/v1/variable-groups/${fans.id}/`)).status, 204);
    });

    it('are told with the names, and to whoever draws them', async () => {
      const user = await makeUser(test, { company, roles: ['VIEWER', 'APP_0'] });
      const reader = await signIn(test, user, company);
      const read = async (url: string) => (await test.app.inject({ url, headers: reader })).json();
      const names = (await read('/api/v1/variables-name/')) as Stored[];
      const own = names.find(({ name }) => name === 'cabinet_temperature_c');
      assert.deepEqual([own?.group_label_en, own?.group_label_it], ['Temperature', 'Calore']);
      const { groups } = (await read('/api/v1/series-tree/')) as { groups: Stored[] };
      assert.deepEqual(
        groups.find(({ name }) => name === 'heat'),
        {
          name: 'heat',
          label_en: 'Temperature',
          label_it: 'Calore',
        },
      );
      assert.equal(
        (await test.app.inject({ url: '/cloudcontrol/v1/variable-groups/', headers: reader })).statusCode,
        403,
      );
    });
  });

  it('give way to what a variable says of itself, on pages and in charts', async () => {
    await test.arrange(
      `update variable v set decimals = 4, colour = '#0E7490', group_name = 'grid' from variable_name n
       where v.company_id = $1 and n.company_id = v.company_id and n.id = v.variable_name_id and n.name = 'ac_power_kw'`,
      [company.company_id],
    );
    const user = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const reader = await signIn(test, user, company);
    const read = async (url: string) => (await test.app.inject({ url, headers: reader })).json();
    const page = (await read('/api/v1/plant-overview/P1/')) as {
      devices: { values: Record<string, unknown>[] }[];
    };
    const shown = page.devices[0]?.values.find(({ name }) => name === 'ac_power_kw');
    const own = { decimals: 4, colour: '#0E7490', unit: 'kW' };
    assert.deepEqual({ ...shown, ...own, group_name: 'grid' }, shown);
    const end = new Date().toISOString();
    const start = new Date(Date.now() - 3_600_000).toISOString();
    const query = `proj_code=P1&devices=${device_id}&start=${start}&end=${end}`;
    const text = JSON.stringify(await read(`/api/v1/results-data/?${query}`));
    assert.match(text, /"decimals":4,"colour":"#0E7490"/);
  });

  it('are what a variable may say of itself: a group that there is', async () => {
    const [variable] = await test.arrange<{ id: string }>(
      'select id from variable where company_id = $1 and deleted_at is null limit 1',
      [company.company_id],
    );
    const url = `/cloudcontrol/v1/variables/${variable?.id}/`;
    const patch = (group_name: string | null) =>
      test.app.inject({ method: 'PATCH', url, headers, payload: { group_name } });
    const wrong = await patch('nowhere');
    assert.equal(wrong.statusCode, 400, wrong.body);
    assert.deepEqual(
      wrong.json<Refusal>().errors?.map(({ path }) => path),
      ['group_name'],
    );
    assert.equal((await patch('weather')).statusCode, 200);
    assert.equal((await patch(null)).statusCode, 200);
  });

  describe('categories', () => {
    it('keep what their devices are taken for while there are any', async () => {
      const { id } = await named('categories', 'inverter');
      await test.arrange('update device set category_id = $2 where id = $1', [device_id, id]);
      const url = `/cloudcontrol/v1/categories/${id}/`;
      assert.deepEqual(codesOf(await ask('PUT', url, { kind: 'generator' })), ['category_in_use']);
      assert.equal((await ask('PUT', url, { label_it: 'Inverter di campo' })).status, 200);
      const gone = await ask('DELETE', url);
      assert.deepEqual(
        [codesOf(gone), gone.json.errors?.[0]?.params],
        [['used_by_devices'], { devices: 1, binned: 0 }],
      );
      await test.arrange('update device set deleted_at = now() where id = $1', [device_id]);
      assert.deepEqual((await ask('DELETE', url)).json.errors?.[0]?.params, { devices: 0, binned: 1 });
      await test.arrange('update device set deleted_at = null where id = $1', [device_id]);
    });

    it('are made, changed and deleted otherwise', async () => {
      const body = { ...WORD, name: 'tracker', kind: 'other' };
      const made = await ask<Stored>('POST', '/cloudcontrol/v1/categories/', body);
      const url = `/cloudcontrol/v1/categories/${made.json.id}/`;
      assert.equal((await ask('PUT', url, { kind: 'weather_station', version: 1 })).status, 200);
      const late = await ask('PUT', url, { kind: 'other', version: 1 });
      assert.deepEqual([late.status, late.json.stored?.kind], [409, 'weather_station']);
      assert.equal((await ask('DELETE', url)).status, 204);
    });
  });

  describe('tags', () => {
    const setTags = (body: object) =>
      ask<Refusal & { version: number; tags: Stored[] }>(
        'PUT',
        `/cloudcontrol/v1/device-tags/${device_id}/`,
        body,
      );

    it('are given to a device, all at once, and lost with the tag', async () => {
      const make = async (name: string) =>
        (await ask<Stored>('POST', '/cloudcontrol/v1/tags/', { name, colour: '#0E8F82' })).json.id;
      const [one, other] = [await make('Garanzia'), await make('Giro 3')];
      const { version } = (await setTags({ tag_ids: [one, other, one] })).json;
      assert.deepEqual(
        (await setTags({ tag_ids: [other] })).json.tags.map(({ name }) => name),
        ['Giro 3'],
      );
      const stale = await setTags({ tag_ids: [one], version });
      assert.equal(stale.status, 409);
      assert.equal((await named('tags', 'Giro 3')).devices, 1);
      assert.equal((await setTags({ tag_ids: [one, 999_999] })).status, 404);
      assert.equal((await ask('DELETE', `/cloudcontrol/v1/tags/${other}/`)).status, 204);
      assert.deepEqual((await setTags({ tag_ids: [] })).json.tags, []);
    });

    it('are unique by name, and told with the devices that the reader may see', async () => {
      const { id } = await named('tags', 'Garanzia');
      assert.deepEqual(codesOf(await ask('POST', '/cloudcontrol/v1/tags/', { name: 'Garanzia' })), [
        'name_taken',
      ]);
      await setTags({ tag_ids: [id] });
      const read = async (plants: number[]) => {
        const user = await makeUser(test, { company, roles: ['VIEWER', 'APP_0'], plants });
        const answer = await test.app.inject({
          url: `/api/v1/tags/${id}/`,
          headers: await signIn(test, user, company),
        });
        return answer.json<{ devices: { short_name: string }[] }>().devices;
      };
      const [plant] = await test.arrange<{ plant_id: string }>('select plant_id from device where id = $1', [
        device_id,
      ]);
      assert.deepEqual(
        (await read([Number(plant?.plant_id)])).map(({ short_name }) => short_name),
        ['INV1'],
      );
      assert.deepEqual(await read([]), []);
    });
  });

  it('sections stand in one plant, by a name that is new there', async () => {
    const post = (body: object) => ask<Refusal & Stored>('POST', '/cloudcontrol/v1/plant-sections/', body);
    const made = await post({ proj_code: 'P1', name: 'Tetto sud' });
    assert.deepEqual([made.status, made.json.name, made.json.version], [201, 'Tetto sud', 1]);
    assert.deepEqual(codesOf(await post({ proj_code: 'P1', name: 'Tetto sud' })), ['name_taken']);
    assert.equal((await post({ proj_code: 'NOWHERE', name: 'Tetto sud' })).status, 404);
  });

  it('are changed by those who configure only', async () => {
    const worker = await makeUser(test, { company, roles: ['SUPER_WORKER', 'APP_0'] });
    const asked = await test.app.inject({
      method: 'POST',
      url: '/cloudcontrol/v1/tags/',
      headers: await signIn(test, worker, company),
      payload: { name: 'Mine' },
    });
    assert.equal(asked.statusCode, 403);
  });
});
