import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS } from '../../../../shared/units/zones.ts';
import { iconOf, OTHER } from '../../weather.model.ts';
import { meteoblueAnswer, NOW, openMeteoAnswer, openWeatherAnswer, PLACE } from './answers.fixture.ts';
import { CONDITION, describeOpenWeather, PICTOCODE, WMO } from './codes.ts';
import { addressOf, type WeatherProvider } from './provider.ts';
import { PROVIDERS } from './providers.ts';

const read = (provider: WeatherProvider, answer: unknown) => {
  const unknown: string[] = [];
  const weather = provider.read(answer, { place: PLACE, now: NOW, unknown: (code) => unknown.push(code) });
  return { ...weather, unknown };
};

const asked = (name: keyof typeof PROVIDERS) =>
  new URL(addressOf(PROVIDERS[name], { apiKey: 'secret-key', url: undefined }, PLACE));

describe('providers of weather', () => {
  it('are asked for a place and told nothing finer', () => {
    const openMeteo = asked('open-meteo');
    assert.equal(openMeteo.origin + openMeteo.pathname, 'https://api.open-meteo.com/v1/forecast');
    assert.equal(openMeteo.searchParams.get('latitude'), '45.5');
    assert.equal(openMeteo.searchParams.get('apikey'), 'secret-key');
    const days = ['past_days', 'forecast_days'].map((name) => Number(openMeteo.searchParams.get(name)));
    assert.deepEqual(days, [9, 5], 'no more than 14 days, which still count as one request');
    const openWeather = asked('openweather');
    assert.equal(
      openWeather.origin + openWeather.pathname,
      'https://api.openweathermap.org/data/3.0/onecall',
    );
    assert.equal(openWeather.searchParams.get('lang'), 'en');
    assert.equal(openWeather.searchParams.get('appid'), 'secret-key');
    const meteoblue = asked('meteoblue');
    assert.equal(
      meteoblue.origin + meteoblue.pathname,
      'https://my.meteoblue.com/packages/basic-1h_clouds-1h_solar-1h',
    );
    assert.equal(meteoblue.searchParams.get('lon'), '9.2');
  });

  it('give each code one of the fourteen descriptions; what has no counterpart is told to the log alone', () => {
    for (const table of [WMO, PICTOCODE, CONDITION])
      for (const said of Object.values(table))
        if (typeof said === 'string') assert.ok(iconOf(said) !== null, said);
    const none = (table: typeof WMO) =>
      Object.keys(table).filter((code) => typeof table[Number(code)] !== 'string');
    assert.equal(Object.keys(WMO).length, 28);
    assert.deepEqual(none(WMO), ['56', '57', '66', '67']);
    assert.equal(Object.keys(PICTOCODE).length, 35);
    const logged: string[] = [];
    const note = (code: string) => logged.push(code);
    assert.equal(describeOpenWeather({ id: 500, description: 'whatever' }, note), 'light rain');
    assert.equal(describeOpenWeather({ id: null, description: ' Haze' }, note), 'haze');
    assert.deepEqual(logged, []);
    for (const one of [{ id: 511 }, { id: 999 }, { id: null }])
      assert.equal(describeOpenWeather({ ...one, description: 'freezing rain' }, note), OTHER);
    assert.equal(logged.length, 3);
  });

  it('are read: Open-Meteo, whose radiation stands at the end of its hour', () => {
    const weather = read(PROVIDERS['open-meteo'], openMeteoAnswer());
    assert.deepEqual(weather.now, {
      description: 'scattered clouds',
      temperature_c: 24.3,
      cloud_cover_pct: 41,
      wind_ms: 2.1,
      humidity_pct: 55,
    });
    assert.equal(weather.hours.length, 72);
    const [first, second] = weather.hours;
    assert.equal(first?.start, NOW - (NOW % HOUR_MS));
    // Hour 10 of the answer: its weather stands at 10:00, its radiation at 11:00.
    assert.equal(first?.temperature_c, 10);
    assert.equal(first?.ghi_wm2, 110);
    assert.equal(second?.ghi_wm2, 120);
    assert.deepEqual(weather.unknown, ['WMO code 66 (light freezing rain)']);
    assert.deepEqual(
      [30, 31].map((hour) => weather.hours[hour - 10]?.description),
      [OTHER, 'mist'],
    );
  });

  it('are read: OpenWeather, whose clouds become irradiance, and whose days follow its hours', () => {
    const weather = read(PROVIDERS.openweather, openWeatherAnswer());
    assert.equal(weather.now.description, 'moderate rain');
    assert.equal(weather.hours.length, 72);
    const [first] = weather.hours;
    assert.equal(first?.description, 'overcast clouds');
    assert.equal(first?.precipitation_mm, 1.5);
    assert.ok((first?.ghi_wm2 ?? 0) > 100 && (first?.ghi_wm2 ?? 0) < 300, 'a quarter of a clear sky');
    const last = weather.hours.at(-1);
    assert.equal(last?.description, 'clear sky');
    assert.equal(last?.precipitation_mm, null);
    assert.deepEqual(weather.unknown, ['condition 511 (freezing rain)']);
    assert.equal(weather.hours[1]?.precipitation_mm, 0, 'no rain is told by its absence');
    const broken = openWeatherAnswer();
    Object.assign(broken.hourly[0] ?? {}, { rain: { '1h': 'much' } });
    assert.equal(read(PROVIDERS.openweather, broken).hours[0]?.precipitation_mm, null);
  });

  it('are read: Meteoblue, whose now is the hour that runs', () => {
    const weather = read(PROVIDERS.meteoblue, meteoblueAnswer());
    assert.equal(weather.now.description, 'broken clouds');
    assert.equal(weather.now.temperature_c, 10);
    assert.equal(weather.hours[0]?.ghi_wm2, 110);
    assert.equal(weather.hours.length, 72);
    assert.deepEqual(weather.unknown, ['pictocode 99']);
    const late = meteoblueAnswer();
    late.data_1h.time = late.data_1h.time.map((seconds) => (seconds * 1000 <= NOW ? 0 : seconds));
    const without = read(PROVIDERS.meteoblue, late);
    assert.equal(without.now.temperature_c, null, 'the next hour is no now');
    assert.equal(without.hours[0]?.temperature_c, 11);
  });

  it('say what the irradiance of hours that are over was, at their begins, as far as their answers carry it', () => {
    const { past } = read(PROVIDERS['open-meteo'], openMeteoAnswer(9));
    const [first, last] = [past[0], past.at(-1)];
    // The first row tells of the hour before it; the hour that runs is not over.
    const midnight = Date.parse('2026-06-12T00:00:00Z');
    assert.deepEqual(first, { start: midnight - HOUR_MS, ghi_wm2: 0, dni_wm2: 0, dhi_wm2: 0 });
    const nine = Date.parse('2026-06-21T09:00:00Z');
    assert.deepEqual(last, { start: nine, ghi_wm2: 100, dni_wm2: 50, dhi_wm2: 20 });
    assert.equal(past.length, 9 * 24 + 11);
    const today = read(PROVIDERS.meteoblue, meteoblueAnswer()).past;
    assert.deepEqual(today.at(-1), last);
    assert.equal(today.length, 11, 'an answer that begins with today tells of today');
    assert.deepEqual(read(PROVIDERS.openweather, openWeatherAnswer()).past, [], 'clouds are no irradiance');
    const basic = { ...meteoblueAnswer().data_1h, ghi_backwards: [] };
    const part = read(PROVIDERS.meteoblue, { data_1h: basic }).past.at(-1);
    assert.deepEqual([part?.ghi_wm2, part?.dni_wm2], [null, 50], 'what is not told is not worked out');
  });

  it('say nothing of hours that are over which cannot be', () => {
    const odd = openMeteoAnswer(9);
    const place = odd.hourly.time.indexOf(Date.parse('2026-06-21T10:00:00Z') / 1000);
    for (const wm2 of [1500.1, -1, Number.NaN, Number.POSITIVE_INFINITY, '500']) {
      odd.hourly.shortwave_radiation[place] = wm2 as number;
      assert.equal(read(PROVIDERS['open-meteo'], odd).past.at(-1)?.ghi_wm2, null, String(wm2));
    }
    // Rows of other times – between hours, long ago, to come – are none of these hours.
    odd.hourly.time = odd.hourly.time.map((seconds, i) => (i % 2 === 0 ? seconds + 1800 : seconds * 2));
    assert.deepEqual(read(PROVIDERS['open-meteo'], odd).past, []);
  });

  it('say nothing of a figure that cannot be, and refuse what is no answer', () => {
    const odd = openMeteoAnswer();
    odd.hourly.shortwave_radiation[11] = 1e9;
    odd.hourly.temperature_2m[10] = Number.NaN;
    const [first] = read(PROVIDERS['open-meteo'], odd).hours;
    assert.equal(first?.ghi_wm2, null);
    assert.equal(first?.temperature_c, null);
    for (const provider of Object.values(PROVIDERS)) {
      for (const answer of [
        null,
        7,
        [],
        {},
        { error: true, reason: 'no' },
        { hourly: { time: 'x' }, data_1h: {} },
      ])
        assert.throws(() => read(provider, answer));
    }
    const long = openMeteoAnswer();
    long.hourly.time = Array.from({ length: 5000 }, (_, i) => i);
    assert.throws(() => read(PROVIDERS['open-meteo'], long));
  });
});
