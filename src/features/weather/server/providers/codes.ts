import { type Description, iconOf } from '../../weather.model.ts';

type Counterpart = Description | { readonly own: string };
const own = (words: string): Counterpart => ({ own: words });

/**
 * Codes of WMO table 4677 as Open-Meteo gives them (open-meteo.com/en/docs). What none of the fourteen descriptions says keeps
 * words of its own, and has no icon. // spec §9
 */
export const WMO: Readonly<Record<number, Counterpart>> = {
  0: 'clear sky',
  1: 'few clouds',
  2: 'scattered clouds',
  3: 'overcast clouds',
  45: own('fog'),
  48: own('depositing rime fog'),
  51: own('light drizzle'),
  53: own('drizzle'),
  55: own('dense drizzle'),
  56: own('light freezing drizzle'),
  57: own('freezing drizzle'),
  61: 'light rain',
  63: 'moderate rain',
  65: 'heavy intensity rain',
  66: own('light freezing rain'),
  67: own('freezing rain'),
  71: own('light snow'),
  73: 'snow',
  75: own('heavy snow'),
  77: own('snow grains'),
  80: own('light shower rain'),
  81: 'shower rain',
  82: own('violent shower rain'),
  85: own('light snow showers'),
  86: own('heavy snow showers'),
  95: 'thunderstorm',
  96: own('thunderstorm with slight hail'),
  99: own('thunderstorm with heavy hail'),
};

/** Meteoblue's hourly pictograms (docs.meteoblue.com, pictograms, hourly set). */
export const PICTOCODE: Readonly<Record<number, Counterpart>> = {
  1: 'clear sky',
  2: 'clear sky',
  3: 'few clouds',
  4: 'few clouds',
  5: 'few clouds',
  6: 'few clouds',
  7: 'scattered clouds',
  8: 'scattered clouds',
  9: 'scattered clouds',
  10: own('mixed, thunderstorm clouds possible'),
  11: own('mixed, thunderstorm clouds possible'),
  12: own('mixed, thunderstorm clouds possible'),
  13: 'haze',
  14: 'haze',
  15: 'haze',
  16: own('fog or low stratus'),
  17: own('fog or low stratus'),
  18: own('fog or low stratus'),
  19: 'broken clouds',
  20: 'broken clouds',
  21: 'broken clouds',
  22: 'overcast clouds',
  23: 'rain',
  24: 'snow',
  25: 'heavy intensity rain',
  26: own('heavy snow'),
  27: 'thunderstorm',
  28: own('light rain, thunderstorms likely'),
  29: own('storm with heavy snow'),
  30: own('heavy rain, thunderstorms likely'),
  31: 'shower rain',
  32: own('mixed with snow showers'),
  33: 'light rain',
  34: own('light snow'),
  35: own('rain and snow'),
};

type Unknown = (code: string) => void;

function describe(
  table: Readonly<Record<number, Counterpart>>,
  name: string,
  code: number | null | undefined,
  unknown: Unknown,
): string | null {
  if (code === null || code === undefined) return null;
  const found = table[code];
  if (typeof found === 'string') return found;
  unknown(found ? `${name} ${code} (${found.own})` : `${name} ${code}`);
  return found?.own ?? null;
}

export const describeWmo = (code: number | null | undefined, unknown: Unknown): string | null =>
  describe(WMO, 'WMO code', code, unknown);

export const describePictocode = (code: number | null | undefined, unknown: Unknown): string | null =>
  describe(PICTOCODE, 'pictocode', code, unknown);

/** OpenWeather's own words are those of the specification, as far as it lists them. */
export function describeOpenWeather(
  { id, description }: { id: number | null; description: string },
  unknown: Unknown,
): string {
  const said = description.trim().toLowerCase();
  if (iconOf(said) === null) unknown(`condition ${id ?? ''} (${said})`);
  return said;
}
