import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import { providerReach } from './server/provider-reach.ts';
import { weatherHandlers } from './server/weather.routes.ts';
import { WeatherKeeper } from './server/weather-keeper.ts';
import * as weather from './weather.contract.ts';

/** What the sky is like over plants, and what comes of it. */
export const weatherFeature = defineFeature({
  name: 'weather',
  tables: ['plant_sky', 'weather_place', 'weather_provider'],
  calls: { weather: weather.weatherCalls },
  handlers: ({ config }: Services) => ({ weather: weatherHandlers(config.weather) }),
  schemas: { weather },
  background: async ({ pool, log, config }: WorkerServices) => [
    new WeatherKeeper({
      pool,
      log,
      settings: config.weather,
      reach: providerReach(config.outboundAllow),
    }).start(),
  ],
});
