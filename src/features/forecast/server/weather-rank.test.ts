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
import { madePvgisYear } from '../../../../tests/support/made-year.ts';
import { hourIrradiance } from '../../../energy/cloudiness.ts';
import { extraterrestrialWm2, planeOfArray } from '../../../energy/plane-of-array.ts';
import { dayOfYear, poaUnder, skyAt } from '../../../energy/sky.ts';
import { solarPosition } from '../../../energy/solar-position.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/units/zones.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { IRRADIANCE_KEPT_DAYS } from '../../weather/past-irradiance.model.ts';
import { KEPT_DAYS } from '../periods.model.ts';
import { keepExpectedDays } from './expected-day-keeper.ts';

/** Midnight in Rome of 24 October, the day before the clock goes back; noon four days later. */
const START = Date.parse('2026-10-23T22:00:00Z');
const NOW = Date.parse('2026-10-28T11:00:00Z');
/** Days that are over: one has 25 hours. */
const DAYS = 4;
const SITE = { latitude: 44.5, longitude: 11.3 };
const SOUTH = { tilt_deg: 30, azimuth_deg: 180 };
const STEP = 10 * 60_000;

/** What a provider says of an hour: a clear sky's mean, to a tenth. */
const said = (start: number) => {
  const tenth = (wm2: number) => Math.round(wm2 * 10) / 10;
  const { ghi_wm2, dni_wm2, dhi_wm2 } = hourIrradiance(SITE, start, 1);
  return { ghi_wm2: tenth(ghi_wm2), dni_wm2: tenth(dni_wm2), dhi_wm2: tenth(dhi_wm2) };
};

interface Data {
  inputs: { input: string; days: number }[];
  weather_providers: string[];
  neighbours: string[];
  missing_share: number | null;
  ts: string[];
  expected_kwh: (number | null)[];
  actual_kwh: (number | null)[];
  irradiation_kwh_m2: (number | null)[];
  figures: Record<string, number | null>;
  bars: { name: string; kwh: number | null }[] | null;
  results: (Data & { proj_code: string })[];
}

