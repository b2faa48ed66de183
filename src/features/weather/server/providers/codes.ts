import { DESCRIPTIONS, type Description, OTHER, type Said } from '../../weather.model.ts';

/** What a code means; with no counterpart among the fourteen it is told in words for the log alone. */
type Counterpart = Description | { readonly none: string };
const none = (words: string): Counterpart => ({ none: words });

/** Codes of WMO table 4677 as Open-Meteo gives them (open-meteo.com/en/docs). Rain that freezes is none of the rains. // spec §9 */
export const WMO: Readonly<Record<number, Counterpart>> = {
  0: 'clear sky',
  1: 'few clouds',
  2: 'scattered clouds',
  3: 'overcast clouds',
  45: 'mist',
  48: 'mist',
  51: 'light rain',
  53: 'light rain',
  55: 'light rain',
  56: none('light freezing drizzle'),
  57: none('freezing drizzle'),
  61: 'light rain',
  63: 'moderate rain',
  65: 'heavy intensity rain',
  66: none('light freezing rain'),
  67: none('freezing rain'),
  71: 'snow',
  73: 'snow',
  75: 'snow',
  77: 'snow',
  80: 'shower rain',
  81: 'shower rain',
  82: 'shower rain',
  85: 'snow',
  86: 'snow',
  95: 'thunderstorm',
  96: 'thunderstorm',
  99: 'thunderstorm',
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
  10: none('mixed, thunderstorm clouds possible'),
  11: none('mixed, thunderstorm clouds possible'),
  12: none('mixed, thunderstorm clouds possible'),
  13: 'haze',
  14: 'haze',
  15: 'haze',
  16: 'mist',
  17: 'mist',
  18: 'mist',
  19: 'broken clouds',
  20: 'broken clouds',
  21: 'broken clouds',
  22: 'overcast clouds',
  23: 'rain',
  24: 'snow',
  25: 'heavy intensity rain',
  26: 'snow',
  27: 'thunderstorm',
  28: 'thunderstorm',
  29: 'snow',
  30: 'thunderstorm',
  31: 'shower rain',
  32: 'snow',
  33: 'light rain',
  34: 'snow',
  35: none('rain and snow'),
};

const each = (ids: readonly number[], said: Counterpart): [number, Counterpart][] =>
  ids.map((id) => [id, said]);

/** Conditions of OpenWeather by their numbers (openweathermap.org/weather-conditions). */
export const CONDITION: Readonly<Record<number, Counterpart>> = Object.fromEntries([
  ...each([200, 201, 202, 210, 211, 212, 221, 230, 231, 232], 'thunderstorm'),
  ...each([300, 301, 302, 310, 311, 312], 'light rain'),
  ...each([313, 314, 321, 520, 521, 522, 531], 'shower rain'),
  ...each([500], 'light rain'),
  ...each([501], 'moderate rain'),
  ...each([502, 503, 504], 'heavy intensity rain'),
  ...each([511], none('freezing rain')),
  ...each([600, 601, 602, 620, 621, 622], 'snow'),
  ...each([611, 612, 613], none('sleet')),
  ...each([615, 616], none('rain and snow')),
  ...each([701, 741], 'mist'),
  ...each([711], none('smoke')),
  ...each([721], 'haze'),
  ...each([731, 751, 761], none('sand or dust')),
  ...each([762], none('volcanic ash')),
  ...each([771], none('squalls')),
  ...each([781], none('tornado')),
  ...each([800], 'clear sky'),
  ...each([801], 'few clouds'),
  ...each([802], 'scattered clouds'),
  ...each([803], 'broken clouds'),
  ...each([804], 'overcast clouds'),
]);

type Unknown = (code: string) => void;

function describe(
  table: Readonly<Record<number, Counterpart>>,
  name: string,
  code: number | null | undefined,
  unknown: Unknown,
): Said | null {
  if (code === null || code === undefined) return null;
  const found = table[code];
  if (typeof found === 'string') return found;
  unknown(found ? `${name} ${code} (${found.none})` : `${name} ${code}`);
  return OTHER;
}

export const describeWmo = (code: number | null | undefined, unknown: Unknown): Said | null =>
  describe(WMO, 'WMO code', code, unknown);

export const describePictocode = (code: number | null | undefined, unknown: Unknown): Said | null =>
  describe(PICTOCODE, 'pictocode', code, unknown);

/** By the number of the condition; without one by the words, where they are one of the fourteen. */
export function describeOpenWeather(
  { id, description }: { id: number | null; description: string },
  unknown: Unknown,
): Said | null {
  const words = description.trim().toLowerCase();
  const said = DESCRIPTIONS.find((one) => one === words);
  if (said && (id === null || CONDITION[id] === undefined)) return said;
  if (id === null) unknown(`condition without a number (${words})`);
  return id === null ? OTHER : describe(CONDITION, 'condition', id, unknown);
}
