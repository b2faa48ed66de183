import { z } from 'zod';
import { HOUR_MS } from '../../../../shared/units/zones.ts';
import { pastHours } from '../../past-irradiance.model.ts';
import { hoursFrom, type Sky, type SkyHour } from '../../weather.model.ts';
import { describePictocode } from './codes.ts';
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

const NOT_TOLD: Sky = {
  description: null,
  temperature_c: null,
  cloud_cover_pct: null,
  wind_ms: null,
  humidity_pct: null,
};

const optional = <T extends z.ZodType>(value: T) => series(value).default([]);

const Answer = z.object({
  data_1h: z.object({
    time: series(z.int().min(0).max(10_000_000_000)),
    temperature: optional(Celsius),
    relativehumidity: optional(Percent),
    pictocode: optional(Code),
    totalcloudcover: optional(Percent),
    windspeed: optional(Speed),
    precipitation: optional(Millimetres),
    ghi_backwards: optional(Irradiance),
    dni_backwards: optional(Irradiance),
    dif_backwards: optional(Irradiance),
  }),
});

/** docs.meteoblue.com, forecast API: the hourly packages basic, clouds and solar in one request. */
export const meteoblue: WeatherProvider = {
  url: 'https://my.meteoblue.com',
  ask(place, apikey) {
    const { latitude, longitude } = degreesOf(place);
    return pathWith('/packages/basic-1h_clouds-1h_solar-1h', {
      lat: String(latitude),
      lon: String(longitude),
      format: 'json',
      tz: 'GMT',
      timeformat: 'timestamp_utc',
      windspeed: 'ms-1',
      temperature: 'C',
      precipitationamount: 'mm',
      forecast_days: '5',
      apikey,
    });
  },
  read(answer, { now, unknown }: ReadContext) {
    const { data_1h: data } = Answer.parse(answer);
    const at = new Map(data.time.map((seconds, i) => [seconds * 1000, i]));
    // What goes backwards is of the hour before its time.
    const endOf = (start: number): number => at.get(start + HOUR_MS) ?? -1;
    const irradiance = (start: number) => ({
      ghi_wm2: known(data.ghi_backwards[endOf(start)]),
      dni_wm2: known(data.dni_backwards[endOf(start)]),
      dhi_wm2: known(data.dif_backwards[endOf(start)]),
    });
    const hour = (start: number): SkyHour | undefined => {
      const i = at.get(start);
      if (i === undefined) return undefined;
      return {
        start,
        description: describePictocode(data.pictocode[i], unknown),
        temperature_c: known(data.temperature[i]),
        cloud_cover_pct: known(data.totalcloudcover[i]),
        wind_ms: known(data.windspeed[i]),
        humidity_pct: known(data.relativehumidity[i]),
        precipitation_mm: known(data.precipitation[endOf(start)]),
        ...irradiance(start),
      };
    };
    const hours = hoursFrom(now).flatMap((start) => hour(start) ?? []);
    // Where the hour that holds now is missing, the next one is no now.
    const running = hours.find(({ start }) => start <= now && now < start + HOUR_MS);
    const { description, temperature_c, cloud_cover_pct, wind_ms, humidity_pct } = running ?? NOT_TOLD;
    return {
      now: { description, temperature_c, cloud_cover_pct, wind_ms, humidity_pct },
      hours,
      // Answers begin with the day (UTC) that runs: what is over of it.
      past: pastHours(now, irradiance),
    };
  },
};
