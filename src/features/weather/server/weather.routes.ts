import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { WeatherSettings } from '../../../shared/server/weather-settings.ts';
import type { weatherCalls } from '../weather.contract.ts';
import { weatherOfPlants } from './plant-weather.ts';

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