describe('the irradiance of a weather provider', () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  let dark = 0;

  before(async () => {
    test = await createTestApp({ now: () => new Date(NOW) });
    scope = await makeCompany(test.pool, 'Darkness');
    dark = await plantAt(scope, 'DARK', SITE.latitude);
    for (const code of ['A', 'B', 'C']) await plantAt(scope, code, 30);
    const inverter = await makeDevice(test.pool, scope, dark, 'INV', ['ac_power_kw', 'energy_total_kwh'], {
      interval_s: 600,
      nominal_power: 100,
    });
    let made = 1000;
    await write(inverter, (at) => {
      const sky = skyAt(SITE.latitude, SITE.longitude, at - STEP / 2);
      const power = 0.08 * poaUnder(sky, sky.clear, SOUTH);
      made += (power * STEP) / HOUR_MS;
      return [power, Math.round(made * 1000) / 1000];
    });
    const boss = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    owner = await signIn(test, boss, scope, new Date(NOW));
  });
  after(() => test.close());

  async function plantAt(of: Scope, code: string, latitude: number): Promise<number> {
    const id = await makePlant(test.pool, of, code, { potenza_nominale: 100 });
    await inScope(test.pool, of, (tx) =>
      tx.query(
        'update plant set latitude = $3, longitude = $4, tilt_deg = 30, azimuth_deg = 180 where company_id = $1 and id = $2',
        [of.company_id, id, latitude, SITE.longitude],
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
    await recomputeDirty(test.pool, scope, { clock: () => NOW, today: true });
  }

  /** What a provider says of all hours that are over; of those that `isKnown` refuses nothing. */
  async function say(provider = 'open-meteo', isKnown = (_: number) => true): Promise<void> {
    for (let day = Date.UTC(2026, 9, 23); day < NOW; day += DAY_MS) {
      const hours = Array.from({ length: 24 }, (_, i) => day + i * HOUR_MS).map((start) =>
        start + HOUR_MS <= NOW && isKnown(start) ? said(start) : null,
      );
      await test.arrange(
        `insert into place_irradiance (lat_tenths, lon_tenths, day, provider, ghi_wm2, dni_wm2, dhi_wm2, said_at)
         values (445, 113, $1, $2, $3, $4, $5, $6)
         on conflict (lat_tenths, lon_tenths, day, provider) do update set
           ghi_wm2 = excluded.ghi_wm2, dni_wm2 = excluded.dni_wm2, dhi_wm2 = excluded.dhi_wm2`,
        [
          new Date(day).toISOString().slice(0, 10),
          provider,
          hours.map((hour) => hour?.ghi_wm2 ?? null),
          hours.map((hour) => hour?.dni_wm2 ?? null),
          hours.map((hour) => hour?.dhi_wm2 ?? null),
          new Date(NOW),
        ],
      );
    }
  }

  const keep = () => keepExpectedDays({ pool: test.pool, now: new Date(NOW) }, scope.company_id);
  async function get(path: string, query: Record<string, string>, headers = owner): Promise<Data> {
    const window = { start: new Date(START).toISOString(), end: '2026-10-27T23:00:00.000Z', ...query };
    const answer = await test.app.inject({ url: `/api/v1/${path}/?${new URLSearchParams(window)}`, headers });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Data>();
  }
  const data = (resolution: string, proj_code = 'DARK') =>
    get('expected-energy-data', { resolution, proj_code });

  it('makes days anew that rested on less when it arrives, and is named with its provider', async () => {
    const put = await test.app.inject({
      method: 'PUT',
      url: '/api/v1/plants/DARK/typical-year/?file_name=tmy.csv',
      headers: { ...owner, 'content-type': 'text/csv' },
      payload: madePvgisYear(),
    });
    assert.equal(put.statusCode, 200, put.body);
    assert.equal(await keep(), DAYS);
    const typical = await data('day');
    assert.deepEqual(typical.inputs, [{ input: 'typical_year', days: DAYS }]);
    assert.deepEqual(typical.weather_providers, []);
    await say();
    // Nobody has made them anew yet: the call does.
    const called = await data('day');
    assert.deepEqual(called.inputs, [{ input: 'weather', days: DAYS }]);
    assert.deepEqual(called.weather_providers, ['open-meteo']);
    assert.equal(called.figures.performance_ratio, null, 'nothing was measured of the sun');
    assert.equal(await keep(), DAYS);
    assert.equal(await keep(), 0);
    assert.deepEqual((await data('day')).inputs, called.inputs);
    // Of many plants what is kept is told.
    const total = await get('expected-energy-total', { resolution: 'day' });
    const own = total.results.find(({ proj_code }) => proj_code === 'DARK');
    assert.equal(total.results.length, 4);
    assert.deepEqual([own?.inputs, own?.weather_providers], [called.inputs, ['open-meteo']]);
    const { bars, weather_providers } = await get('energy-waterfall', { proj_code: 'DARK' });
    assert.deepEqual(weather_providers, ['open-meteo']);
    const weather = bars?.find(({ name }) => name === 'weather')?.kwh ?? Number.NaN;
    const theoretical = bars?.find(({ name }) => name === 'theoretical')?.kwh ?? Number.NaN;
    assert.ok(Math.abs(weather) < 0.03 * theoretical, `the sky was clear: ${weather} of ${theoretical}`);
  });

  it('is brought onto the plane by Hay and Davies, hour by hour, on the day of 25 hours as well', async () => {
    const { ts, irradiation_kwh_m2 } = await data('hour');
    assert.equal(ts.length, DAYS * 24 + 1);
    let sunny = 0;
    for (const [i, at] of ts.entries()) {
      const start = Date.parse(at);
      const sun = solarPosition(SITE.latitude, SITE.longitude, start + HOUR_MS / 2);
      const { poa_wm2 } = planeOfArray({
        irradiance: said(start),
        sun: { zenith_deg: 90 - sun.apparent_elevation_deg, azimuth_deg: sun.azimuth_deg },
        surface: SOUTH,
        extraterrestrial_wm2: extraterrestrialWm2(dayOfYear(start + HOUR_MS / 2)),
      });
      const told = (irradiation_kwh_m2[i] ?? Number.NaN) * 1000;
      assert.ok(Math.abs(told - poa_wm2) < 0.001, `${at}: ${told} is not ${poa_wm2}`);
      if (told > 500) sunny++;
    }
    assert.ok(sunny >= DAYS * 5, `${sunny} hours of sun`);
  });

  it('misses an hour that was not said, in both sums', async () => {
    const whole = await data('day');
    const noon = Date.parse('2026-10-26T11:00:00Z');
    await say('open-meteo', (start) => start !== noon);
    const hours = await data('hour');
    const place = hours.ts.indexOf(new Date(noon).toISOString());
    assert.equal(hours.expected_kwh[place], null);
    assert.equal(hours.actual_kwh[place], null);
    const days = await data('day');
    assert.ok((days.missing_share ?? 0) > (whole.missing_share ?? 1));
    for (const name of ['expected_kwh', 'actual_kwh'] as const)
      assert.ok((days[name][2] ?? 0) < 0.9 * (whole[name][2] ?? 0), name);
    const index = (one: Data) => one.figures.performance_index ?? Number.NaN;
    assert.ok(Math.abs(index(days) - index(whole)) < 0.01, `${index(days)} and ${index(whole)}`);
    assert.equal(await keep(), 1, 'the day that it changes');
    await say();
    assert.equal(await keep(), 1);
  });

  it('stays what a day rests on when it is too old to be kept, and is kept for longer than days are made', async () => {
    assert.ok(IRRADIANCE_KEPT_DAYS > KEPT_DAYS + 2);
    await test.arrange('delete from place_irradiance');
    assert.equal(await keep(), 0);
    assert.deepEqual((await data('day')).inputs, [{ input: 'weather', days: DAYS }]);
    await say();
    assert.equal(await keep(), 0);
  });

  it('is that of the provider that spoke, after the setting names another', async () => {
    await test.arrange('delete from place_irradiance');
    await say('meteoblue');
    assert.deepEqual((await data('day')).weather_providers, ['meteoblue']);
    await test.arrange('delete from place_irradiance');
    await say();
  });

  it('is the same for another company’s plant at the place', async () => {
    const other = await makeCompany(test.pool, 'Neighbours');
    await plantAt(other, 'DARK', SITE.latitude + 0.01);
    const boss = await makeUser(test, { company: other, roles: ['COMPANY_OWNER', 'APP_0'] });
    const headers = await signIn(test, boss, other, new Date(NOW));
    const theirs = await get('expected-energy-data', { resolution: 'day', proj_code: 'DARK' }, headers);
    assert.deepEqual(theirs.inputs, [{ input: 'weather', days: DAYS }]);
    const ours = await data('day');
    const sum = ({ irradiation_kwh_m2 }: Data) =>
      irradiation_kwh_m2.reduce<number>((all, one) => all + (one ?? 0), 0);
    assert.ok(Math.abs(sum(theirs) / sum(ours) - 1) < 0.001);
  });

  it('yields to a neighbour’s sensor and to the plant’s own, whatever is said afterwards', async () => {
    const poa = (at: number): number[] => {
      const sky = skyAt(SITE.latitude, SITE.longitude, at);
      return [0.9 * poaUnder(sky, sky.clear, SOUTH)];
    };
    const near = await plantAt(scope, 'NEAR', SITE.latitude + 0.05);
    const options = { category: 'weather_station', interval_s: 600 } as const;
    await write(await makeDevice(test.pool, scope, near, 'SENSOR', ['irradiance_poa_wm2'], options), poa);
    assert.deepEqual((await data('day')).inputs, [{ input: 'neighbour', days: DAYS }]);
    await write(await makeDevice(test.pool, scope, dark, 'SENSOR', ['irradiance_poa_wm2'], options), poa);
    const own = await data('day');
    assert.deepEqual([own.inputs, own.weather_providers], [[{ input: 'plane_of_array', days: DAYS }], []]);
    assert.ok((await keep()) >= DAYS);
    await say('meteoblue');
    await test.arrange("delete from place_irradiance where provider = 'open-meteo'");
    assert.equal(await keep(), 0, 'no day is made anew for what it does not rest on');
    assert.deepEqual((await data('day')).inputs, own.inputs);
  });
});
