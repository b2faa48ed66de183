import type { WeatherProviderName } from '../../../../shared/server/weather-settings.ts';
import { meteoblue } from './meteoblue.ts';
import { openMeteo } from './open-meteo.ts';
import { openWeather } from './open-weather.ts';
import type { WeatherProvider } from './provider.ts';

/** Who can be asked over the network. */
export const PROVIDERS: Readonly<Record<Exclude<WeatherProviderName, 'offline'>, WeatherProvider>> = {
  'open-meteo': openMeteo,
  openweather: openWeather,
  meteoblue,
};
