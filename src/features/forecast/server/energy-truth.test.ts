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
import { poaUnder, skyAt } from '../../../energy/sky.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEP = 10 * MINUTE;
/** Midnight in Rome of 18 June, and half past noon three days later. */
const START = Date.parse('2026-06-17T22:00:00Z');
const TODAY = START + 3 * DAY;
const NOW = TODAY + 12.5 * HOUR;
const PLACE = { latitude: 44.5, longitude: 11.3 };
const SOUTH = { tilt_deg: 30, azimuth_deg: 180 };

const sunAt = (at: number): number => {
  const sky = skyAt(PLACE.latitude, PLACE.longitude, at);
  return 0.9 * poaUnder(sky, sky.clear, SOUTH);
};
const iso = (at: number): string => new Date(at).toISOString();

interface Answer {
  start: string;
  end: string;
  ts: string[];
  unit: string;
  expected_kwh: (number | null)[];
  figures: Record<string, number | null>;
  faults: { start: string | null; ratio: number }[];
  pending_days: number;
  left_out_days: number;
  kept_from: string | null;
  unknown_share: number | null;
  results: {
    start: string;
    end: string;
    short_name: string;
    proj_code: string;
    values: (number | null)[];
    unknown_shares: (number | null)[];
    total: number | null;
    expected: number | null;
    performance_index: number | null;
    total_kwh: number | null;
  }[];
}

