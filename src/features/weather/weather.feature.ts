import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import * as power from './power.contract.ts';
import { removeOldForecasts } from './server/power-forecasts.repository.ts';
import { providerReach } from './server/provider-reach.ts';
import { powerHandlers, weatherHandlers } from './server/weather.routes.ts';
import { WeatherKeeper } from './server/weather-keeper.ts';
import * as weather from './weather.contract.ts';

/** What the sky is like over plants, and what comes of it. */
export const weatherFeature = defineFeature({
  name: 'weather',
  tables: ['plant_sky', 'power_forecast', 'weather_place', 'weather_provider'],
  calls: { weather: weather.weatherCalls, power: power.powerCalls },
  handlers: ({ config }: Services) => ({
    weather: weatherHandlers(config.weather),
    power: powerHandlers(config.weather),
  }),
  schemas: { power, weather },
  housekeeping: { company: removeOldForecasts },
  background: async ({ pool, log, config }: WorkerServices) => [
    new WeatherKeeper({
      pool,
      log,
      settings: config.weather,
      reach: providerReach(config.outboundAllow),
    }).start(),
  ],
});
