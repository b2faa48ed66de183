import { z } from 'zod';
import { HOUR_MS } from '../../../../shared/units/zones.ts';
import { PAST_DAYS, pastHours } from '../../past-irradiance.model.ts';
import { hoursFrom, type SkyHour } from '../../weather.model.ts';
import { describeWmo } from './codes.ts';
import {
  Celsius,
  Code,
  degreesOf,
  Irradiance,
  known,
  Millimetres,
  Percent,
  pathWith,
  type ReadContext,
  Speed,
  series,
  type WeatherProvider,
} from './provider.ts';

const CURRENT = [
  'temperature_2m',
  'relative_humidity_2m',
  'weather_code',
  'cloud_cover',
  'wind_speed_10m',
] as const;
const HOURLY = [
  ...CURRENT,
  'precipitation',
  'shortwave_radiation',
  'direct_normal_irradiance',
  'diffuse_radiation',
] as const;

const Answer = z.object({
  current: z.object({
    temperature_2m: Celsius,
    relative_humidity_2m: Percent,
    weather_code: Code,
    cloud_cover: Percent,
    wind_speed_10m: Speed,
  }),
  hourly: z.object({
    time: series(z.int().min(0).max(10_000_000_000)),
    temperature_2m: series(Celsius),
    relative_humidity_2m: series(Percent),
    weather_code: series(Code),
    cloud_cover: series(Percent),
    wind_speed_10m: series(Speed),
    precipitation: series(Millimetres),
    shortwave_radiation: series(Irradiance),
    direct_normal_irradiance: series(Irradiance),
    diffuse_radiation: series(Irradiance),
  }),
});

/** open-meteo.com/en/docs: `/v1/forecast`; with a key it is asked at customer-api.open-meteo.com. */
export const openMeteo: WeatherProvider = {
  url: 'https://api.open-meteo.com',
  ask(place, apikey) {
    const { latitude, longitude } = degreesOf(place);
    return pathWith('/v1/forecast', {
      latitude: String(latitude),
      longitude: String(longitude),
      current: CURRENT.join(','),
      hourly: HOURLY.join(','),
      past_days: String(PAST_DAYS),
      forecast_days: '5',
      timezone: 'GMT',
      timeformat: 'unixtime',
      wind_speed_unit: 'ms',
      apikey,
    });
  },
  read(answer, { now, unknown }: ReadContext) {
    const { current, hourly } = Answer.parse(answer);
    const at = new Map(hourly.time.map((seconds, i) => [seconds * 1000, i]));
    // Sums and means are those of the hour before: an hour's stand at its end.
    const endOf = (start: number): number => at.get(start + HOUR_MS) ?? -1;
    const irradiance = (start: number) => ({
      ghi_wm2: known(hourly.shortwave_radiation[endOf(start)]),
      dni_wm2: known(hourly.direct_normal_irradiance[endOf(start)]),
      dhi_wm2: known(hourly.diffuse_radiation[endOf(start)]),
    });
    const hour = (start: number): SkyHour | undefined => {
      const i = at.get(start);
      if (i === undefined) return undefined;
      return {
        start,
        description: describeWmo(hourly.weather_code[i], unknown),
        temperature_c: known(hourly.temperature_2m[i]),
        cloud_cover_pct: known(hourly.cloud_cover[i]),
        wind_ms: known(hourly.wind_speed_10m[i]),
        humidity_pct: known(hourly.relative_humidity_2m[i]),
        precipitation_mm: known(hourly.precipitation[endOf(start)]),
        ...irradiance(start),
      };
    };
    return {
      now: {
        description: describeWmo(current.weather_code, unknown),
        temperature_c: known(current.temperature_2m),
        cloud_cover_pct: known(current.cloud_cover),
        wind_ms: known(current.wind_speed_10m),
        humidity_pct: known(current.relative_humidity_2m),
      },
      hours: hoursFrom(now).flatMap((start) => hour(start) ?? []),
      past: pastHours(now, irradiance),
    };
  },
};
