import { DAY_MS, HOUR_MS } from '../../shared/units/zones.ts';

/** Providers that are asked over the network. */
export const ASKED_PROVIDERS = ['open-meteo', 'openweather', 'meteoblue'] as const;
export type AskedProvider = (typeof ASKED_PROVIDERS)[number];

/** Who says it: the installation's setting names one. */
export const SOURCES = ['offline', ...ASKED_PROVIDERS] as const;
export type Source = (typeof SOURCES)[number];

/** The icon of each description. // spec §9 */
export const ICON_OF = {
  'clear sky': 'Sun',
  'few clouds': 'Cloud2',
  'scattered clouds': 'Cloud1',
  'overcast clouds': 'Cloud1',
  'broken clouds': 'Cloudy',
  'shower rain': 'Rain1',
  'heavy intensity rain': 'Rain1',
  rain: 'Rain5',
  'light rain': 'Rain2',
  'moderate rain': 'Rain2',
  thunderstorm: 'Thunder',
  snow: 'Snow',
  mist: 'Fog',
  haze: 'Fog',
} as const;

export type Description = keyof typeof ICON_OF;
export const DESCRIPTIONS = Object.keys(ICON_OF) as readonly Description[];
export const ICONS = [
  'Sun',
  'Cloud2',
  'Cloud1',
  'Cloudy',
  'Rain1',
  'Rain5',
  'Rain2',
  'Thunder',
  'Snow',
  'Fog',
] as const;
export type WeatherIcon = (typeof ICONS)[number];

/** Weather that none of the fourteen says: it has no icon, and screens say so in a neutral word. // spec §8 */
export const OTHER = 'other';
export const SAID = [...DESCRIPTIONS, OTHER] as const;
export type Said = (typeof SAID)[number];

const isDescription = (text: string): text is Description => Object.hasOwn(ICON_OF, text);

/** The icon of a description, whatever its case; null for one that has none. // spec §8: unknown weather description */
export function iconOf(description: string): WeatherIcon | null {
  const known = description.trim().toLowerCase();
  return isDescription(known) ? ICON_OF[known] : null;
}

/** One of the fourteen, whatever its case, else the neutral word: no provider's own words reach a screen. */
export function saidOf(description: string): Said {
  const known = description.trim().toLowerCase();
  return isDescription(known) ? known : OTHER;
}

/** What the sky is like at some time; null is not known. */
export interface Sky {
  readonly description: Said | null;
  readonly temperature_c: number | null;
  readonly cloud_cover_pct: number | null;
  readonly wind_ms: number | null;
  readonly humidity_pct: number | null;
}

/** An hour that is to come: instants are those of its begin, irradiances the means of the hour. */
export interface SkyHour extends Sky {
  /** Milliseconds of the Unix clock. */
  readonly start: number;
  readonly precipitation_mm: number | null;
  readonly ghi_wm2: number | null;
  readonly dni_wm2: number | null;
  readonly dhi_wm2: number | null;
}

/** What a provider says of a place. */
export interface PlaceWeather {
  readonly now: Sky;
  readonly hours: readonly SkyHour[];
}

/** Where weather is asked for: tenths of a degree. What stands within about five kilometres has the same. */
export interface Place {
  readonly lat_tenths: number;
  readonly lon_tenths: number;
}

const tenths = (degrees: number): number => Math.floor(degrees * 10 + 0.5) + 0;

/** The place of coordinates. Two plants of one place are asked for once, whoever they belong to. */
export const placeOf = ({ latitude, longitude }: { latitude: number; longitude: number }): Place => ({
  lat_tenths: tenths(latitude),
  lon_tenths: tenths(longitude),
});

export const placeKey = ({ lat_tenths, lon_tenths }: Place): string => `${lat_tenths}/${lon_tenths}`;

/** Hours of a forecast: three days. */
export const HOURS_AHEAD = 72;

/** The full hours from the one that runs at an instant. */
export function hoursFrom(now: number): number[] {
  const first = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS_AHEAD }, (_, i) => first + i * HOUR_MS);
}

/** How long between two requests for one place: an hour, longer where the day's requests do not suffice for all places. */
export const pauseFor = (places: number, per_day: number): number =>
  Math.max(HOUR_MS, Math.ceil((places * DAY_MS) / per_day));

/** How long after failures in a row a place is asked for again. */
export const pauseAfterFailures = (failures: number): number =>
  Math.min(HOUR_MS, 5 * 60_000 * 2 ** Math.max(0, failures - 1));

/** What is older than this is shown as old, whoever is to blame. */
export const STALE_MS = 2 * HOUR_MS;

/** What a figure of the weather rests on. */
export const BASES = ['provider', 'sensor', 'clear_sky'] as const;
export type Basis = (typeof BASES)[number];
