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
import { EVERYWHERE } from '../../../../tests/support/reach.ts';
import { createLog } from '../../../shared/server/log.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { PlantWeatherDetail } from '../weather.contract.ts';
import { watchSkies } from './watch-skies.ts';
import { WeatherKeeper } from './weather-keeper.ts';

const MIDSUMMER = Date.parse('2026-06-21T11:00:00Z');

describe('the weather without a provider', () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  before(async () => {
    test = await createTestApp({ now: () => new Date(MIDSUMMER) });
    scope = await makeCompany(test.pool, 'Offline');
    await makePlant(test.pool, scope, 'DARK', { latitude: 45.46, longitude: 9.19 });
    const plant_id = await makePlant(test.pool, scope, 'SEEN', { latitude: 45.46, longitude: 9.19 });
    await test.arrange(
      `insert into plant_live (company_id, plant_id, irradianza, last_reading_at) values ($1, $2, 500, $3)
       on conflict (company_id, plant_id) do update set irradianza = 500, last_reading_at = excluded.last_reading_at`,
      [scope.company_id, plant_id, new Date(MIDSUMMER)],
    );
    // A sensor that stands in a section which looks north: 500 W/m² are more there than on the plant's usual plane.
    const north = await makePlant(test.pool, scope, 'NORTH', { latitude: 45.46, longitude: 9.19 });
    const device_id = await makeDevice(test.pool, scope, north, 'SENSOR', ['irradiance_poa_wm2'], {
      category: 'weather_station',
    });
    await test.arrange(
      `with section as (insert into plant_section (company_id, plant_id, name, position, tilt_deg, azimuth_deg, kw_peak)
         values ($1, $2, 'North', 1, 45, 0, 100) returning id)
       update device set section_id = section.id from section where company_id = $1 and device.id = $3`,
      [scope.company_id, north, device_id],
    );
    await test.arrange(
      `insert into plant_live (company_id, plant_id, irradianza, last_reading_at) values ($1, $2, 500, $3)
       on conflict (company_id, plant_id) do update set irradianza = 500, last_reading_at = excluded.last_reading_at`,
      [scope.company_id, north, new Date(MIDSUMMER)],
    );
    const user = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    owner = await signIn(test, user, scope, new Date(MIDSUMMER));
  });
  after(() => test.close());

  const detail = async (code: string): Promise<PlantWeatherDetail> =>
    (
      await test.app.inject({ url: `/api/v1/weather-plant-detail/?proj_code=${code}`, headers: owner })
    ).json();

  it('is the clear sky, as the plant’s own sensor saw it last, and says which of both', async () => {
    assert.equal((await detail('SEEN')).basis, 'sensor', 'at once, by what is measured now');
    const keeper = new WeatherKeeper({
      pool: test.pool,
      log: createLog('silent', 'test'),
      settings: test.work.config.weather,
      reach: EVERYWHERE,
      clock: () => MIDSUMMER,
    });
    await keeper.keep();
    const seen = await detail('SEEN');
    assert.deepEqual(
      [seen.source, seen.basis, seen.now?.description],
      ['offline', 'sensor', 'broken clouds'],
    );
    assert.equal(seen.at, new Date(MIDSUMMER).toISOString());
    const [seenSky = 0, northSky = 0] = (
      await test.arrange<{ clearness: number }>(
        `select s.clearness from plant_sky s join plant p on p.company_id = s.company_id and p.id = s.plant_id
         where s.company_id = $1 order by p.proj_code desc`,
        [scope.company_id],
      )
    ).map(({ clearness }) => clearness);
    assert.ok(
      northSky > 1.4 * seenSky,
      `${northSky} and ${seenSky}: each on the plane that its sensor stands on`,
    );
    await test.arrange(`update plant_live set last_reading_at = last_reading_at - interval '2 hours'`);
    assert.equal((await detail('SEEN')).basis, 'sensor', 'as it was seen last');
    const plants = await test.app.inject({ url: '/api/v1/plants/', headers: owner });
    assert.deepEqual(
      plants.json<{ code: string; weather: string | null }[]>().map(({ code, weather }) => [code, weather]),
      [
        ['DARK', null],
        ['NORTH', (await detail('NORTH')).now?.icon],
        ['SEEN', 'Cloudy'],
      ],
      'the build of a plant has the same icon',
    );
    const dark = await detail('DARK');
    assert.deepEqual(
      [dark.basis, dark.now?.description, dark.now?.icon, dark.at],
      ['clear_sky', null, null, null],
    );
    assert.equal(dark.hours.length, 72);
    assert.ok((seen.hours[0]?.ghi_wm2 ?? 0) < 0.7 * (dark.hours[0]?.ghi_wm2 ?? 0));
    assert.deepEqual(await test.arrange('select count(*)::int as places from weather_place'), [
      { places: 0 },
    ]);
  });

  it('looks through what is stored where nobody has watched a plant by day', async () => {
    const night = MIDSUMMER + 10 * HOUR_MS;
    const plant_id = await makePlant(test.pool, scope, 'NIGHT', { latitude: 45.46, longitude: 9.19 });
    const device_id = await makeDevice(test.pool, scope, plant_id, 'S', ['irradiance_poa_wm2'], {
      category: 'weather_station',
      interval_s: 900,
    });
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined, clock: () => night });
    const quarters = Array.from({ length: 9 }, (_, i) => MIDSUMMER + (i * HOUR_MS) / 4);
    const rows = quarters.map((ts) => ({ device_id, ts, values: Float64Array.of(500), quality: null }));
    await writer.write(scope, rows);
    await writer.close();
    await test.arrange(
      `insert into plant_live (company_id, plant_id, irradianza, last_reading_at) values ($1, $2, 0, $3)
       on conflict (company_id, plant_id) do update set irradianza = 0, last_reading_at = excluded.last_reading_at`,
      [scope.company_id, plant_id, new Date(night)],
    );
    await inScope(test.pool, scope, (tx) => watchSkies(tx, night));
    const [kept] = await test.arrange<{ clearness: number; seen_at: Date }>(
      'select clearness, seen_at from plant_sky where company_id = $1 and plant_id = $2',
      [scope.company_id, plant_id],
    );
    assert.ok(kept, 'a sky is known');
    assert.ok(
      kept.seen_at.getTime() > MIDSUMMER + HOUR_MS && kept.seen_at.getTime() < MIDSUMMER + 3 * HOUR_MS,
    );
    assert.ok(kept.clearness > 0.3 && kept.clearness < 1, String(kept.clearness));
  });
});
