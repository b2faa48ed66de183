import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createTestApp, makeCompany, makePlant, type TestApp } from '../../../../tests/support/app.ts';
import { EVERYWHERE } from '../../../../tests/support/reach.ts';
import { createLog } from '../../../shared/server/log.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { WeatherSettings } from '../../../shared/server/weather-settings.ts';
import { DAY_MS, dayBorders, HOUR_MS } from '../../../shared/units/zones.ts';
import { loadPastIrradiance } from './past-irradiance.public.ts';
import { removeOldIrradiance } from './place-irradiance.repository.ts';
import { NOW, openMeteoAnswer } from './providers/answers.fixture.ts';
import { WeatherKeeper } from './weather-keeper.ts';

const MILAN = { latitude: 45.46, longitude: 9.19 };
const NEXT_DOOR = { latitude: 45.47, longitude: 9.21 };

describe('irradiance of hours that are over, by place', () => {
  let test: TestApp;
  let server: Server;
  let settings: WeatherSettings;
  let aurora: Scope;
  let borea: Scope;
  let answer = openMeteoAnswer(9);
  let asked = 0;
  let now = NOW;

  before(async () => {
    server = createServer((_, reply) => {
      asked++;
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    settings = { provider: 'open-meteo', apiKey: undefined, url, perDay: 1000 };
    test = await createTestApp({ now: () => new Date(now), weather: settings });
    aurora = await makeCompany(test.pool, 'Aurora');
    borea = await makeCompany(test.pool, 'Borea');
    await makePlant(test.pool, aurora, 'A1', MILAN);
    await makePlant(test.pool, borea, 'B1', NEXT_DOOR);
  });
  after(async () => {
    await test.close();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    [answer, asked, now] = [openMeteoAnswer(9), 0, NOW];
    for (const table of ['weather_place', 'weather_provider', 'place_irradiance'])
      await test.arrange(`delete from ${table}`);
  });

  const keep = () =>
    new WeatherKeeper({
      pool: test.pool,
      log: createLog('silent', 'test'),
      settings,
      reach: EVERYWHERE,
      clock: () => now,
    }).keep();
  const rows = () =>
    test.arrange<{ day: string; ghi_wm2: (number | null)[]; said_at: Date }>(
      'select day::text, ghi_wm2, said_at from place_irradiance order by day',
    );
  const hoursOf = (scope: Scope, site: typeof MILAN, day: string) => {
    const { start, end } = dayBorders('Europe/Rome', day);
    return inScope(test.pool, scope, async (tx) => {
      const of = await loadPastIrradiance(tx, [{ ...site, start, end }]);
      return of(site, { start, hours: (end - start) / HOUR_MS });
    });
  };

  it('is kept with the weather by the same request, of the days before as well, once for all companies of a place', async () => {
    await keep();
    assert.equal(asked, 1);
    const kept = await rows();
    assert.deepEqual([kept.length, kept[0]?.day, kept.at(-1)?.day], [11, '2026-06-11', '2026-06-21']);
    // The row of 10:00 tells of the hour from 9:00; the hour that runs is not over.
    assert.deepEqual(kept.at(-1)?.ghi_wm2.slice(8, 11), [90, 100, null]);
    const [first, second] = [
      await hoursOf(aurora, MILAN, '2026-06-20'),
      await hoursOf(borea, NEXT_DOOR, '2026-06-20'),
    ];
    assert.deepEqual(first, second);
    assert.equal(first?.provider, 'open-meteo');
    // Rome's hour from 12:00 is UTC's from 10:00, told at 11:00.
    assert.deepEqual(first?.hours[12], { ghi_wm2: 110, dni_wm2: 55, dhi_wm2: 22 });
    const [place] = await test.arrange<{ answer: object }>('select answer from weather_place');
    assert.deepEqual(Object.keys(place?.answer ?? {}).sort(), ['hours', 'now'], 'kept once, not twice');
    const text = JSON.stringify(await test.arrange('select * from place_irradiance'));
    assert.ok(!/company|Aurora|Borea/.test(text));
  });

  it('is written again only where a provider corrects itself, and never for less than was known', async () => {
    await keep();
    now += HOUR_MS;
    await keep();
    assert.equal(asked, 2);
    const said = (await rows()).map(({ said_at }) => said_at.getTime());
    assert.deepEqual(said, [...Array.from({ length: 10 }, () => NOW), now], 'only today has an hour more');
    const place = answer.hourly.time.indexOf(Date.parse('2026-06-18T12:00:00Z') / 1000);
    answer.hourly.shortwave_radiation[place] = 444.44;
    answer.hourly.shortwave_radiation[place + 1] = -5;
    now += HOUR_MS;
    await keep();
    const day = (await rows()).find((row) => row.day === '2026-06-18');
    assert.deepEqual(day?.ghi_wm2.slice(10, 13), [110, 444.4, 130]);
    assert.equal(day?.said_at.getTime(), now);
  });

  it('is not stored where it cannot be, whatever an answer says', async () => {
    answer.hourly.shortwave_radiation = answer.hourly.shortwave_radiation.map(() => 1e300);
    answer.hourly.direct_normal_irradiance = answer.hourly.direct_normal_irradiance.map(() => -1);
    answer.hourly.diffuse_radiation = answer.hourly.diffuse_radiation.map(() => 'x' as unknown as number);
    await keep();
    assert.deepEqual(await rows(), []);
    const [place] = await test.arrange<{ fault: string | null }>('select fault from weather_place');
    assert.equal(place?.fault, null, 'the weather itself stands');
    for (const wm2 of ['NaN', 'Infinity', '-1', '1500.5'])
      await assert.rejects(
        test.arrange(
          `insert into place_irradiance (lat_tenths, lon_tenths, day, provider, ghi_wm2, dni_wm2, dhi_wm2, said_at)
           select 1, 1, '2026-06-21', 'x', array_fill($1::real, '{24}'), array_fill(0::real, '{24}'), array_fill(0::real, '{24}'), now()`,
          [wm2],
        ),
        /violates check constraint/,
      );
  });

  it('is removed once no day is made from it any more', async () => {
    await keep();
    await removeOldIrradiance(test.pool, new Date(now + 820 * DAY_MS));
    assert.equal((await rows()).length, 11);
    await removeOldIrradiance(test.pool, new Date(now + 830 * DAY_MS));
    assert.deepEqual(
      (await rows()).map(({ day }) => day),
      ['2026-06-21'],
    );
  });
});
