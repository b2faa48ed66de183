import { publicReach } from '../../shared/server/endpoints/public-reach.ts';
import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import * as power from './power.contract.ts';
import * as prices from './prices.contract.ts';
import { removeOldIrradiance } from './server/place-irradiance.repository.ts';
import { removeOldForecasts } from './server/power-forecasts.repository.ts';
import { pricesHandlers } from './server/prices.routes.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { powerHandlers, weatherHandlers } from './server/weather.routes.ts';
import { WeatherKeeper } from './server/weather-keeper.ts';
import * as weather from './weather.contract.ts';

/** What the sky is like over plants, and what comes of it. */
export const weatherFeature = defineFeature({
  name: 'weather',
  tables: [
    'market_price',
    'place_irradiance',
    'plant_sky',
    'power_forecast',
    'weather_place',
    'weather_provider',
  ],
  calls: { weather: weather.weatherCalls, power: power.powerCalls, prices: prices.pricesCalls },
  handlers: ({ config }: Services) => ({
    weather: weatherHandlers(config.weather),
    power: powerHandlers(config.weather),
    prices: pricesHandlers,
  }),
  schemas: { power, prices, weather },
  refusals,
  housekeeping: {
    installation: ({ pool, now }: WorkerServices) => removeOldIrradiance(pool, now()),
    company: removeOldForecasts,
  },
  background: async ({ pool, log, config }: WorkerServices) => [
    new WeatherKeeper({
      pool,
      log,
      settings: config.weather,
      reach: publicReach(config.outboundAllow),
    }).start(),
  ],
});
