import { z } from 'zod';
import { hourIrradiance, shareThroughClouds } from '../../../../energy/cloudiness.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/units/zones.ts';
import { hoursFrom, type Sky, type SkyHour } from '../../weather.model.ts';
import { describeOpenWeather } from './codes.ts';
import {
  Celsius,
  Code,
  degreesOf,
  known,
  Millimetres,
  Percent,
  pathWith,
  type ReadContext,
  Speed,
  series,
  type WeatherProvider,
} from './provider.ts';

const Conditions = z
  .array(z.object({ id: Code, description: z.string().max(200) }))
  .max(10)
  .default([]);
const Seconds = z.int().min(0).max(10_000_000_000);
const Amount = z.object({ '1h': Millimetres });
const At = z.object({
  dt: Seconds,
  temp: Celsius,
  humidity: Percent,
  clouds: Percent,
  wind_speed: Speed,
  weather: Conditions,
});
const Hour = At.extend({ rain: z.unknown().optional(), snow: z.unknown().optional() });
const OfDay = At.omit({ temp: true }).extend({ temp: z.object({ day: Celsius }).nullish().catch(null) });
const Answer = z.object({ current: At, hourly: series(Hour), daily: series(OfDay).default([]) });

/** Without rain or snow the answer holds no such field; one that cannot be read is not known, and no 0. */
function amountOf(told: unknown): number | null {
  if (told === undefined) return 0;
  const read = Amount.safeParse(told);
  return read.success ? known(read.data['1h']) : null;
}

const bothOf = (rain: number | null, snow: number | null): number | null =>
  rain === null || snow === null ? null : rain + snow;

/** openweathermap.org/api/one-call-3: 48 hours and eight days. It tells clouds, no irradiance: that is worked out from them. */
export const openWeather: WeatherProvider = {
  url: 'https://api.openweathermap.org',
  ask(place, appid) {
    const { latitude, longitude } = degreesOf(place);
    return pathWith('/data/3.0/onecall', {
      lat: String(latitude),
      lon: String(longitude),
      units: 'metric',
      // Descriptions are told by their English words.
      lang: 'en',
      exclude: 'minutely,alerts',
      appid,
    });
  },
  read(answer, { place, now, unknown }: ReadContext) {
    const { current, hourly, daily } = Answer.parse(answer);
    const site = degreesOf(place);
    const skyOf = (said: Omit<z.output<typeof At>, 'temp' | 'dt'>, temp: number | null): Sky => {
      const [first] = said.weather;
      return {
        description: first
          ? describeOpenWeather({ id: known(first.id), description: first.description }, unknown)
          : null,
        temperature_c: temp,
        cloud_cover_pct: known(said.clouds),
        wind_ms: known(said.wind_speed),
        humidity_pct: known(said.humidity),
      };
    };
    const hours = new Map(hourly.map((said) => [said.dt * 1000, said]));
    const dayOf = (start: number) =>
      daily.find(({ dt }) => Math.abs(dt * 1000 - start - HOUR_MS / 2) <= DAY_MS / 2);
    const hour = (start: number): SkyHour | undefined => {
      const said = hours.get(start);
      const day = said ? undefined : dayOf(start);
      const sky = said ? skyOf(said, known(said.temp)) : day && skyOf(day, known(day.temp?.day));
      if (!sky) return undefined;
      const through = sky.cloud_cover_pct === null ? null : shareThroughClouds(sky.cloud_cover_pct);
      const irradiance = through === null ? undefined : hourIrradiance(site, start, through);
      return {
        start,
        ...sky,
        precipitation_mm: said ? bothOf(amountOf(said.rain), amountOf(said.snow)) : null,
        ghi_wm2: irradiance?.ghi_wm2 ?? null,
        dni_wm2: irradiance?.dni_wm2 ?? null,
        dhi_wm2: irradiance?.dhi_wm2 ?? null,
      };
    };
    return {
      now: skyOf(current, known(current.temp)),
      hours: hoursFrom(now).flatMap((start) => hour(start) ?? []),
      // One Call carries clouds and no irradiance: what is worked out of clouds for the hours ahead is no account of what was.
      past: [],
    };
  },
};
