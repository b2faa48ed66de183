import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Instant, ProjCode } from '../../shared/contract/fields.ts';
import { BASES, ICONS, SAID, SOURCES } from './weather.model.ts';

/** What is known of the sky at some time; null is not known. */
const sky = {
  /** One of the specification's fourteen, else `other`. // spec §9 */
  description: z.enum(SAID).nullable(),
  /** Null where the description has none. // spec §8 */
  icon: z.enum(ICONS).nullable(),
  temperature_c: z.number().nullable(),
  cloud_cover_pct: z.number().nullable(),
  wind_ms: z.number().nullable(),
  humidity_pct: z.number().nullable(),
};

export const SkyNow = z.object(sky);
export type SkyNow = z.infer<typeof SkyNow>;

export const SkyHour = z.object({
  start_at: Instant,
  ...sky,
  precipitation_mm: z.number().nullable(),
  /** Means of the hour, W/m²: global horizontal, direct normal, diffuse horizontal. */
  ghi_wm2: z.number().nullable(),
  dni_wm2: z.number().nullable(),
  dhi_wm2: z.number().nullable(),
});
export type SkyHour = z.infer<typeof SkyHour>;

/** Where a plant's weather comes from, and how old it is. */
const origin = {
  proj_code: z.string(),
  source: z.enum(SOURCES),
  /** The provider; the plant's own irradiance sensor; the clear sky alone. Null while nothing is known. */
  basis: z.enum(BASES).nullable(),
  /** When the provider said it, or the sensor saw it. */
  at: Instant.nullable(),
  /** Older than two hours. */
  stale: z.boolean(),
  /** Why nothing is known: the plant has no place, or its place has not been asked for yet. */
  missing: z.enum(['no_place', 'not_yet']).nullable(),
};

export const PlantWeather = z.object({ ...origin, now: SkyNow.nullable() });
export type PlantWeather = z.infer<typeof PlantWeather>;

export const PlantWeatherDetail = PlantWeather.extend({ hours: z.array(SkyHour) });
export type PlantWeatherDetail = z.infer<typeof PlantWeatherDetail>;

export const weatherCalls = area({
  weatherPlants: call({
    method: 'POST',
    path: '/api/v1/weather-plants/',
    summary: 'The weather now of up to 1,000 plants, with icon, source and age',
    topics: ['weather', 'plants'],
    access: 'asset.read',
    // Asks nothing of anybody and changes nothing: the plants' codes may be more than an address holds.
    tx: 'read',
    body: z.object({ list_plants: z.array(ProjCode).max(1000) }),
    ok: z.array(PlantWeather),
  }),
  weatherPlantDetail: call({
    method: 'GET',
    path: '/api/v1/weather-plant-detail/',
    summary: 'The weather of one plant: now, and hour by hour for three days',
    topics: ['weather', 'plants'],
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode }),
    ok: PlantWeatherDetail,
  }),
});
