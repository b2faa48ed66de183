import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { WeatherSettings } from '../../../shared/server/weather-settings.ts';
import type { powerCalls } from '../power.contract.ts';
import type { weatherCalls } from '../weather.contract.ts';
import { weatherOfPlants } from './plant-weather.ts';
import { forecastOfPlant } from './power-answer.ts';

export const weatherHandlers = (settings: WeatherSettings): Handlers<typeof weatherCalls> => ({
  async weatherPlants({ tx, body, now }) {
    const found = await weatherOfPlants(tx, {
      codes: body.list_plants,
      hours: false,
      now: now.getTime(),
      settings,
    });
    return found.map(({ hours: _, ...weather }) => weather);
  },
  async weatherPlantDetail({ tx, query, now }) {
    const [found] = await weatherOfPlants(tx, {
      codes: [query.proj_code],
      hours: true,
      now: now.getTime(),
      settings,
    });
    return found ?? notFound();
  },
});

export const powerHandlers = ({ provider }: WeatherSettings): Handlers<typeof powerCalls> => ({
  meteoblueGetExpected: ({ tx, query, now }) =>
    forecastOfPlant(tx, { proj_code: query.proj_code, now: now.getTime(), provider }),
});
