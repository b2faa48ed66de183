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
import { madeEpwYear, madePvgisYear } from '../../../../tests/support/made-year.ts';
import { poaUnder, skyAt } from '../../../energy/sky.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { keepExpectedDays } from './expected-day-keeper.ts';
import { loadExpectedHours, loadExpectedPlants } from './expected-hours.public.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Midnight in Rome of 18 June, and noon three days later. */
const START = Date.parse('2026-06-17T22:00:00Z');
const NOW = START + 3 * DAY + 12 * HOUR;
const PLACE = { latitude: 44.5, longitude: 11.3 };
const SOUTH = { tilt_deg: 30, azimuth_deg: 180 };
const STEP = 10 * MINUTE;

/** 90 % of a clear sky on the plane, W/m². */
function sunAt(at: number, plane = SOUTH): number {
  const sky = skyAt(PLACE.latitude, PLACE.longitude, at);
  return 0.9 * poaUnder(sky, sky.clear, plane);
}

interface Data {
  inputs: { input: string; days: number }[];
  neighbours: string[];
  lacks: string[];
  assumed: string[];
  missing_share: number | null;
  ts: string[];
  expected_kwh: (number | null)[];
  actual_kwh: (number | null)[];
  figures: Record<string, number | null>;
  faults: { start: string | null; cause: string }[];
  bars: { name: string; kwh: number | null; recorded: boolean }[] | null;
  by_period: { bars: { name: string; kwh: number | null }[] }[];
  count: number;
  results: {
    device_id: number;
    proj_code: string;
    values: (number | null)[];
    total_kwh: number | null;
    expected: number | null;
    performance_index: number | null;
    total: number | null;
  }[];
}

