import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { untilWaiting } from '../../../../tests/support/waiting.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import type { AppError } from '../../../shared/server/errors.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { findImportDevice } from '../../measurements/server/imports.repository.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { MAX_HOMES } from '../groups.contract.ts';
import { eraseHome } from './erase-home.ts';
import { judgeNumber } from './group-answers.ts';
import { keepGroupDays } from './group-days.repository.ts';
import { keepHomeDays } from './home-day-keeper.ts';
import { listDaySums } from './home-days.repository.ts';
import { letHomeReadingsGo } from './home-retention.ts';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
/** Noon of a summer's day in Rome. */
const NOW = Date.parse('2026-06-20T10:00:00Z');
const YESTERDAY = '2026-06-19';
/** Eight in the morning of the day before. */
const BEGIN = NOW - 28 * HOUR;
const AT = '/api/v1/residenziale';

/** What the meters of a home grow by in a day: made, fed in, drawn, into the battery, out of it. */
const HOUSE = [20, 8, 4, 6, 5] as const;

// spec §7: Residential
describe('homes', () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  const people: Partial<Record<Role, Headers>> = {};
  let project_id: number;

  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers = owner,
  ) => {
    const answer = await test.app.inject({
      method,
      url: `${AT}${path}`,
      headers,
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, json: answer.body === '' ? {} : answer.json() };
  };
  const get = async (path: string, headers = owner) => {
    const { status, json } = await send('GET', path, undefined, headers);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const plantOf = async (proj_code: string): Promise<number> => {
    const [row] = await test.arrange<{ id: number }>(
      'select id from plant where company_id = $1 and proj_code = $2',
      [scope.company_id, proj_code],
    );
    return Number(row?.id);
  };
  /** A home with its three devices, whose counters grow evenly over four hours of the day before. */
  const makeHome = async (proj_code: string, kwh: readonly number[], writer: ReadingWriter) => {
    const fields = { nominal_kwp: 5, azimuth_deg: 180, tilt_deg: 30, district: 'Prato', project_id };
    const prices = { import_eur_kwh: 0.3, export_eur_kwh: 0.1, storage_kwh: 10 };
    const made = await send('POST', '/plants/', {
      proj_code,
      name: `Casa ${proj_code}`,
      ...fields,
      ...prices,
    });
    assert.equal(made.status, 201, JSON.stringify(made.json));
    const plant = await plantOf(proj_code);
    const make = (name: string, variables: string[], category: 'inverter' | 'exchange_meter' | 'other') =>
      makeDevice(test.pool, scope, plant, name, variables, { category, interval_s: 900 });
    const inverter = await make('INV', ['energy_total_kwh', 'ac_power_kw'], 'inverter');
    const meter = await make('GRID', ['energy_total_kwh', 'energy_import_kwh'], 'exchange_meter');
    const told = ['battery_charge_kwh', 'battery_discharge_kwh', 'battery_capacity_kwh'];
    const battery = await make('BAT', told, 'other');
    const [produced = 0, exported = 0, imported = 0, charged = 0, discharged = 0] = kwh;
    const rows = (device_id: number, ...grow: number[]) =>
      Array.from({ length: 17 }, (_, i) => ({
        device_id,
        ts: BEGIN + i * QUARTER,
        values: Float64Array.from(grow, (whole) => 1000 + (whole * i) / 16),
        quality: null,
      }));
    const powers = rows(inverter, produced, 0).map((row) => {
      row.values[1] = produced / 4;
      return row;
    });
    await writer.write(scope, [
      ...powers,
      ...rows(meter, exported, imported),
      ...rows(battery, charged, discharged, 0).map((row) => {
        row.values[2] = 9.5;
        return row;
      }),
    ]);
  };

  before(async () => {
    test = await createTestApp({ now: () => new Date(NOW) });
    scope = await makeCompany(test.pool, 'Homes');
    const boss = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    owner = await signIn(test, boss, scope, new Date(NOW));
    project_id = (await send('POST', '/projects/', { name: 'HUB Prato', kind: 'hub110' })).json.id;
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    for (let i = 1; i <= 5; i++) await makeHome(`H${i}`, HOUSE, writer);
    // More was fed in than was made.
    await makeHome('H6', [10, 20, 0, 0, 0], writer);
    await writer.close();
    for (const role of ['WORKER', 'VIEWER'] as const) {
      const plants = [await plantOf('H1'), await plantOf('H2')];
      const user = await makeUser(test, { company: scope, roles: [role, 'APP_0'], plants });
      people[role] = await signIn(test, user, scope, new Date(NOW));
    }
    await recomputeDirty(test.pool, scope, { today: true, clock: () => NOW });
    await keepHomeDays({ pool: test.pool, now: new Date(NOW) }, scope.company_id);
  });
  after(() => test?.close());

  it('stand in projects with their sums, and in no list of the asset application', async () => {
    const [project] = await get('/hub110-projects/');
    assert.deepEqual([project.homes, project.nominal_kwp, project.storage_kwh], [6, 30, 60]);
    const capacity = await get(`/nominal-capacity/?project_id=${project_id}`);
    assert.deepEqual([capacity.homes, capacity.with_power, capacity.nominal_kwp], [6, 6, 30]);
    for (const url of [
      '/api/v1/plants/',
      '/legacy/v1/plants-simplified/',
      '/legacy/v1/plants-data/',
      '/api/v1/plants-card-list/',
      '/api/v1/alarms/',
    ]) {
      const answer = await test.app.inject({ url, headers: owner });
      assert.equal(answer.statusCode, 200, url);
      assert.ok(!answer.body.includes('Casa H1'), url);
    }
  });

  it('are listed with how they send, which filters', async () => {
    const [first, second] = [await plantOf('H1'), await plantOf('H2')];
    const heard = (plant_id: number, minutes: number) =>
      test.arrange('update plant_live set last_reading_at = $3 where company_id = $1 and plant_id = $2', [
        scope.company_id,
        plant_id,
        new Date(NOW - minutes * 60_000),
      ]);
    await heard(first, 1);
    await heard(second, 24 * 60);
    const { states, count } = await get('/plants/');
    assert.deepEqual([count, states], [6, { sends: 1, late: 0, silent: 1, never: 4 }]);
    const silent = await get('/plants/?state=silent&q=casa+h2');
    assert.deepEqual(
      silent.results.map((home: { proj_code: string }) => home.proj_code),
      ['H2'],
    );
    assert.equal(silent.results[0].last_reading_at, new Date(NOW - 24 * HOUR).toISOString());
    const file = await test.app.inject({
      url: `${AT}/homes-export/?state=silent&language=en`,
      headers: owner,
    });
    assert.match(file.body, /H2.*Casa H2.*Prato.*Silent/);
    assert.ok(!file.body.includes('Casa H1'));
    const statuses = await get('/devices-data-sending-statuses/');
    assert.deepEqual(statuses.devices, { sends: 0, late: 0, silent: 18, never: 0 });
    assert.deepEqual(statuses.homes, states);
    assert.deepEqual(statuses.by_provider, [{ provider: 'gateway', ...states }]);
    const found = async (query: string) => {
      const { count, results } = await get(`/connected-devices/?page_size=1${query}`);
      return [count, results[0]?.home, results[0]?.short_name, results[0]?.last_reading_at];
    };
    const oldest = [18, 'Casa H1', 'BAT', new Date(BEGIN + 4 * HOUR).toISOString()];
    assert.deepEqual([await found(''), await found('&state=silent')], [oldest, oldest]);
    assert.deepEqual(
      [(await found('&state=sends'))[0], (await found('&state=never'))[0], (await found('&state=late'))[0]],
      [0, 0, 0],
    );
  });

  it('have days that add up, with what was saved by their contract', async () => {
    const { days, battery_cycles, battery_fault } = await get(
      `/pday-data/?proj_code=H1&from=${YESTERDAY}&to=${YESTERDAY}`,
    );
    const [day] = days;
    assert.equal(days.length, 1);
    const { produced_kwh, imported_kwh, exported_kwh, charged_kwh, discharged_kwh, used_kwh } = day;
    assert.deepEqual([produced_kwh, exported_kwh, imported_kwh, charged_kwh, discharged_kwh], [...HOUSE]);
    assert.equal(used_kwh, 20 + 4 + 5 - 8 - 6);
    assert.deepEqual([day.self_consumption, day.fault, battery_fault], [0.6, null, false]);
    assert.equal(battery_cycles, 0.5);
    assert.equal(day.saved_eur, 4.1);
    const { months, years } = await get('/home-periods/?proj_code=H1');
    for (const [one] of [months, years])
      assert.deepEqual([one.used_kwh, one.saved_eur, one.capacity_kwh, one.known_days], [15, 4.1, 9.5, 1]);
    assert.deepEqual([months[0].period, years[0].period], ['2026-06', '2026']);
    const hours = await get(`/computed-power/?proj_code=H1&date=${YESTERDAY}`);
    const used = hours.values.reduce((sum: number, kw: number | null) => sum + (kw ?? 0), 0);
    assert.ok(Math.abs(used - 15) < 1e-6, `${used}`);
  });

  it('whose balance cannot be is a fault with the meter that is likely wrong', async () => {
    const { days } = await get(`/pday-data/?proj_code=H6&from=${YESTERDAY}&to=${YESTERDAY}`);
    assert.deepEqual(
      [days[0].fault, days[0].wrong_meter, days[0].used_kwh],
      ['fed_in_above_made', 'exchange', null],
    );
    const { results } = await get('/ranking/');
    assert.deepEqual([results[0].proj_code, results[0].reason], ['H6', 'data_fault']);
    assert.equal(results[1].yield_kwh_kwp, 4);
  });

  it('are told together only where they are five or more', async () => {
    const days = await get(`/group-days/?from=${YESTERDAY}&to=${YESTERDAY}`);
    assert.deepEqual([days.enough, days.days[0].homes, days.days[0].used_kwh], [true, 5, 75]);
    const power = await get(`/rres-data/?date=${YESTERDAY}`);
    const told = power.values.filter((kw: number | null) => kw !== null);
    assert.equal(told[0], 5 * 5 + 2.5);
    // More than one answer reads are refused by the field that narrows them.
    judgeNumber(MAX_HOMES);
    assert.throws(
      () => judgeNumber(MAX_HOMES + 1),
      ({ options: { errors } }: AppError) =>
        errors?.[0]?.path === 'project_id' && errors[0].code === 'too_many_homes',
    );
    assert.deepEqual([days.days[0].left_out, Math.max(...power.left_out)], [0, 0]);
    const few = (await send('POST', '/projects/', { name: 'Few' })).json.id;
    assert.deepEqual(await get(`/group-days/?project_id=${few}`), { homes: 0, enough: false, days: [] });
    assert.deepEqual((await get(`/rres-data/?project_id=${few}`)).ts, []);
    // What they come to stands by itself until another home is among them.
    await test.arrange('update home_group_day set used_kwh = 999 where company_id = $1 and homes > 0', [
      scope.company_id,
    ]);
    const used = async () => (await get(`/group-days/?from=${YESTERDAY}&to=${YESTERDAY}`)).days[0].used_kwh;
    const moveTo = async (project_id: number) =>
      assert.equal((await send('PUT', '/plants/H1/', { project_id })).status, 200);
    assert.equal(await used(), 999);
    await moveTo(few);
    assert.equal(await used(), 75);
    await keepHomeDays({ pool: test.pool, now: new Date(NOW) }, scope.company_id);
    // H1 by itself, and H2 to H5; of H6 the balance cannot be.
    const kept = await test.arrange(
      'select homes, used_kwh from home_group_day where company_id = $1 and day = $2 order by homes',
      [scope.company_id, YESTERDAY],
    );
    assert.deepEqual(kept, [
      { homes: 1, used_kwh: 15 },
      { homes: 4, used_kwh: 60 },
    ]);
    assert.equal(await used(), 75);
    await moveTo(project_id);
    assert.equal((await send('GET', '/group-days/?project_id=8000000000')).status, 404);
  });

  it('are told in all so that nothing is told of fewer than five by difference', async () => {
    const few = (await send('POST', '/projects/', { name: 'A single one' })).json.id;
    const day = async (of = '') => get(`/group-days/?from=${YESTERDAY}&to=${YESTERDAY}${of}`);
    const whole = (await day()).days;
    // Of H6 the day's balance is not known, its power is: five of the others' quarters are told by themselves, and H6 is one more.
    assert.equal((await send('PUT', '/plants/H6/', { project_id: few })).status, 200);
    const power = await get(`/rres-data/?date=${YESTERDAY}`);
    const at = power.told_by.findIndex((homes: number) => homes > 0);
    assert.deepEqual([power.values[at], power.told_by[at], power.left_out[at]], [25, 6, 1]);
    assert.deepEqual((await day()).days, whole);
    // A sixth whose balance is known, by itself.
    const H6 = [scope.company_id, await plantOf('H6'), YESTERDAY];
    const energies =
      'produced_kwh, imported_kwh, exported_kwh, charged_kwh, discharged_kwh, used_kwh, self_used_kwh';
    const where = 'where company_id = $1 and plant_id = $2 and day = $3';
    const [before] = await test.arrange<Record<string, number | null>>(
      `select ${energies} from home_day ${where}`,
      H6,
    );
    await test.arrange(`update home_day set (${energies}) = (20, 4, 8, 6, 5, 15, 11) ${where}`, H6);
    const told = (of?: string) =>
      day(of).then(({ days }) =>
        days.map((one: Record<string, unknown>) => [one.homes, one.used_kwh, one.left_out]),
      );
    for (const kept of [false, true]) {
      if (kept) await inScope(test.pool, scope, (tx) => keepGroupDays(tx, YESTERDAY));
      assert.deepEqual(await told(`&project_id=${project_id}`), [[5, 75, 0]]);
      assert.deepEqual(await told(`&project_id=${few}`), []);
      assert.deepEqual(await told(), [[5, 75, 1]], kept ? 'kept' : 'summed up');
    }
    const values = energies.split(', ').map((name) => before?.[name] ?? 'null');
    await test.arrange(`update home_day set (${energies}) = (${values.join(', ')}) ${where}`, H6);
    assert.equal((await send('PUT', '/plants/H6/', { project_id })).status, 200);
    await test.arrange('delete from home_group_day where company_id = $1', [scope.company_id]);
  });

  it('show a single one to those who work on it, and to nobody else, by whatever call', async () => {
    const day = `date=${YESTERDAY}`;
    const { series } = await get(`/plant-data/?proj_code=H1&${day}`, people.WORKER);
    assert.deepEqual([series[0].name, Math.max(...series[0].values)], ['produced', 5]);
    const viewer = people.VIEWER;
    const closed = ['plant-data/', 'plant-data/last/', 'pday-data/', 'home-periods/', 'computed-power/'];
    for (const path of closed)
      assert.equal((await send('GET', `/${path}?proj_code=H1`, undefined, viewer)).status, 403, path);
    assert.equal((await send('GET', '/plants/H1/', undefined, viewer)).status, 403);
    const window = 'start=2026-06-19T00:00:00Z&end=2026-06-20T00:00:00Z&variables=ac_power_kw';
    const around = [
      `/api/v1/results-data/?proj_code=H1&${window}`,
      `/api/v1/chart-results-data/?proj_code=H1&${window}`,
      '/api/v1/energy-balance/H1/',
      '/api/v1/plant-overview/H1/',
    ];
    for (const url of around) {
      const answer = await test.app.inject({ url, ...(viewer && { headers: viewer }) });
      assert.ok(
        answer.statusCode >= 400 || !/"values":\[[^\]]*\d/.test(answer.body),
        `${url} ${answer.body}`,
      );
    }
  });

  it('are told by reports, revenue and availability to those who may read them, and to others as plants that are not there', async () => {
    const days = `from=${YESTERDAY}&to=${YESTERDAY}`;
    const window = 'start=2026-06-19T00:00:00Z&end=2026-06-20T00:00:00Z';
    const [inverter] = await test.arrange<{ id: number }>(
      `select id from device where plant_id = $1 and short_name = 'INV'`,
      [await plantOf('H1')],
    );
    const calls = [
      `/api/v1/k451-file/?codes=H1&${days}&format=csv`,
      '/api/v1/k410-data/?codes=H1&year=2026',
      `/api/v1/revenues/?proj_code=H1&${days}`,
      '/api/v1/plant-budget/?proj_code=H1&year=2026',
      `/availability/v1/availability/?codes=H1&${window}`,
      `/availability/v1/intervals/?device_id=${inverter?.id}&${window}`,
    ];
    const { key } = (
      await test.app.inject({
        method: 'POST',
        url: '/api/v1/api-keys/',
        headers: owner,
        payload: { name: 'Reader', scopes: ['read'] },
      })
    ).json<{ key: string }>();
    const readers = {
      WORKER: people.WORKER,
      VIEWER: people.VIEWER,
      key: { authorization: `Bearer ${key}`, 'id-client': String(scope.company_id) },
    };
    for (const url of calls) {
      const found: Record<string, number> = {};
      for (const [who, headers] of Object.entries(readers))
        found[who] = (await test.app.inject({ url, ...(headers && { headers }) })).statusCode;
      assert.deepEqual(found, { WORKER: 200, VIEWER: 404, key: 404 }, url);
    }
    // An archived home stays a home: a report that was issued of it does not open itself.
    const issued = await test.app.inject({
      method: 'POST',
      url: '/api/v1/report-issues/',
      headers: owner,
      payload: { kind: 'k451', by: 'day', codes: ['H1'], from: YESTERDAY, to: YESTERDAY },
    });
    assert.equal(issued.statusCode, 201, issued.body);
    const url = `/api/v1/report-issues/${issued.json<{ id: number }>().id}/`;
    for (const archived of ['now()', 'null']) {
      await test.arrange(`update plant set archived_at = ${archived} where proj_code = 'H1'`);
      const codes = [owner, readers.key].map(async (headers) => test.app.inject({ url, headers }));
      assert.deepEqual(
        (await Promise.all(codes)).map(({ statusCode }) => statusCode),
        [200, 404],
        archived,
      );
    }
  });

  it('tell what their storage did, and where they stand and how they send', async () => {
    const { results } = await get('/storage/', people.VIEWER);
    // The viewer is named for two of them.
    assert.deepEqual(
      results.map((one: Record<string, unknown>) => [one.proj_code, one.cycles, one.health, one.first_day]),
      [
        ['H1', 0.5, 0.95, YESTERDAY],
        ['H2', 0.5, 0.95, YESTERDAY],
      ],
    );
    assert.equal(results[0].reason, 'missing_days');
    const { homes, without_place, states } = await get('/places/');
    assert.deepEqual([homes, without_place], [[], 6]);
    await test.arrange(
      "update plant set latitude = 43.9, longitude = 11.1 where company_id = $1 and proj_code = 'H1'",
      [scope.company_id],
    );
    const [placed] = (await get('/places/')).homes;
    const { results: homesListed } = await get('/plants/?q=H1');
    assert.deepEqual([placed.proj_code, placed.latitude, placed.state], ['H1', 43.9, homesListed[0].state]);
    // The map is asked as the list is: whoever looks for H2 finds no place, and another state than its own none either.
    const ofH2 = await get('/places/?q=h2');
    assert.deepEqual([ofH2.homes, ofH2.without_place], [[], 1]);
    const other = placed.state === 'never' ? 'sends' : 'never';
    assert.deepEqual((await get(`/places/?q=h1&state=${other}`)).homes, []);
    assert.equal((await get(`/places/?q=h1&state=${placed.state}`)).homes.length, 1);
    assert.deepEqual(states, (await get('/plants/')).states);
    // As files: the same homes in the same order, with the words of the page.
    for (const [path, told] of [
      ['ranking-export', /^.*kWh\/kWp.*\r\n(.*\r\n){5}.*Days missing/],
      ['storage-export', /^.*Health \(%\).*\r\n(.*H1.*)Days missing/],
    ] as const) {
      const file = await test.app.inject({ url: `${AT}/${path}/?language=en`, headers: owner });
      assert.match(file.body, told, file.body);
    }
  });

  it('keep the sums of their last thirty days, those of their days, also after late readings and another power', async () => {
    const make = () => keepHomeDays({ pool: test.pool, now: new Date(NOW) }, scope.company_id);
    const until = (day: string) =>
      test.arrange(`update home set month_until = ${day} where company_id = $1`, [scope.company_id]);
    const sums = async () => [await get('/ranking/'), await get('/storage/')];
    /** What is told of H3: from sums that are kept, after its days were made anew, and the same from the days themselves. */
    const told = async () => {
      await make();
      const kept = await sums();
      await until('null');
      assert.deepEqual(await sums(), kept);
      await until('made_until');
      const own = kept[0].results.find((home: { proj_code: string }) => home.proj_code === 'H3');
      const [row] = await test.arrange<{ kwh: number; days: number }>(
        'select month_produced_kwh as kwh, month_produced_days as days from home where company_id = $1 and plant_id = $2',
        [scope.company_id, plant],
      );
      return [row?.kwh, row?.days, own.yield_kwh_kwp, own.reason];
    };
    const plant = await plantOf('H3');
    // 20 kWh of 5 kWp on the one day that told something: the other 29 are missing, and no noughts.
    assert.deepEqual(await told(), [20, 1, 4, 'missing_days']);
    const [inverter] = await test.arrange<{ id: number }>(
      "select id from device where company_id = $1 and plant_id = $2 and short_name = 'INV'",
      [scope.company_id, plant],
    );
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    await writer.write(
      scope,
      [990, 1000].map((kwh, i) => ({
        device_id: Number(inverter?.id),
        ts: BEGIN - (24 - 4 * i) * HOUR,
        values: Float64Array.of(kwh, 10),
        quality: null,
      })),
    );
    await writer.close();
    await recomputeDirty(test.pool, scope, { today: true, clock: () => NOW });
    // 10 kWh of the day before came late: 30 kWh of 5 kWp on two days.
    assert.deepEqual(await told(), [30, 2, 3, 'missing_days']);
    const bad = await test.app.inject({
      method: 'POST',
      url: '/api/v1/reading-marks/',
      headers: owner,
      payload: {
        device_id: Number(inverter?.id),
        start: '2026-06-17T22:00:00Z',
        end: '2026-06-18T22:00:00Z',
        reason: 'Another house',
      },
    });
    assert.equal(bad.statusCode, 201, bad.body);
    await recomputeDirty(test.pool, scope, { today: true, clock: () => NOW });
    // All that was told of the day is bad: it is no day, and in no sum.
    assert.deepEqual(await told(), [20, 1, 4, 'missing_days']);
    // 20 kWh of a day are more than a kWp makes: 10 kWh, 3 % and half a kWh.
    assert.equal((await send('PUT', '/plants/H3/', { nominal_kwp: 1 })).status, 200);
    assert.deepEqual(await told(), [20, 1, null, 'data_fault']);
    // Of four homes the balance of the day is known now: they are told nothing of together.
    assert.deepEqual((await get(`/group-days/?from=${YESTERDAY}&to=${YESTERDAY}`)).days, []);
  });

  it('take four units in a chart and no fifth', async () => {
    const chart = await get(
      `/chart-data/?proj_code=H1&variables=energy_total_kwh,ac_power_kw&start=${YESTERDAY}&end=${YESTERDAY}&resolution=day`,
    );
    const energies = chart.filter(({ unit }: { unit: string }) => unit === 'kWh');
    assert.deepEqual(
      energies.map(({ device, values }: { device: string; values: number[] }) => [device, values]),
      [
        ['GRID', [8]],
        ['INV', [20]],
      ],
    );
    const asked = '/chart-data/?proj_code=H1&resolution=day';
    const unknown = await send(
      'GET',
      `${asked}&variables=ac_power_kw,humidity&start=${YESTERDAY}&end=${YESTERDAY}`,
    );
    assert.deepEqual([unknown.status, unknown.json.errors[0].path], [400, 'variables']);
    const turned = await send('GET', `${asked}&variables=ac_power_kw&start=${YESTERDAY}&end=2026-06-01`);
    assert.deepEqual([turned.status, turned.json.errors[0].path], [400, 'end']);
  });

  it('open to their family by its link, until it is withdrawn or made anew', async () => {
    const link = (await send('POST', '/plants/H1/link/', {})).json.url as string;
    const open = (url: string) =>
      test.app.inject({ url: `/api/v1/residential-family/${url.split('/').at(-1)}/` });
    const page = await open(link);
    assert.equal(page.statusCode, 200, page.body);
    const { name, days, saved_eur, now, today } = page.json();
    // Its own curve, and no code by which another call could be asked.
    assert.deepEqual([today.series[0].name, today.proj_code], ['produced', undefined]);
    assert.deepEqual([name, days.length, saved_eur], ['Casa H1', 1, 4.1]);
    // Nothing was heard of since yesterday: that is not known, and no nought; but there is a battery.
    assert.deepEqual([now.used_kw, now.has_battery], [null, true]);
    const { url: second, expires_at } = (await send('POST', '/plants/H1/link/', {})).json;
    assert.equal((await get('/plants/H1/')).family_link_until, expires_at);
    assert.deepEqual([(await open(link)).statusCode, (await open(second)).statusCode], [404, 200]);
    assert.equal((await send('DELETE', '/plants/H1/link/')).status, 204);
    assert.equal((await open(second)).statusCode, 404);
    assert.equal((await get('/plants/H1/')).family_link_until, null);
  });

  it('are changed by whoever saw them last, with a project that is there', async () => {
    const { version } = await get('/plants/H2/');
    const changed = await send('PUT', '/plants/H2/', { storage_kwh: 12, name: 'Casa Verdi', version });
    assert.deepEqual([changed.json.storage_kwh, changed.json.name], [12, 'Casa Verdi']);
    const late = await send('PUT', '/plants/H2/', { storage_kwh: 1, version });
    // Whoever changed its plant elsewhere counts as well: nobody takes that back unseen.
    const seen = (await get('/plants/H2/')).version;
    await test.arrange(`update plant set version = version + 1 where proj_code = 'H2'`);
    assert.equal((await send('PUT', '/plants/H2/', { storage_kwh: 1, version: seen })).status, 409);
    assert.deepEqual([late.status, late.json.stored.storage_kwh], [409, 12]);
    assert.equal((await send('PUT', '/plants/H2/', { project_id: 8_000_000_000 })).status, 404);
    // Other prices from today on: 4.1 € were saved yesterday, by those that held then.
    const former = { until: '2026-06-20', import_eur_kwh: 0.3, export_eur_kwh: 0.1 };
    const dearer = await send('PUT', '/plants/H2/', { import_eur_kwh: 0.5, former_prices: [former] });
    assert.deepEqual(dearer.json.former_prices, [former]);
    const { years } = await get('/home-periods/?proj_code=H2');
    assert.equal(years[0].saved_eur, 4.1);
    const twice = await send('PUT', '/plants/H2/', { former_prices: [former, former] });
    assert.deepEqual([twice.status, twice.json.errors[0].path], [400, 'former_prices']);
    assert.equal((await send('PUT', '/plants/H2/', {}, people.WORKER)).status, 403);
    assert.equal((await send('POST', '/projects/', { name: 'hub prato' })).status, 409);
  });

  it('stand in projects that are changed, and deleted when no home is in them', async () => {
    const { json: made } = await send('POST', '/projects/', { name: 'Via Roma' });
    const at = `/projects/${made.id}/`;
    const changed = await send('PUT', at, { name: 'Via Dante', kind: 'hub110', version: made.version });
    assert.deepEqual([changed.json.name, changed.json.kind], ['Via Dante', 'hub110']);
    assert.equal((await send('PUT', at, { name: 'Via Po', version: made.version })).status, 409);
    assert.equal((await send('PUT', at, { name: 'HUB Prato' })).status, 409);
    assert.equal((await send('DELETE', at, undefined, people.WORKER)).status, 403);
    assert.equal((await send('DELETE', at)).status, 204);
    assert.equal((await send('DELETE', at)).status, 404);
    assert.equal((await send('DELETE', `/projects/${project_id}/`)).status, 409);
  });

  it('have no gap where an inverter was replaced, or was not there yet, beside one that told, nor where the night switches it off', async () => {
    const plant = await plantOf('H4');
    const told = async () => {
      const { series } = await get(`/plant-data/?proj_code=H4&date=${YESTERDAY}`);
      const { values } = await get(`/computed-power/?proj_code=H4&date=${YESTERDAY}`);
      const together = await get(`/rres-data/?date=${YESTERDAY}`);
      return [
        series.find((one: { name: string }) => one.name === 'produced').values,
        values,
        together.told_by,
      ];
    };
    const before = await told();
    // The ninth quarter begins at 02:00: nobody tells by night, and only of one home somebody has said where it stands.
    assert.deepEqual([before[0][8], before[2][8]], [null, 1]);
    assert.ok(before.flat().some((value) => value > 0));
    const inverter = (name: string) =>
      makeDevice(test.pool, scope, plant, name, ['energy_total_kwh', 'ac_power_kw'], {
        category: 'inverter',
        interval_s: 900,
      });
    const [replaced, later] = [await inverter('OLD'), await inverter('NEW')];
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    const row = (device_id: number, ts: number) => ({
      device_id,
      ts,
      values: Float64Array.of(1, 2),
      quality: null,
    });
    await writer.write(scope, [row(replaced, BEGIN - 48 * HOUR), row(later, NOW - QUARTER)]);
    await writer.close();
    await test.arrange('update device set enabled = false where company_id = $1 and id = $2', [
      scope.company_id,
      replaced,
    ]);
    assert.deepEqual(await told(), before);
    // Where it is known that the sun is down an inverter makes nothing; noon is a gap as before.
    await test.arrange('update plant set latitude = 43.9, longitude = 11.1 where company_id = $1', [
      scope.company_id,
    ]);
    const [produced, , told_by] = await told();
    assert.deepEqual([produced[8], told_by[8]], [0, 6]);
    assert.deepEqual([produced[64], before[0][64]], [null, null]);
  });

  it('are deleted on request, with proof, and leave a pseudonym', async () => {
    const link = (await send('POST', '/plants/H5/link/', {})).json.url as string;
    await test.arrange(
      `update device set deleted_at = now() where company_id = $1 and short_name = 'BAT' and plant_id = (
         select id from plant where company_id = $1 and proj_code = 'H5')`,
      [scope.company_id],
    );
    // A member of a community who joined on the last day of a month that is closed, by the home's POD; its hours are not known.
    const ask = async (url: string, payload: object) => {
      const answer = await test.app.inject({ method: 'POST', url, headers: owner, payload });
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json().id as number;
    };
    const pod = 'IT001E00000005';
    const family = { name: 'Famiglia Rossi', role: 'consumer', pods: [{ pod, from_on: '2025-03-31' }] };
    const community = await ask('/cer/v1/communities/', { name: 'Valley', members: [family] });
    const closing = { community, month: '2025-03', replaces: null, missing_hours: 24 };
    const statement = await ask('/cer/v1/community-statements/', closing);
    assert.equal((await send('PUT', '/plants/H5/', { pod })).status, 200);
    const { status, json: proof } = await send('POST', '/plants/H5/erase/', {});
    assert.equal(status, 200, JSON.stringify(proof));
    assert.deepEqual([proof.devices, proof.days, proof.members, proof.statements], [3, 1, 1, 1]);
    const kept = await test.app.inject({
      url: `/cer/v1/community-statements/${statement}/`,
      headers: owner,
    });
    assert.ok(kept.body.includes(proof.pseudonym));
    assert.ok(!kept.body.includes('Rossi') && !kept.body.includes(pod));
    assert.equal((await send('GET', '/plants/H5/')).status, 404);
    const opened = await test.app.inject({
      url: `/api/v1/residential-family/${link.split('/').at(-1)}/`,
    });
    assert.equal(opened.statusCode, 404);
    const [plant] = await test.arrange<{ name: string; latitude: number | null }>(
      'select name, latitude from plant where company_id = $1 and proj_code = $2',
      [scope.company_id, 'H5'],
    );
    assert.deepEqual([plant?.name, plant?.latitude], [proof.pseudonym, null]);
    // Its plant finds by the pseudonym what a community measured at its POD.
    const pods = await test.arrange<{ pod: string }>(
      `select h.pod from home h join plant p on p.company_id = $1 and p.id = h.plant_id and p.proj_code = 'H5'
       join community_pod c on c.company_id = $1 and c.pod = h.pod where h.company_id = $1`,
      [scope.company_id],
    );
    assert.match(pods[0]?.pod ?? '', /^ITX/);
    assert.equal((await get('/nominal-capacity/')).homes, 5);
  });

  it('stay empty that are erased while their days are made, and are in no sum', async () => {
    const plant = await plantOf('H4');
    const jobs = { send: async () => undefined };
    await test.arrange('update home set made_until = null where company_id = $1 and plant_id = $2', [
      scope.company_id,
      plant,
    ]);
    let keeping: Promise<unknown> = Promise.resolve();
    await inScope(test.pool, scope, async (tx) => {
      await eraseHome(tx, { proj_code: 'H4', kind: 'home' }, { jobs, now: new Date(NOW) });
      keeping = keepHomeDays({ pool: test.pool, now: new Date(NOW) }, scope.company_id);
      await untilWaiting(test.pool);
    });
    await keeping;
    const left = await test.arrange(
      `select h.made_until, h.month_until, h.month_produced_kwh as kwh, h.first_capacity_day as first, count(d.day)::int as days
       from home h left join home_day d on d.company_id = $1 and d.plant_id = h.plant_id
       where h.company_id = $1 and h.plant_id = $2 group by h.company_id, h.plant_id`,
      [scope.company_id, plant],
    );
    assert.deepEqual(left, [{ made_until: null, month_until: null, kwh: null, first: null, days: 0 }]);
    await test.arrange('insert into home_day (company_id, plant_id, day, used_kwh) values ($1, $2, $3, 1)', [
      scope.company_id,
      plant,
      YESTERDAY,
    ]);
    const span = { from: YESTERDAY, to: YESTERDAY, least: 1 };
    const [sum] = await inScope(test.pool, scope, (tx) => listDaySums(tx, span));
    // H1 and H2: one was erased before, of two the balance cannot be.
    assert.equal(sum?.homes, 2);
  });

  it('have their open alarms in a list of their own, which the asset application leaves out', async () => {
    const [inverter] = await test.arrange<{ id: number }>(
      `select id from device where company_id = $1 and plant_id = $2 and short_name = 'INV'`,
      [scope.company_id, await plantOf('H1')],
    );
    await test.arrange(
      `insert into alarm (company_id, plant_id, device_id, type, code, params, date)
       select $1, $2, id, 'E', 'device_silent', '{}', $3 from unnest($4::bigint[]) id`,
      [scope.company_id, await plantOf('H1'), new Date(NOW - HOUR), [inverter?.id]],
    );
    const list = async (query: string) => {
      const answer = await test.app.inject({ url: `/api/v1/alarms/?closed=false${query}`, headers: owner });
      return answer.json().results.map((one: { proj_code: string }) => one.proj_code);
    };
    assert.deepEqual(await list(''), []);
    assert.deepEqual(await list('&homes=true&order=severity'), ['H1']);
  });

  it('let single readings go that are older than the company keeps them, and keep their days', async () => {
    const settings = await send('PUT', '/settings/', { readings_kept_months: 6, version: 1 });
    assert.deepEqual([settings.status, settings.json.readings_kept_months], [200, 6]);
    assert.equal((await send('PUT', '/settings/', { readings_kept_months: 12, version: 1 })).status, 409);
    assert.equal((await send('PUT', '/settings/', { readings_kept_months: 12 }, people.WORKER)).status, 403);
    // A file of readings brings back nothing that is older.
    const [device] = await test.arrange<{ id: number }>(
      'select id from device where company_id = $1 and plant_id = $2 order by id limit 1',
      [scope.company_id, await plantOf('H1')],
    );
    const target = await inScope(test.pool, scope, (tx) => findImportDevice(tx, Number(device?.id)));
    assert.equal(target?.kept_months, 6);
    assert.equal(await letHomeReadingsGo(test.pool, scope.company_id, new Date(NOW)), 0);
    assert.ok((await letHomeReadingsGo(test.pool, scope.company_id, new Date('2027-01-01T12:00:00Z'))) > 0);
    const { series } = await get(`/plant-data/?proj_code=H1&date=${YESTERDAY}`);
    assert.deepEqual(new Set(series[0].values), new Set([null]));
    const { days } = await get(`/pday-data/?proj_code=H1&from=${YESTERDAY}&to=${YESTERDAY}`);
    assert.equal(days[0].produced_kwh, 20);
  });

  it('have the months and years of history that is brought along, however long ago', async () => {
    const plant = await plantOf('H2');
    const [inverter] = await test.arrange<{ id: number }>(
      `select id from device where company_id = $1 and plant_id = $2 and short_name = 'INV'`,
      [scope.company_id, plant],
    );
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    // 20 kWh on one day 700 days before; the counter stood still until it was heard of again.
    await writer.write(
      scope,
      Array.from({ length: 17 }, (_, i) => ({
        device_id: Number(inverter?.id),
        ts: BEGIN - 700 * 24 * HOUR + i * QUARTER,
        values: Float64Array.from([980 + (20 * i) / 16, 5]),
        quality: null,
      })),
    );
    await writer.close();
    await recomputeDirty(test.pool, scope, { today: true, clock: () => NOW });
    await test.arrange('update home set made_until = null where company_id = $1 and plant_id = $2', [
      scope.company_id,
      plant,
    ]);
    await keepHomeDays({ pool: test.pool, now: new Date(NOW) }, scope.company_id);
    const { years } = await get('/home-periods/?proj_code=H2');
    assert.deepEqual([years[0].period, years[0].produced_kwh, years.at(-1).period], ['2024', 20, '2026']);
  });

  it('are added with the devices of a gateway, and with a battery only where there is storage', async () => {
    const fields = { name: 'Casa Neri', gateway: true };
    assert.equal(
      (await send('POST', '/plants/', { proj_code: 'G1', ...fields, storage_kwh: 5 })).status,
      201,
    );
    assert.equal((await send('POST', '/plants/', { proj_code: 'G2', ...fields })).status, 201);
    const namesOf = async (code: string) =>
      (await get(`/devices/?proj_code=${code}`)).map((one: { short_name: string }) => one.short_name);
    assert.deepEqual(await namesOf('G1'), ['BAT', 'GRID', 'INV']);
    assert.deepEqual(await namesOf('G2'), ['GRID', 'INV']);
    assert.equal((await send('POST', '/plants/', { proj_code: 'G1', ...fields })).status, 409);
    // Whoever is named for plants is named for what they make.
    const user = await makeUser(test, { company: scope, roles: ['ENGINEER_0', 'APP_0'], plants: [] });
    const engineer = await signIn(test, user, scope, new Date(NOW));
    const own = await send('POST', '/plants/', { proj_code: 'G3', ...fields }, engineer);
    assert.equal(own.status, 201, JSON.stringify(own.json));
    assert.equal((await get('/plants/', engineer)).count, 1);
  });
});
