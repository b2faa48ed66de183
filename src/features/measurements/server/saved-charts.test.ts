import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Given, ask as send } from '../../../../tests/contract/support/ask.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import type { AnyCall } from '../../../shared/contract/call.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { dismissMember } from '../../companies/server/members.service.ts';
import { createDevice } from '../../plants/server/plants.service.ts';
import {
  type OpenedChart,
  type SavedChart,
  type SeriesTree,
  savedChartsCalls,
} from '../saved-charts.contract.ts';
import { MAX_CHARTS } from '../saved-charts.model.ts';

interface Answer {
  status: number;
  json: unknown;
}

describe('saved charts', () => {
  let test: TestApp;
  let company: Scope;
  let owner: { user: TestUser; headers: Headers };
  let north: number;
  let south: number;
  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Charts');
    owner = await somebody(['COMPANY_OWNER', 'APP_0']);
    for (const code of ['NORTH', 'SOUTH']) await makePlant(test.pool, company, code);
    [north, south] = [await inverter('NORTH'), await inverter('SOUTH')];
  });
  after(() => test?.close());

  const inverter = async (proj_code: string): Promise<number> => {
    const variables = [{ name: 'ac_power_kw' }, { name: 'energy_total_kwh' }];
    const made = await inScope(test.pool, company, (tx) =>
      createDevice(tx, {
        proj_code,
        short_name: `${proj_code}-INV`,
        description: '',
        category: 'inverter',
        manufacturer: '',
        model: '',
        interval_s: 60,
        variables,
      }),
    );
    return made.id;
  };

  async function somebody(roles: Role[], plants: number[] = []) {
    const user = await makeUser(test, { company, roles, plants });
    return { user, headers: await signIn(test, user, company) };
  }

  async function plantId(proj_code: string): Promise<number> {
    const [row] = await test.arrange<{ id: number }>(
      'select id from plant where company_id = $1 and proj_code = $2',
      [company.company_id, proj_code],
    );
    return Number(row?.id);
  }

  async function ask(name: keyof typeof savedChartsCalls, given: Given, headers: Headers): Promise<Answer> {
    const answer = await send(test, savedChartsCalls[name] as AnyCall, given, headers);
    return { status: answer.status, json: answer.text === '' ? undefined : JSON.parse(answer.text) };
  }

  const both = () => ({
    series: [
      { proj_code: 'NORTH', device_id: north, name: 'ac_power_kw' },
      { proj_code: 'SOUTH', device_id: south, name: 'ac_power_kw', hidden: true },
      { proj_code: 'SOUTH', device_id: null, name: 'energy_export_kwh' },
    ],
    span: 'month',
    compare: { with: 'plant', proj_code: 'SOUTH' },
  });

  async function save(headers: Headers, part: object = {}): Promise<OpenedChart> {
    const { status, json } = await ask(
      'create',
      { body: { name: 'Two plants', definition: both(), ...part } },
      headers,
    );
    assert.equal(status, 201, JSON.stringify(json));
    return json as OpenedChart;
  }
  const open = (id: number, headers: Headers) => ask('get', { params: { id: String(id) } }, headers);
  const change = (id: number, body: object, headers: Headers) =>
    ask('update', { params: { id: String(id) }, body }, headers);
  const remove = (id: number, headers: Headers) => ask('remove', { params: { id: String(id) } }, headers);

  it('come back as they were saved, and leave a row in the audit', async () => {
    const chart = await save(owner.headers);
    assert.deepEqual((await open(chart.id, owner.headers)).json, chart);
    assert.deepEqual(
      [chart.owner?.id, chart.shared, chart.version, chart.left_out],
      [owner.user.id, false, 1, 0],
    );
    assert.deepEqual(
      chart.definition.series.map((one) => one.hidden),
      [false, true, false],
    );
    const actions = await test.arrange<{ action: string }>(
      `select action from audit where company_id = $1 and target = $2 and action like 'chart.%'`,
      [company.company_id, String(chart.id)],
    );
    assert.deepEqual(actions, [{ action: 'chart.created' }]);
  });

  it('hold at most four units of measure, and a fifth is refused in the specified words', async () => {
    // spec §5, §9
    const names = [
      'ac_power_kw',
      'energy_export_kwh',
      'irradiance_poa_wm2',
      'ambient_temperature_c',
      'wind_speed_ms',
    ];
    const of = (count: number) => ({
      series: names.slice(0, count).map((name) => ({ proj_code: 'NORTH', device_id: null, name })),
      span: 'day',
    });
    const chart = await save(owner.headers, { definition: of(4) });
    const refused = [
      await ask('create', { body: { name: 'Five', definition: of(5) } }, owner.headers),
      await change(chart.id, { definition: of(5) }, owner.headers),
    ];
    for (const { status, json } of refused) {
      assert.equal(status, 400, JSON.stringify(json));
      const [error] = (json as { errors: { path: string; message: string; code: string }[] }).errors;
      assert.deepEqual(
        [error?.path, error?.code, error?.message],
        ['definition.series', 'too_many_units', 'Too much units of measure. Deselect a variable'],
      );
    }
    const both = {
      ...of(4),
      series: [...of(4).series, { proj_code: 'NORTH', device_id: north, name: 'ac_power_kw' }],
    };
    assert.equal((await change(chart.id, { definition: both }, owner.headers)).status, 200);
  });

  it('of others are not there until they are shared, and then belong to their owner', async () => {
    const colleague = await somebody(['WORKER', 'APP_0'], [await plantId('NORTH')]);
    const { id } = await save(owner.headers, { name: 'Mine alone' });
    const listed = async () =>
      ((await ask('list', {}, colleague.headers)).json as SavedChart[]).find((one) => one.id === id);
    assert.equal(await listed(), undefined);
    assert.equal((await open(id, colleague.headers)).status, 404);
    assert.equal((await change(id, { name: 'x' }, colleague.headers)).status, 404);
    await change(id, { shared: true }, owner.headers);
    const seen = await listed();
    assert.equal(seen?.owner?.id, owner.user.id);
    assert.ok(!JSON.stringify(seen).includes('SOUTH'), 'a list tells no definition');
    assert.equal((await change(id, { name: 'x' }, colleague.headers)).status, 403);
    assert.equal((await remove(id, colleague.headers)).status, 403);
  });

  it('show to each reader what they may see, count the rest and name none of it', async () => {
    const colleague = await somebody(['VIEWER', 'APP_0'], [await plantId('NORTH')]);
    const { id } = await save(owner.headers, { shared: true });
    const { json } = await open(id, colleague.headers);
    const chart = json as OpenedChart;
    assert.deepEqual(
      chart.definition.series.map((one) => one.proj_code),
      ['NORTH'],
    );
    assert.equal(chart.left_out, 2);
    assert.equal(chart.definition.compare, undefined);
    const text = JSON.stringify(json);
    assert.ok(!text.includes('SOUTH') && !text.includes(`"device_id":${south}`), text);
  });

  it('keep the series of plants that are hidden from their owner by now', async () => {
    const [place, other] = [await plantId('NORTH'), await plantId('SOUTH')];
    const writer = await somebody(['WORKER', 'APP_0'], [place, other]);
    const { id, version } = await save(writer.headers, { shared: true });
    await test.arrange('delete from company_user_plant where user_id = $1 and plant_id = $2', [
      writer.user.id,
      other,
    ]);
    const series = [{ proj_code: 'NORTH', device_id: north, name: 'energy_total_kwh' }];
    const body = { definition: { series, span: 'day' }, version };
    assert.equal((await change(id, body, writer.headers)).status, 200);
    const { json } = await open(id, owner.headers);
    assert.deepEqual(
      (json as OpenedChart).definition.series.map((one) => `${one.proj_code} ${one.name}`),
      ['NORTH energy_total_kwh', 'SOUTH ac_power_kw', 'SOUTH energy_export_kwh'],
    );
  });

  it('are not saved about what the person may not see, nor about devices of another plant', async () => {
    const colleague = await somebody(['WORKER', 'APP_0'], [await plantId('NORTH')]);
    const tries = [
      [{ proj_code: 'SOUTH', device_id: south, name: 'ac_power_kw' }],
      [{ proj_code: 'NORTH', device_id: south, name: 'ac_power_kw' }],
      [{ proj_code: 'SOUTH', device_id: null, name: 'ac_power_kw' }],
      [{ proj_code: 'NOWHERE', device_id: null, name: 'ac_power_kw' }],
    ];
    const answers = new Set<string>();
    for (const series of tries) {
      const body = { name: 'x', definition: { series, span: 'day' } };
      const { status, json } = await ask('create', { body }, colleague.headers);
      assert.equal(status, 404);
      answers.add(JSON.stringify(json));
    }
    assert.equal(answers.size, 1, 'hidden and missing look alike');
  });

  it('have a definition without any field that is not known, and of bounded length', async () => {
    const [first] = both().series;
    const bad = [
      { ...both(), title: 'x' },
      { ...both(), series: [{ ...first, label: 'Inverter 1' }] },
      { ...both(), series: [] },
      { ...both(), series: Array.from({ length: 41 }, () => first) },
      { ...both(), span: 'decade' },
      { ...both(), date: '2026-02-30' },
      { ...both(), compare: { with: 'year', proj_code: 'NORTH' } },
      { ...both(), compare: { with: 'plant' } },
      { ...both(), series: [{ proj_code: 'NORTH', device_id: null, name: 'inverter_state' }] },
    ];
    for (const definition of bad) {
      const { status } = await ask('create', { body: { name: 'x', definition } }, owner.headers);
      assert.equal(status, 400, JSON.stringify(definition).slice(0, 80));
    }
    assert.equal(
      (await ask('create', { body: { name: 'a\nb', definition: both() } }, owner.headers)).status,
      400,
    );
  });

  it('saved by two at once end as the first said, and the second is told what that was', async () => {
    const chart = await save(owner.headers);
    const { id, version } = chart;
    assert.equal((await change(id, { name: 'First', version }, owner.headers)).status, 200);
    const second = await change(id, { name: 'Second', version }, owner.headers);
    assert.equal(second.status, 409);
    const { stored } = second.json as { stored: OpenedChart };
    assert.deepEqual([stored.name, stored.version], ['First', version + 1]);
    const unchanged = await change(id, { name: 'First', definition: chart.definition }, owner.headers);
    assert.equal((unchanged.json as OpenedChart).version, version + 1, 'the same again is no change');
  });

  it('are so many and no more', async () => {
    const somebodyElse = await somebody(['WORKER', 'APP_0'], [await plantId('NORTH')]);
    await test.arrange(
      `insert into saved_chart (company_id, owner_id, name, definition) select $1, $2, 'n', '{}' from generate_series(1, $3)`,
      [company.company_id, somebodyElse.user.id, MAX_CHARTS],
    );
    const definition = {
      series: [{ proj_code: 'NORTH', device_id: north, name: 'ac_power_kw' }],
      span: 'day',
    };
    const { status, json } = await ask(
      'create',
      { body: { name: 'One more', definition } },
      somebodyElse.headers,
    );
    assert.equal(status, 409);
    assert.equal((json as { errors: { code: string }[] }).errors[0]?.code, 'too_many_charts');
    const [unreadable] = (await ask('list', {}, somebodyElse.headers)).json as SavedChart[];
    const opened = (await open(unreadable?.id ?? 0, somebodyElse.headers)).json as OpenedChart;
    assert.deepEqual(opened.definition.series, [], 'what cannot be read is an empty chart');
  });

  it('go with their owner, save the shared ones, which who manages the company may clear away', async () => {
    const leaver = await somebody(['ENGINEER_0', 'APP_0'], [await plantId('NORTH')]);
    const definition = {
      series: [{ proj_code: 'NORTH', device_id: north, name: 'ac_power_kw' }],
      span: 'day',
    };
    const kept = await save(leaver.headers, { definition, shared: true });
    const gone = await save(leaver.headers, { definition });
    const reader = await somebody(['WORKER', 'APP_0'], [await plantId('NORTH')]);
    const { company_id } = company;
    const scope: Scope = { ...company, user_id: owner.user.id, roles: ['COMPANY_OWNER'] };
    await inScope(test.pool, scope, (tx) => dismissMember(tx, leaver.user.id, { kinds: [], revoke: [] }));
    const left = await test.arrange<{ id: number }>(
      'select id::int from saved_chart where company_id = $1 and owner_id = $2',
      [company_id, leaver.user.id],
    );
    assert.deepEqual(
      left.map((row) => row.id),
      [kept.id],
    );
    assert.equal(((await open(kept.id, reader.headers)).json as OpenedChart).owner, null);
    assert.equal((await open(gone.id, reader.headers)).status, 404);
    assert.equal((await remove(kept.id, reader.headers)).status, 403);
    assert.equal((await remove(kept.id, owner.headers)).status, 204);
  });

  it('choose from a tree of what the person may see', async () => {
    const colleague = await somebody(['VIEWER', 'APP_0'], [await plantId('NORTH')]);
    const whole = (await ask('seriesTree', {}, owner.headers)).json as SeriesTree;
    assert.deepEqual(
      whole.plants.map((plant) => plant.proj_code),
      ['NORTH', 'SOUTH'],
    );
    const [device] = whole.plants[0]?.devices ?? [];
    assert.deepEqual(
      device?.names.map((place) => whole.names[place]?.name),
      ['ac_power_kw', 'energy_total_kwh'],
    );
    const part = (await ask('seriesTree', {}, colleague.headers)).json as SeriesTree;
    assert.deepEqual(
      part.plants.map((plant) => plant.proj_code),
      ['NORTH'],
    );
  });
});