describe('expected energy', () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  let viewer: Headers;
  const plants: Record<string, number> = {};
  const inverters: number[] = [];

  before(async () => {
    test = await createTestApp({ now: () => new Date(NOW) });
    scope = await makeCompany(test.pool, 'Expecting');
    // NEAR stands six kilometres from SUNNY, FAR thirty.
    for (const [code, north] of [
      ['SUNNY', 0],
      ['NEAR', 0.055],
      ['FAR', 0.27],
    ] as const)
      plants[code] = await plantAt(code, north);
    plants.WATER = await makePlant(test.pool, scope, 'WATER');
    await test.arrange(
      `update plant set production_type = 'hydro' where company_id = $1 and proj_code = 'WATER'`,
      [scope.company_id],
    );
    const sunny = plants.SUNNY ?? 0;
    for (const name of ['INV1', 'INV2'])
      inverters.push(
        await makeDevice(test.pool, scope, sunny, name, ['ac_power_kw', 'energy_total_kwh'], {
          interval_s: 600,
          nominal_power: 50,
        }),
      );
    const sensor = await makeDevice(
      test.pool,
      scope,
      sunny,
      'SENSOR',
      ['irradiance_poa_wm2', 'ambient_temperature_c'],
      { category: 'weather_station', interval_s: 600 },
    );
    await write(sensor, (at) => [sunAt(at), 25]);
    let made = 0;
    for (const inverter of inverters) {
      made = 1000;
      await write(inverter, (at) => {
        const power = sunAt(at - STEP / 2) * 0.04;
        made += (power * STEP) / HOUR;
        return [power, Math.round(made * 1000) / 1000];
      });
    }
    await recomputeDirty(test.pool, scope, { clock: () => NOW, today: true });
    const boss = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    owner = await signIn(test, boss, scope, new Date(NOW));
    const guest = await makeUser(test, {
      company: scope,
      roles: ['VIEWER', 'APP_0'],
      plants: [plants.NEAR ?? 0],
    });
    viewer = await signIn(test, guest, scope, new Date(NOW));
  });
  after(() => test.close());

  async function plantAt(code: string, north: number): Promise<number> {
    const id = await makePlant(test.pool, scope, code, { potenza_nominale: 100 });
    await inScope(test.pool, scope, (tx) =>
      tx.query(
        'update plant set latitude = $3, longitude = $4, tilt_deg = 30, azimuth_deg = 180 where company_id = $1 and id = $2',
        [scope.company_id, id, PLACE.latitude + north, PLACE.longitude],
      ),
    );
    return id;
  }

  async function write(device_id: number, valuesAt: (at: number) => number[]): Promise<void> {
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined, clock: () => NOW });
    const rows = [];
    for (let at = START; at <= NOW; at += STEP)
      rows.push({ device_id, ts: at, values: Float64Array.from(valuesAt(at)), quality: null });
    await writer.write(scope, rows);
    await writer.close();
  }

  async function get(
    path: string,
    query: Record<string, string>,
    headers = owner,
    status = 200,
  ): Promise<Data> {
    const answer = await test.app.inject({ url: `/api/v1/${path}/?${new URLSearchParams(query)}`, headers });
    assert.equal(answer.statusCode, status, answer.body);
    return answer.json<Data>();
  }

  const window = (proj_code: string, part: Record<string, string> = {}) => ({
    proj_code,
    start: new Date(START).toISOString(),
    end: new Date(START + 3 * DAY).toISOString(),
    ...part,
  });
  const near = (actual: number | null | undefined, expected: number, tolerance = 0.01): void =>
    assert.ok(
      typeof actual === 'number' && Math.abs(actual / expected - 1) <= tolerance,
      `${actual} is not ${expected}`,
    );
  const sum = (values: readonly (number | null)[]): number =>
    values.reduce<number>((all, one) => all + (one ?? 0), 0);

  it('stands beside what was measured, with its input named', async () => {
    const data = await get('expected-energy-data', window('SUNNY', { resolution: 'day' }));
    assert.deepEqual(data.inputs, [{ input: 'plane_of_array', days: 3 }]);
    assert.equal(data.ts.length, 3);
    near(data.figures.performance_ratio, 0.8);
    near(data.missing_share === null ? null : data.missing_share + 1, 1, 0.05);
    assert.ok((data.figures.ratio_25 ?? 0) > (data.figures.performance_ratio ?? 1), 'cells were hot');
    near(data.figures.specific_yield, sum(data.actual_kwh) / 100, 0.05);
    assert.deepEqual(data.faults, []);
    const hours = await get('expected-energy-data', window('SUNNY', { resolution: 'hour' }));
    assert.equal(hours.ts.length, 72);
    near(sum(hours.expected_kwh), sum(data.expected_kwh), 1e-6);
    near(sum(hours.actual_kwh), sum(data.actual_kwh), 1e-6);
  });

  it('counts of today the hours that are over', async () => {
    const data = await get(
      'expected-energy-data',
      window('SUNNY', {
        start: new Date(START + 3 * DAY).toISOString(),
        end: new Date(START + 4 * DAY).toISOString(),
      }),
    );
    assert.equal(data.ts.length, 12);
    assert.equal(data.expected_kwh.filter((kwh) => kwh !== null).length, 12);
  });

  it('is the same of plants that are read together as of each alone', async () => {
    const loading = { now: NOW, window: { start: START, end: START + 3 * DAY } };
    const made = (codes: readonly string[]) =>
      inScope(test.pool, scope, async (tx) =>
        loadExpectedHours(await loadExpectedPlants(tx, codes), { ...loading, tx }),
      );
    const together = await made(['SUNNY', 'NEAR', 'FAR']);
    assert.equal(together.size, 3);
    for (const code of ['SUNNY', 'NEAR', 'FAR']) {
      const [[plant_id, days] = []] = await made([code]);
      assert.equal(days?.length, 3);
      assert.deepEqual(together.get(plant_id ?? 0), days);
    }
  });

  it('is the same from kept days as made at once, and is made anew when its inputs change', async () => {
    const before = await get('expected-energy-total', window('SUNNY'));
    assert.deepEqual(await get('expected-energy-inverter', window('SUNNY', { aggregate: 'true' })), before);
    // Of the readings of a day and the one before, 288 of each inverter, no more than 400 are counted at once: one after the other.
    const keeping = { pool: test.pool, now: new Date(NOW), most_values: 400 };
    assert.ok((await keepExpectedDays(keeping, scope.company_id)) >= 3);
    assert.equal(await keepExpectedDays({ pool: test.pool, now: new Date(NOW) }, scope.company_id), 0);
    const after = await get('expected-energy-total', window('SUNNY'));
    near(after.results[0]?.total_kwh, before.results[0]?.total_kwh ?? 0, 1e-6);
    await test.arrange('update plant set tilt_deg = 60 where company_id = $1 and id = $2', [
      scope.company_id,
      plants.SUNNY,
    ]);
    assert.ok((await keepExpectedDays({ pool: test.pool, now: new Date(NOW) }, scope.company_id)) >= 3);
    await test.arrange('update plant set tilt_deg = 30 where company_id = $1 and id = $2', [
      scope.company_id,
      plants.SUNNY,
    ]);
    // Nobody has made them anew yet: the call does.
    const again = await get('expected-energy-total', window('SUNNY'));
    near(again.results[0]?.total_kwh, before.results[0]?.total_kwh ?? 0, 1e-6);
  });

  it('takes a neighbour within ten kilometres, whose name only those see who see the plant', async () => {
    const seen = await get('expected-energy-data', window('NEAR', { resolution: 'day' }));
    assert.deepEqual(seen.inputs, [{ input: 'neighbour', days: 3 }]);
    assert.deepEqual(seen.neighbours, ['SUNNY']);
    assert.equal(seen.missing_share, 1, 'nothing was measured of its energy');
    assert.equal(seen.figures.performance_ratio, null);
    const hidden = await get('expected-energy-data', window('NEAR', { resolution: 'day' }), viewer);
    assert.deepEqual(hidden.expected_kwh, seen.expected_kwh);
    assert.deepEqual(hidden.neighbours, []);
    await get('expected-energy-data', window('SUNNY'), viewer, 404);
    const all = await get('expected-energy-total', { start: window('').start, end: window('').end }, viewer);
    assert.deepEqual(
      all.results.map(({ proj_code }) => proj_code),
      ['NEAR'],
    );
  });

  it('falls back to the clear sky, and takes an imported typical year before it', async () => {
    const rough = await get('expected-energy-data', window('FAR', { resolution: 'day' }));
    assert.deepEqual(rough.inputs, [{ input: 'clear_sky', days: 3 }]);
    const put = await test.app.inject({
      method: 'PUT',
      url: '/api/v1/plants/FAR/typical-year/?file_name=tmy.csv',
      headers: { ...owner, 'content-type': 'text/csv' },
      payload: madePvgisYear(),
    });
    assert.equal(put.statusCode, 200, put.body);
    assert.ok(Math.abs((put.json() as { distance_km: number }).distance_km - 30) < 1, put.body);
    const typical = await get('expected-energy-data', window('FAR', { resolution: 'day' }));
    assert.deepEqual(typical.inputs, [{ input: 'typical_year', days: 3 }]);
    assert.ok(sum(typical.expected_kwh) !== sum(rough.expected_kwh));
    const url = '/api/v1/plants/FAR/typical-year/';
    assert.equal((await test.app.inject({ url, method: 'DELETE', headers: owner })).statusCode, 204);
    assert.equal((await test.app.inject({ url, headers: owner })).body, 'null');
  });

  it('refuses a file that is no typical year by line and field', async () => {
    const put = async (payload: string, language = 'en') =>
      test.app.inject({
        method: 'PUT',
        url: '/api/v1/plants/FAR/typical-year/',
        headers: { ...owner, 'content-type': 'text/csv', 'accept-language': language },
        payload,
      });
    const broken = madePvgisYear().split('\r\n');
    broken[99] = (broken[99] ?? '').replace(/^([^,]*,[^,]*,[^,]*),[^,]*/, '$1,lots');
    const answer = await put(broken.join('\n'));
    assert.equal(answer.statusCode, 400);
    const problem = answer.json<{ detail: string; errors: { params: object }[] }>();
    assert.equal(problem.detail, 'Line 100, G(h): “lots” is no number');
    assert.deepEqual(problem.errors[0]?.params, { line: 100, field: 'G(h)', found: 'lots' });
    assert.match(
      (await put('<html>', 'it')).json<{ detail: string }>().detail,
      /^Riga 1: non è né un anno tipo/,
    );
    assert.equal((await put('x'.repeat(8_100_000))).statusCode, 413);
    const lines = madePvgisYear().split('\r\n');
    const epw = madeEpwYear().split(/\r?\n/);
    const dark = (epw[500] ?? '').split(',');
    dark[13] = '9999';
    const hostile: [string, RegExp][] = [
      ['\0\x01\x89PNG\r\n\x1a', /^Line 1: this is neither/],
      [
        lines.with(99, (lines[99] ?? '').replace(/^([^,]*),[^,]*/, '$1,NaN')).join('\n'),
        /“NaN” is no number$/,
      ],
      [lines.toSpliced(99, 24).join('\n'), /^The file has 8736 hours instead of 8760$/],
      [epw.with(500, dark.join(',')).join('\n'), /^Line 501: global horizontal radiation is missing$/],
    ];
    for (const [payload, sentence] of hostile) {
      const refused = await put(payload);
      assert.equal(refused.statusCode, 400, payload.slice(0, 40));
      assert.match(refused.json<{ detail: string }>().detail, sentence);
    }
    const kept = await test.app.inject({ url: '/api/v1/plants/FAR/typical-year/', headers: owner });
    assert.equal(kept.body, 'null', 'nothing is stored');
    const may = await test.app.inject({
      method: 'PUT',
      url: '/api/v1/plants/NEAR/typical-year/',
      headers: { ...viewer, 'content-type': 'text/csv' },
      payload: 'x',
    });
    assert.equal(may.statusCode, 403);
  });

  it('says what a plant lacks', async () => {
    const data = await get('expected-energy-data', window('WATER'));
    assert.deepEqual(data.lacks, ['not_photovoltaic', 'place', 'kw_peak']);
    assert.ok(data.expected_kwh.every((kwh) => kwh === null));
  });

  it('is shared out to inverters, and energy per kWp compares them', async () => {
    const by = await get('expected-energy-inverter', window('SUNNY', { resolution: 'day' }));
    const total = await get('expected-energy-total', window('SUNNY', { resolution: 'day' }));
    assert.deepEqual(
      by.results.map(({ device_id }) => device_id),
      inverters,
    );
    near(sum(by.results.map(({ total_kwh }) => total_kwh)), total.results[0]?.total_kwh ?? 0, 1e-6);
    const one = await get('expected-energy-inverter', window('SUNNY', { devices: String(inverters[1]) }));
    assert.equal(one.count, 1);
    await get('expected-energy-inverter', window('SUNNY', { devices: '999' }), owner, 404);
    const normal = await get('normalized-energy-data', window('SUNNY'));
    const [first, second] = normal.results;
    near(first?.total, second?.total ?? 0, 1e-6);
    near(first?.performance_index, (first?.total ?? 0) / (first?.expected ?? 1), 1e-4);
  });

  it('leads from theoretical to actual energy in bars that add up, and what nobody records is no 0', async () => {
    const { bars, by_period } = await get('energy-waterfall', window('SUNNY'));
    assert.ok(bars);
    const wh = (one: { kwh: number | null }) => Math.round((one.kwh ?? 0) * 1000);
    for (const some of [bars, ...by_period.map((period) => period.bars)])
      assert.equal(
        some.slice(0, -1).reduce((all, one) => all + wh(one), 0),
        wh(some.at(-1) ?? { kwh: null }),
      );
    const recorded = bars.filter((bar) => !bar.recorded).map(({ name, kwh }) => [name, kwh]);
    assert.deepEqual(recorded, [
      ['downtime', null],
      ['curtailment', null],
    ]);
    assert.equal(by_period.length, 3);
    assert.equal((await get('energy-waterfall', window('NEAR'))).bars, null);
  });

  it('is held against what plants made, of many plants in one answer and in the file of their list', async () => {
    const { results } = await get('expected-energy-total', window('SUNNY', { resolution: 'day' }));
    const { figures } = await get('expected-energy-data', window('SUNNY', { resolution: 'day' }));
    near(results[0]?.performance_index, figures.performance_index ?? 0, 1e-9);
    const yesterday = {
      start: new Date(NOW - DAY).toISOString(),
      end: new Date(NOW - DAY + 1000).toISOString(),
    };
    const of = await get('expected-energy-total', { codes: 'SUNNY,WATER', resolution: 'day', ...yesterday });
    const share = of.results.find(({ proj_code }) => proj_code === 'SUNNY')?.performance_index;
    assert.ok(share && of.results.find(({ proj_code }) => proj_code === 'WATER')?.performance_index === null);
    const file = await test.app.inject({
      method: 'POST',
      url: '/api/v1/plants-card-list/export/',
      headers: owner,
      payload: {
        format: 'csv',
        language: 'en',
        columns: ['code', 'expected'],
        groups: [{ title: '', codes: ['SUNNY', 'WATER'] }],
      },
    });
    const [, sunny = '', water] = file.body.trim().split(/\r?\n/);
    near(Number(sunny.split(/[;,]/)[1]), share * 100, 1e-6);
    assert.match(water ?? '', /^WATER[;,]$/);
  });

  it('calls a ratio over 1 a fault of the data', async () => {
    await test.arrange('update plant set potenza_nominale = 60 where company_id = $1 and id = $2', [
      scope.company_id,
      plants.SUNNY,
    ]);
    const data = await get('expected-energy-data', window('SUNNY', { resolution: 'day' }));
    await test.arrange('update plant set potenza_nominale = 100 where company_id = $1 and id = $2', [
      scope.company_id,
      plants.SUNNY,
    ]);
    assert.deepEqual(
      data.faults.map(({ start, cause }) => [start, cause]),
      [null, ...data.ts].map((start) => [start, 'wrong_kw_peak']),
      'of the window, and of each of its days',
    );
  });

  it('sums up days as its hours do, pairs hours of both energies, and refuses more plants and days than it may hold', async () => {
    const part = { start: new Date(START).toISOString(), end: new Date(NOW + DAY).toISOString() };
    const [hours, days, months, years] = await Promise.all(
      ['hour', 'day', 'month', 'year'].map((resolution) =>
        get('expected-energy-total', { proj_code: 'SUNNY', resolution, ...part }),
      ),
    );
    assert.equal(days?.results[0]?.values.length, 4);
    for (const one of [days, months, years])
      near(one?.results[0]?.total_kwh, hours?.results[0]?.total_kwh ?? 0, 1e-6);
    for (const resolution of ['day', 'month', 'year']) {
      const [byHour, summed] = await Promise.all([
        get('expected-energy-data', window('SUNNY', { resolution: 'hour' })),
        get('expected-energy-data', window('SUNNY', { resolution })),
      ]);
      // An hour of which one of the two is not known is in neither sum.
      const paired = byHour.expected_kwh.filter((_, i) => byHour.actual_kwh[i] !== null);
      near(sum(summed.expected_kwh), sum(paired), 1e-6);
      near(sum(summed.actual_kwh), sum(byHour.actual_kwh), 1e-6);
    }
    const all = await get(
      'expected-energy-total',
      { start: '1990-01-01T00:00:00Z', end: '2028-01-01T00:00:00Z', resolution: 'year' },
      owner,
      400,
    );
    assert.match(JSON.stringify(all), /codes.*4 plants over 13879 days are more than 40000/);
  });

  it('refuses windows that end before they begin or are too long', async () => {
    await get('expected-energy-data', window('SUNNY', { end: window('').start }), owner, 400);
    const long = await get(
      'expected-energy-data',
      window('SUNNY', { end: '2028-01-01T00:00:00Z', resolution: 'hour' }),
      owner,
      400,
    );
    assert.match(JSON.stringify(long), /93 days/);
  });

  it('makes the days of the other plants where those of one cannot be stored, and names it', async () => {
    const far = plants.FAR ?? 0;
    await write(await makeDevice(test.pool, scope, far, 'INV', ['ac_power_kw'], { interval_s: 600 }), () => [
      1,
    ]);
    await recomputeDirty(test.pool, scope, { clock: () => NOW, today: true });
    await test.arrange('delete from expected_day');
    const lost: string[] = [];
    const failed = (_: unknown, proj_code: string) => void lost.push(proj_code);
    const keep = () => keepExpectedDays({ pool: test.pool, now: new Date(NOW), failed }, scope.company_id);
    await test.arrange(
      `alter table expected_day add constraint in_the_way check (plant_id <> ${far}) not valid`,
    );
    const made = await keep();
    await test.arrange('alter table expected_day drop constraint in_the_way');
    assert.deepEqual([made, lost], [3, ['FAR']]);
    assert.deepEqual([await keep(), lost], [3, ['FAR']]);
  });
});