describe('what is told of expected energy', () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  const devices: Record<string, number> = {};

  before(async () => {
    test = await createTestApp({ now: () => new Date(NOW) });
    scope = await makeCompany(test.pool, 'Truth');
    const sunny = await plantAt('SUNNY', 'Europe/Rome');
    await plantAt('ATHENS', 'Europe/Athens');
    const sensor = await makeDevice(test.pool, scope, sunny, 'SENSOR', ['irradiance_poa_wm2'], {
      category: 'weather_station',
      interval_s: 600,
    });
    await write(sensor, (at) => (at >= START + 35 * HOUR && at < START + 37 * HOUR ? null : sunAt(at)));
    for (const name of ['INV1', 'INV2', 'OLD'])
      devices[name] = await makeDevice(test.pool, scope, sunny, name, ['energy_total_kwh'], {
        interval_s: 600,
        nominal_power: 50,
      });
    // OLD was replaced before: it never said anything in these days.
    await test.arrange('update device set enabled = false where company_id = $1 and id = $2', [
      scope.company_id,
      devices.OLD,
    ]);
    for (const name of ['INV1', 'INV2']) {
      let made = 1000;
      await write(devices[name] ?? 0, (at) => {
        made += (sunAt(at - STEP / 2) * 0.04 * STEP) / HOUR;
        return Math.round(made * 1000) / 1000;
      });
    }
    await recomputeDirty(test.pool, scope, { clock: () => NOW, today: true });
    const boss = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    owner = await signIn(test, boss, scope, new Date(NOW));
  });
  after(() => test.close());

  async function plantAt(code: string, zone: string): Promise<number> {
    const id = await makePlant(test.pool, scope, code, { ...PLACE, potenza_nominale: 100 });
    await inScope(test.pool, scope, (tx) =>
      tx.query(
        'update plant set tilt_deg = 30, azimuth_deg = 180, time_zone = $3 where company_id = $1 and id = $2',
        [scope.company_id, id, zone],
      ),
    );
    return id;
  }

  async function write(device_id: number, valueAt: (at: number) => number | null): Promise<void> {
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined, clock: () => NOW });
    const rows = [];
    for (let ts = START; ts <= NOW; ts += STEP) {
      const value = valueAt(ts);
      if (value !== null) rows.push({ device_id, ts, values: Float64Array.of(value), quality: null });
    }
    await writer.write(scope, rows);
    await writer.close();
  }

  async function get(path: string, query: Record<string, string>): Promise<Answer> {
    const window = { start: iso(START), end: iso(TODAY), ...query };
    const url = `/api/v1/${path}/?${new URLSearchParams(window)}`;
    const answer = await test.app.inject({ url, headers: owner });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Answer>();
  }
  const data = (query: Record<string, string>) =>
    get('expected-energy-data', { proj_code: 'SUNNY', ...query });
  const near = (actual: number | null | undefined, expected: number, tolerance = 1e-6): void =>
    assert.ok(
      typeof actual === 'number' && Math.abs(actual - expected) <= tolerance * Math.abs(expected),
      `${actual} is not ${expected}`,
    );

  it('is of whole local days, and says which: a window that begins within one is answered for all of it', async () => {
    const whole = await data({ resolution: 'hour', end: iso(START + DAY) });
    assert.deepEqual([whole.start, whole.end, whole.ts.length], [iso(START), iso(START + DAY), 24]);
    const within = { start: iso(START + 10 * HOUR), end: iso(START + 12 * HOUR), resolution: 'hour' };
    const part = await data(within);
    assert.deepEqual([part.start, part.end, part.ts], [whole.start, whole.end, whole.ts]);
    assert.deepEqual(part.figures, whole.figures);
    for (const path of ['energy-waterfall', 'normalized-energy-data', 'expected-energy-inverter']) {
      const told = await get(path, { proj_code: 'SUNNY', ...within, resolution: 'day' });
      assert.deepEqual([told.start, told.end], [whole.start, whole.end], path);
    }
    const month = await data({ resolution: 'month' });
    assert.deepEqual(month.ts, [iso(START)], 'a month of which only the end is asked begins with the window');
  });

  it('is of each plant’s own days where plants stand in several zones', async () => {
    const { start, end, results } = await get('expected-energy-total', { resolution: 'day' });
    const days = Object.fromEntries(results.map((one) => [one.proj_code, [one.start, one.end]]));
    assert.deepEqual(days.SUNNY, [iso(START), iso(TODAY)]);
    assert.deepEqual(days.ATHENS, [iso(START - HOUR), iso(TODAY + DAY - HOUR)]);
    assert.deepEqual([start, end], [iso(START - HOUR), iso(TODAY + DAY - HOUR)], 'all of them');
  });

  it('leaves out an inverter that was replaced, and knows the share of the sun that nobody saw', async () => {
    const { figures, expected_kwh } = await data({ resolution: 'day' });
    near(figures.performance_ratio, 0.8, 0.02);
    near(
      figures.performance_index,
      figures.actual_kwh && figures.expected_kwh ? figures.actual_kwh / figures.expected_kwh : 0,
    );
    const { results } = await get('expected-energy-inverter', { proj_code: 'SUNNY', resolution: 'day' });
    const totals = Object.fromEntries(results.map((one) => [one.short_name, one.total_kwh]));
    assert.deepEqual([totals.OLD, totals.INV1], [null, totals.INV2]);
    assert.ok((totals.INV1 ?? 0) > (expected_kwh[0] ?? 0), 'half of each of three days');
    const total = await get('expected-energy-total', { proj_code: 'SUNNY', resolution: 'day' });
    const [own] = total.results;
    assert.deepEqual(
      own?.unknown_shares.map((share) => (share ?? 1) > 0),
      [false, true, false],
    );
    assert.ok((own?.values[1] ?? 0) < 0.9 * (own?.values[0] ?? 0));
    const { unknown_share } = await data({ resolution: 'day' });
    near(unknown_share, 2 / 45, 0.2);
  });

  it('compares devices up to the last full hour of today, over hours of which both energies are known', async () => {
    const today = { proj_code: 'SUNNY', resolution: 'day', start: iso(TODAY), end: iso(TODAY + DAY) };
    const { results, unit } = await get('normalized-energy-data', today);
    assert.equal(unit, 'kWh/kW');
    const [first] = results;
    let made = 0;
    for (let at = TODAY + STEP; at <= TODAY + 12 * HOUR; at += STEP)
      made += (sunAt(at - STEP / 2) * 0.04 * STEP) / HOUR;
    near(first?.total, made / 50, 1e-3);
    // Two alike make all of the plant's energy: theirs is its index, also on the day whose sun is not known at noon.
    const dim = { ...today, start: iso(START + DAY), end: iso(START + 2 * DAY) };
    for (const window of [today, dim]) {
      const { figures } = await data(window);
      const [one] = (await get('normalized-energy-data', window)).results;
      near(one?.performance_index, figures.performance_index ?? 0, 1e-4);
    }
    await test.arrange(
      `update device set kw_peak = case short_name when 'OLD' then null else 55 end where company_id = $1`,
      [scope.company_id],
    );
    const working = `${devices.INV1},${devices.INV2}`;
    const byPeak = await get('normalized-energy-data', { ...today, devices: working });
    assert.equal(byPeak.unit, 'kWh/kWp');
    near(byPeak.results[0]?.total, (first?.total ?? 0) * (50 / 55));
    assert.equal((await get('normalized-energy-data', today)).unit, 'kWh/kW', 'the kWp of one is not known');
  });

  it('calls a ratio barely above 1 a fault, of the window and of its days', async () => {
    const set = (kw: number) =>
      test.arrange(`update plant set potenza_nominale = $2 where company_id = $1 and proj_code = 'SUNNY'`, [
        scope.company_id,
        kw,
      ]);
    await set(79.4);
    const { faults, figures, ts } = await data({ resolution: 'day' });
    await set(100);
    assert.ok((figures.performance_ratio ?? 0) > 1 && (figures.performance_ratio ?? 2) < 1.02);
    assert.ok(faults.some(({ start }) => start === null));
    assert.ok(faults.some(({ start }) => start !== null && ts.includes(start)));
  });

  it('says which days nobody is going to calculate, and from when on they are', async () => {
    const long = { start: iso(TODAY - 80 * DAY), resolution: 'day' };
    const none = await get('expected-energy-data', { proj_code: 'ATHENS', ...long });
    assert.deepEqual([none.pending_days, none.left_out_days, none.kept_from], [0, 19, null]);
    const begun = await data(long);
    assert.deepEqual([begun.pending_days, begun.left_out_days, begun.kept_from], [0, 18, '2026-06-18']);
    const few = await data({ start: iso(TODAY - 50 * DAY), resolution: 'day' });
    assert.deepEqual([few.pending_days, few.left_out_days, few.kept_from], [0, 0, null]);
  });
});
