import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
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
import { EVERYWHERE, reachOf } from '../../../../tests/support/reach.ts';
import type { Logger } from '../../../shared/server/log.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { WeatherSettings } from '../../../shared/server/weather-settings.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { PlantWeather, PlantWeatherDetail } from '../weather.contract.ts';
import { pauseOf } from './ask-provider.ts';
import { NOW, openMeteoAnswer } from './providers/answers.fixture.ts';
import { type KeeperDeps, WeatherKeeper } from './weather-keeper.ts';

type Say = (answer: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Say =>
  (answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers });
    answer.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const WEATHER = json(200, openMeteoAnswer());

describe('the weather of plants, as a provider says it', () => {
  let test: TestApp;
  let server: Server;
  let say: Say = WEATHER;
  let asked: string[] = [];
  let warned: object[] = [];
  let now = NOW;
  let aurora: Scope;
  let user: TestUser;
  let first: Headers;
  let second: Headers;
  let settings: WeatherSettings;
  const log = { warn: (about: object) => warned.push(about) } as unknown as Logger;

  before(async () => {
    server = createServer((request, answer) => {
      asked.push(request.url ?? '');
      say(answer);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    settings = { provider: 'open-meteo', apiKey: 'the-secret', url, perDay: 1000 };
    test = await createTestApp({ now: () => new Date(now), weather: settings });
    aurora = await makeCompany(test.pool, 'Aurora');
    const borea = await makeCompany(test.pool, 'Borea');
    await makePlant(test.pool, aurora, 'A1', { latitude: 45.46, longitude: 9.19 });
    await makePlant(test.pool, aurora, 'A2', { latitude: 45.47, longitude: 9.21 });
    await makePlant(test.pool, aurora, 'NOWHERE');
    await makePlant(test.pool, borea, 'B1', { latitude: 45.45, longitude: 9.16 });
    user = await makeUser(test, { company: aurora, roles: ['COMPANY_OWNER', 'APP_0'] });
    const other = await makeUser(test, { company: borea, roles: ['COMPANY_OWNER', 'APP_0'] });
    first = await signIn(test, user, aurora, new Date(now));
    second = await signIn(test, other, borea, new Date(now));
  });
  after(async () => {
    await test.close();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    [say, asked, warned, now] = [WEATHER, [], [], NOW];
    await test.arrange('delete from weather_place');
    await test.arrange('delete from weather_provider');
  });

  const keeper = (more: Partial<KeeperDeps> = {}) =>
    new WeatherKeeper({
      pool: test.pool,
      log,
      settings,
      reach: EVERYWHERE,
      clock: () => now,
      within_ms: 400,
      ...more,
    });
  const detail = async (headers: Headers, code: string): Promise<PlantWeatherDetail> => {
    const answer = await test.app.inject({ url: `/api/v1/weather-plant-detail/?proj_code=${code}`, headers });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const list = (headers: Headers, list_plants: string[]) =>
    test.app.inject({ method: 'POST', url: '/api/v1/weather-plants/', headers, payload: { list_plants } });

  it('is asked for once for all plants of a place, whoever they belong to, and answered to each', async () => {
    await keeper().keep();
    assert.equal(asked.length, 1, 'one place, one request');
    const [url = ''] = asked;
    assert.match(url, /latitude=45\.5&longitude=9\.2&/);
    for (const [headers, code] of [
      [first, 'A1'],
      [first, 'A2'],
      [second, 'B1'],
    ] as const) {
      const weather = await detail(headers, code);
      assert.equal(weather.now?.icon, 'Cloud1');
      assert.equal(weather.source, 'open-meteo');
      assert.equal(weather.basis, 'provider');
      assert.equal(weather.stale, false);
      assert.equal(weather.hours.length, 72);
      assert.equal(weather.at, new Date(NOW).toISOString());
    }
    assert.deepEqual((await list(first, [])).json(), [], 'nothing is answered to whoever names no plant');
    const rows = await test.arrange<object>('select * from weather_place');
    assert.ok(!JSON.stringify(rows).includes('Aurora') && !JSON.stringify(rows).includes('company'));
    // Each question is asked again when its hour is over, not before, by however many instances.
    now = NOW + HOUR_MS - 1000;
    await Promise.all([keeper().keep(), keeper().keep()]);
    assert.equal(asked.length, 1);
    now = NOW + HOUR_MS;
    await Promise.all([keeper().keep(), keeper().keep()]);
    assert.equal(asked.length, 2);
  });

  it('is in the build of each plant, while it is of now', async () => {
    const icons = async (url: string, headers = first) => {
      const plants = (await test.app.inject({ url, headers })).json<{ code: string; weather: unknown }[]>();
      return plants.map(({ code, weather }) => [code, weather]);
    };
    const unknown = [
      ['A1', null],
      ['A2', null],
      ['NOWHERE', null],
    ];
    const calls = ['/api/v1/plants/', '/legacy/v1/plants/', '/legacy/v1/plants-data/'];
    for (const url of calls) assert.deepEqual(await icons(url), unknown, 'not asked for yet');
    assert.equal(asked.length, 0, 'a list of plants asks nobody outside');
    await keeper().keep();
    for (const url of calls)
      assert.deepEqual(await icons(url), [
        ['A1', 'Cloud1'],
        ['A2', 'Cloud1'],
        ['NOWHERE', null],
      ]);
    const payload = { comune: 'Milano' };
    const changed = await test.app.inject({
      method: 'PUT',
      url: '/api/v1/plants/A1/',
      headers: first,
      payload,
    });
    assert.equal(changed.json().weather, 'Cloud1', 'and of one that is changed');
    now = NOW + 2 * HOUR_MS + 1000;
    const later = await signIn(test, user, aurora, new Date(now));
    assert.deepEqual(await icons('/api/v1/plants/', later), unknown, 'an icon has no age beside it');
  });

  it('is told for many plants at once, and says why nothing is known', async () => {
    assert.equal((await detail(first, 'A1')).missing, 'not_yet');
    await keeper().keep();
    const found = (await list(first, ['A2', 'NOWHERE', 'A2'])).json() as PlantWeather[];
    assert.deepEqual(
      found.map(({ proj_code, missing, now: sky }) => [proj_code, missing, sky?.description ?? null]),
      [
        ['A2', null, 'scattered clouds'],
        ['NOWHERE', 'no_place', null],
      ],
    );
    assert.equal((await list(first, ['A1', 'B1'])).statusCode, 404, 'a plant of another company');
    // spec §8: logged, without an icon
    assert.equal(
      warned.filter((one) => 'code' in one && one.code === 'WMO code 66 (light freezing rain)').length,
      1,
    );
    const odd = (await detail(first, 'A1')).hours.find(({ description }) => description === 'other');
    assert.equal(odd?.icon, null);
    // Old is what is old, though nobody has noticed yet that the provider is away.
    now = NOW + 2 * HOUR_MS;
    const later = await signIn(test, user, aurora, new Date(now));
    assert.equal((await detail(later, 'A1')).stale, false);
    now += 1000;
    assert.equal((await detail(later, 'A1')).stale, true);
    // Kept by an earlier version, in a provider's own words.
    await test.arrange(
      `update weather_place set answer = jsonb_set(answer, '{now,description}', '"dense fog"')`,
    );
    assert.equal((await detail(later, 'A1')).now?.description, 'other');
  });

  it('stays as it was while the provider is away, with its age', async () => {
    await keeper().keep();
    const faults: [Say | undefined, string][] = [
      [json(200, '{"current": {'), 'unreadable'],
      [json(200, '<html>hello</html>'), 'unreadable'],
      [json(200, { hourly: { time: 'yes' } }), 'unreadable'],
      [json(500, {}), 'status_500'],
      [json(302, '', { location: 'http://127.0.0.1:1/' }), 'status_302'],
      [json(200, JSON.stringify({ ...openMeteoAnswer(), more: 'x'.repeat(600_000) })), 'too_large'],
      [() => undefined, 'timeout'],
      [(answer) => answer.destroy(), 'broken'],
    ];
    for (const [how, fault] of faults) {
      if (how) say = how;
      now += 2 * HOUR_MS;
      await keeper().keep();
      const [row] = await test.arrange<{ fault: string; fetched_at: Date }>(
        'select fault, fetched_at from weather_place',
      );
      assert.deepEqual([row?.fault, row?.fetched_at.getTime()], [fault, NOW]);
    }
    const weather = await detail(await signIn(test, user, aurora, new Date(now)), 'A1');
    assert.equal(weather.stale, true);
    assert.equal(weather.at, new Date(NOW).toISOString());
    assert.equal(weather.hours.length, 72 - 2 * faults.length, 'hours that are over are not forecast');
    assert.ok(!JSON.stringify(warned).includes('the-secret'), 'no key in the log');
  });

  it('leaves a provider alone that asks for it, for as long as it says', async () => {
    say = json(429, { error: true, reason: 'Hourly API request limit exceeded.' }, { 'retry-after': '7200' });
    await keeper().keep();
    assert.equal(asked.length, 1);
    say = WEATHER;
    now += 2 * HOUR_MS - 1000;
    await keeper().keep();
    assert.equal(asked.length, 1, 'not before');
    now += 1000;
    await keeper().keep();
    assert.equal(asked.length, 2);
    say = json(401, { cod: 401, message: 'Invalid API key.' });
    now += HOUR_MS;
    await keeper().keep();
    await keeper().keep();
    assert.equal(asked.length, 3, 'a key that is refused is not tried again at once');
    assert.equal(pauseOf('30', NOW), 60_000);
    assert.equal(pauseOf('432000', NOW), 5 * 24 * HOUR_MS, 'the rest of a month is waited for');
    assert.equal(pauseOf(new Date(NOW + 72 * HOUR_MS).toUTCString(), NOW), 72 * HOUR_MS);
    assert.equal(pauseOf('999999999', NOW), 31 * 24 * HOUR_MS);
    assert.equal(pauseOf(new Date(NOW + HOUR_MS).toUTCString(), NOW), HOUR_MS);
    assert.equal(pauseOf('soon', NOW), 900_000);
    assert.equal(pauseOf(undefined, NOW), 900_000);
  });

  it('asks no more in a day than was allowed, and nothing that it may not reach', async () => {
    const company = await makeCompany(test.pool, 'Cirro');
    for (const [code, latitude] of [
      ['C1', 41],
      ['C2', 42],
      ['C3', 43],
    ] as const)
      await makePlant(test.pool, company, code, { latitude, longitude: 12 });
    await keeper({ settings: { ...settings, perDay: 2 } }).keep();
    assert.equal(asked.length, 2);
    await test.arrange('delete from weather_place');
    await keeper({ reach: reachOf(() => false) }).keep();
    assert.equal(asked.length, 2);
    const rows = await test.arrange<{ fault: string }>('select distinct fault from weather_place');
    assert.deepEqual(rows, [{ fault: 'not_allowed' }]);
  });
});
