import type { weatherFeature } from '../../../src/features/weather/weather.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { DAY, NEVER, NOON } from '../support/canary-ground.ts';
import { plant } from '../support/slot-kinds.ts';

const NEXT = new Date(Date.parse(NOON) + 7_200_000).toISOString();
const HOURS = Array.from({ length: 24 }, () => 1.5);

/** Examples for the loops: the weather of plants. */
export const area: AreaExamples<typeof weatherFeature.calls> = {
  examples: {
    weather: {
      weatherPlants: (_, { proj_code }) => ({ body: { list_plants: [proj_code] } }),
      weatherPlantDetail: (_, { proj_code }) => ({ query: { proj_code } }),
    },
    power: {
      meteoblueGetExpected: (_, { proj_code }) => ({ query: { proj_code } }),
    },
    prices: {
      meteoblueGetPrice: () => ({ query: { zone: 'NORD', start: NOON, end: NEXT } }),
    },
  },
  slots: { 'weather.weatherPlants list_plants': plant },
  rows: {
    plant_sky: ({ company_id, ids }) => ({
      company_id,
      plant_id: ids.plant,
      clearness: 0.625,
      seen_at: NOON,
    }),
    power_forecast: ({ company_id, ids }) => ({
      company_id,
      plant_id: ids.plant,
      made_on: DAY,
      made_at: NOON,
      first_at: NOON,
      source: 'offline',
      basis: 'sensor',
      expected_kw: Array.from({ length: 72 }, () => 1.5),
      actual_kw: Array.from({ length: 24 }, () => null),
    }),
    market_price: () => ({ zone: 'NORD', start_at: NOON, eur_mwh: -1.5, imported_at: NOON }),
    weather_place: () => ({
      provider: 'open-meteo',
      lat_tenths: 455,
      lon_tenths: 92,
      wanted_at: NOON,
      next_at: NEVER,
    }),
    place_irradiance: () => ({
      lat_tenths: 455,
      lon_tenths: 92,
      day: DAY,
      provider: 'open-meteo',
      ghi_wm2: HOURS,
      dni_wm2: HOURS,
      dhi_wm2: HOURS,
      said_at: NOON,
    }),
    weather_provider: () => ({ provider: 'open-meteo', day: DAY, asked: 1 }),
  },
  meaningful: {
    'power_forecast.source': 'a word of the program',
    'power_forecast.basis': 'a word of the program',
    'market_price.zone': 'a zone of the market, the same for everybody',
    'weather_place.provider': 'a word of the program',
    'weather_place.fault': 'a code of the program',
    'weather_place.answer': 'what a provider says of a place, whoever has plants there',
    'place_irradiance.provider': 'a word of the program',
    'weather_provider.provider': 'a word of the program',
  },
};
