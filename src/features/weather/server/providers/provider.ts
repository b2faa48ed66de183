import { z } from 'zod';
import type { WeatherSettings } from '../../../../shared/server/weather-settings.ts';
import { MAX_WM2, type PastHour } from '../../past-irradiance.model.ts';
import type { Place, PlaceWeather } from '../../weather.model.ts';

/** What a provider answers: the weather from now on, and what it says of hours that are over. */
export interface ProviderAnswer extends PlaceWeather {
  /** Only what the answer itself carries: nothing is worked out of clouds. */
  readonly past: readonly PastHour[];
}

/** Who is asked for the weather of a place: one port, whoever stands behind it. */
export interface WeatherProvider {
  /** Where it is asked unless a setting says otherwise. */
  readonly url: string;
  /** What is asked: path and query. */
  readonly ask: (place: Place, apiKey: string | undefined) => string;
  /**
   * What the answer means.
   * @param unknown told each code that has no counterpart among the specification's descriptions
   * @throws ZodError, RangeError where it is no answer of this provider
   */
  readonly read: (answer: unknown, context: ReadContext) => ProviderAnswer;
}

export interface ReadContext {
  readonly place: Place;
  readonly now: number;
  readonly unknown: (code: string) => void;
}

/** Coordinates of a place in degrees, as a provider is told them: nothing finer leaves the installation. */
export const degreesOf = ({ lat_tenths, lon_tenths }: Place): { latitude: number; longitude: number } => ({
  latitude: lat_tenths / 10,
  longitude: lon_tenths / 10,
});

/** Path and query of a request. */
export function pathWith(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${path}?${new URLSearchParams(given)}`;
}

/** The whole address of a request. */
export const addressOf = (
  { url, ask }: WeatherProvider,
  settings: Pick<WeatherSettings, 'apiKey' | 'url'>,
  place: Place,
): string => `${settings.url ?? url}${ask(place, settings.apiKey)}`;

/** A figure as far as it is one that can be: anything else is not known. */
const within = (min: number, max: number) => z.number().min(min).max(max).nullish().catch(null);
export const Celsius = within(-90, 65);
export const Percent = within(0, 100);
export const Speed = within(0, 120);
export const Millimetres = within(0, 500);
export const Irradiance = within(0, MAX_WM2);
export const Code = z.int().nullish().catch(null);

/** More hours than any provider is asked for are no answer. */
export const MAX_HOURS = 400;
export const series = <T extends z.ZodType>(value: T) => z.array(value).max(MAX_HOURS);

export const known = (value: number | null | undefined): number | null => value ?? null;
