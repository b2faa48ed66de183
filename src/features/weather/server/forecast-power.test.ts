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
  type TestUser,
} from '../../../../tests/support/app.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/units/zones.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { PowerForecast } from '../power.contract.ts';
import { makeForecasts } from './forecast-power.ts';
import { measureForecasts } from './measure-forecasts.ts';

/** Midnight in Rome. */
const MIDNIGHT = Date.parse('2026-06-20T22:00:00Z');
const MILAN = { latitude: 45.46, longitude: 9.19 };

describe('forecasts of power', () => {
  let test: TestApp;
  let scope: Scope;
  let user: TestUser;
  let plant_id: number;
  let now = MIDNIGHT + 3 * HOUR_MS;
  before(async () => {
    test = await createTestApp({ now: () => new Date(now) });
    scope = await makeCompany(test.pool, 'Forecasts');
    user = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    plant_id = await makePlant(test.pool, scope, 'SUN', { ...MILAN, potenza_nominale: 100 });
    await makePlant(test.pool, scope, 'NOWHERE', { potenza_nominale: 100 });
    await makePlant(test.pool, scope, 'UNSIZED', MILAN);
  });
  after(() => test.close());

  const owner = (): Promise<Headers> => signIn(test, user, scope, new Date(now));
  const ask = async (code: string): Promise<PowerForecast> => {
    const answer = await test.app.inject({
      url: `/api/v1/meteoblue-get-expected/?proj_code=${code}`,
      headers: await owner(),
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const work = () =>
    inScope(test.pool, scope, async (tx) => {
      await makeForecasts(tx, { provider: 'offline', now, after_id: 0 });
      await measureForecasts(tx, now);
    });

  it('come hour by hour with a band, and say what they rest on and what was assumed', async () => {
    const forecast = await ask('SUN');
    assert.equal(forecast.hours.length, 72);
    assert.deepEqual(
      [forecast.source, forecast.basis, forecast.band, forecast.assumed, forecast.error],
      ['offline', 'clear_sky', 'assumed', ['plane', 'losses', 'temperature'], null],
    );
    const noon = forecast.hours.find(({ start_at }) => start_at === '2026-06-21T11:00:00.000Z');
    assert.ok(noon?.expected_kw && noon.low_kw !== null && noon.high_kw !== null);
    assert.ok(noon.expected_kw > 60 && noon.low_kw < noon.expected_kw && noon.high_kw >= noon.expected_kw);
    assert.equal((await ask('NOWHERE')).missing, 'no_place');
    assert.equal((await ask('UNSIZED')).missing, 'no_power');
  });

  it('stand beside prices of days of 23 and 25 hours, by zone, negative ones too', async () => {
    await test.arrange(
      `insert into market_price (zone, start_at, eur_mwh, imported_at)
       select zone, at, extract(hour from at) - 5 + case zone when 'SICI' then 100 else 0 end, now()
       from unnest('{NORD,SICI}'::text[]) zone,
         generate_series('2026-03-28T23:00Z'::timestamptz, '2026-03-29T21:00Z', '1 hour') at
       union all select 'NORD', at, 1, now() from generate_series('2026-10-24T22:00Z'::timestamptz, '2026-10-25T22:00Z', '1 hour') at`,
    );
    const prices = async (zone: string, start: string, end: string) => {
      const query = new URLSearchParams({ zone, start, end });
      const answer = await test.app.inject({
        url: `/api/v1/meteoblue-get-price/?${query}`,
        headers: await owner(),
      });
      return answer.json<{ values: (number | null)[]; zones: string[] }>();
    };
    const short = await prices('NORD', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z');
    assert.deepEqual([short.values.length, short.values.slice(0, 3)], [23, [18, -5, -4]]);
    assert.deepEqual(short.zones, ['NORD', 'SICI']);
    const sicily = await prices('SICI', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z');
    assert.equal(sicily.values[1], 95);
    const long = await prices('NORD', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z');
    assert.deepEqual([long.values.length, long.values.includes(null)], [25, false]);
    const unknown = await prices('SICI', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z');
    assert.ok(
      unknown.values.every((value) => value === null),
      'no price is no price of 0',
    );
    await test.arrange('delete from market_price');
  });

  it('are those of the zone that the plant feeds into, where nobody says another', async () => {
    await test.arrange(
      `insert into plant_master_data (company_id, plant_id, market_zone)
       select company_id, id, 'SICI' from plant where company_id = $1 and proj_code = 'UNSIZED'`,
      [scope.company_id],
    );
    const zones = async (asked: Record<string, string>, status = 200) => {
      const answer = await test.app.inject({
        url: `/api/v1/meteoblue-get-price/?${new URLSearchParams(asked)}`,
        headers: await owner(),
      });
      assert.equal(answer.statusCode, status);
      const { zone, plant_zone } = answer.json<{ zone: string; plant_zone: string | null }>();
      return [zone, plant_zone];
    };
    assert.deepEqual(await zones({ proj_code: 'UNSIZED' }), ['SICI', 'SICI']);
    assert.deepEqual(await zones({ proj_code: 'UNSIZED', zone: 'NORD' }), ['NORD', 'SICI']);
    assert.deepEqual(await zones({ proj_code: 'NOWHERE' }), ['PUN', null]);
    assert.deepEqual(await zones({}), ['PUN', null]);
    await zones({ proj_code: 'MISSING' }, 404);
  });

  it('are kept as they were made, once a day, and held against the day after', async () => {
    await work();
    const kept = () =>
      test.arrange<{ made_on: string; made_at: Date }>('select made_on, made_at from power_forecast');
    const [first] = await kept();
    now += HOUR_MS;
    await work();
    assert.deepEqual(await kept(), [first], 'the first of the day stands');
    assert.equal(first?.made_at.getTime(), MIDNIGHT + 3 * HOUR_MS);
    // The day after, until three in the afternoon: half of what a clear sky gives from noon on, nothing known before.
    now = MIDNIGHT + DAY_MS + 15 * HOUR_MS + 30 * 60_000;
    const spark = Array.from({ length: 62 }, (_, i) => (i < 48 ? null : 35));
    await test.arrange(
      `insert into plant_live (company_id, plant_id, spark_day, spark_kw, last_reading_at) values ($1, $2, '2026-06-22', $3, now())
       on conflict (company_id, plant_id) do update set spark_day = excluded.spark_day, spark_kw = excluded.spark_kw`,
      [scope.company_id, plant_id, spark],
    );
    // One of two inverters says nothing in the quarter from a quarter past twelve on: that hour is not the plant's.
    for (const [name, silent] of [
      ['A', -1],
      ['B', 49],
    ] as const) {
      const device_id = await makeDevice(test.pool, scope, plant_id, name, ['ac_power_kw'], {
        interval_s: 300,
      });
      const writer = new ReadingWriter(test.pool, { announce: async () => undefined, clock: () => now });
      const rows = Array.from({ length: 62 * 3 }, (_, i) => i)
        .filter((i) => Math.floor(i / 3) !== silent)
        .map((i) => MIDNIGHT + DAY_MS + i * 300_000)
        .map((ts) => ({ device_id, ts, values: Float64Array.of(17.5), quality: null }));
      await writer.write(scope, rows);
      await writer.close();
    }
    await work();
    const { error } = await ask('SUN');
    assert.equal(error?.hours, 2, 'whole hours that were forecast a day before and measured');
    assert.equal(error?.actual_kwh, 70);
    assert.equal(error?.days, 1, 'days that could be judged');
    assert.ok((error?.bias_pct ?? 0) > 50, 'a clear sky promises too much');
    assert.equal((await kept()).length, 2);
    // What was measured stays when the plant's line of that day is gone.
    await test.arrange(`update plant_live set spark_day = '2026-06-23', spark_kw = '{}'`);
    now += HOUR_MS;
    await work();
    assert.equal((await ask('SUN')).error?.hours, 2);
    // Another source's forecasts say nothing of these.
    await test.arrange(`update power_forecast set source = 'open-meteo'`);
    assert.equal((await ask('SUN')).error, null);
  });
});
