export type FormatLanguage = 'it' | 'en';

const LOCALE = { it: 'it-IT', en: 'en-GB' } as const;

/** What stands where a figure is not known: never 0. */
export const UNKNOWN = '–';

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: FormatLanguage, least: number, most: number): Intl.NumberFormat {
  const key = `${language} ${least} ${most}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(LOCALE[language], {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    // Italian groups only from five digits on otherwise: 7401 beside 12.381.
    useGrouping: 'always' as unknown as boolean,
  });
  formats.set(key, made);
  return made;
}

/**
 * A number with a fixed count of decimals, grouped by thousands. // spec §9: number filters, two decimals
 * @param value null, undefined and non-finite values become an en dash
 * @param decimals digits after the separator, 0 to 20
 */
export function formatNumber(
  value: number | null | undefined,
  language: FormatLanguage,
  decimals = 2,
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  // A value that rounds to nothing is written without a sign.
  const rounded = Math.abs(value) < 0.5 / 10 ** decimals ? 0 : value;
  return numberFormat(language, decimals, decimals).format(rounded);
}

const euro = new Intl.NumberFormat('it-IT', {
  style: 'currency',
  currency: 'EUR',
  minimumFractionDigits: 0,
  useGrouping: 'always' as unknown as boolean,
});

/** Money, in Italian format in both languages. // spec §9: Italian locale, EUR, minimum 0 decimals */
export function formatEuro(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  return euro.format(value);
}

/** A figure ready for the screen: its number in a unit that keeps it short. */
export interface Scaled {
  value: number | null;
  unit: string;
  decimals: number;
}

const ENERGY = ['kWh', 'MWh', 'GWh'] as const;
const POWER = ['kW', 'MW', 'GW'] as const;
const PEAK = ['kWp', 'MWp', 'GWp'] as const;

function scale(value: number | null | undefined, units: readonly [string, string, string]): Scaled {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return { value: null, unit: units[0], decimals: 2 };
  }
  const size = Math.abs(value);
  if (size >= 9_999_995) return { value: value / 1e6, unit: units[2], decimals: 2 };
  if (size >= 9_999.995) return { value: value / 1e3, unit: units[1], decimals: 2 };
  return { value, unit: units[0], decimals: 2 };
}

/** Energy given in kWh, in kWh, MWh or GWh. */
export const scaleEnergy = (kwh: number | null | undefined): Scaled => scale(kwh, ENERGY);
/** Power given in kW, in kW, MW or GW. */
export const scalePower = (kw: number | null | undefined): Scaled => scale(kw, POWER);
/** Nominal power given in kWp, in kWp, MWp or GWp: photovoltaic plants only. */
export const scalePeak = (kwp: number | null | undefined): Scaled => scale(kwp, PEAK);
/** A plant's nominal power given in kW: only photovoltaic modules have a peak, other plants are told in kW. */
export const scaleNominal = (kw: number | null | undefined, productionType: string): Scaled =>
  productionType === 'photovoltaic' ? scalePeak(kw) : scalePower(kw);

/** The spelling of a unit of measure that arrives in lower case. // spec §9: kwh shown as kWh, eur as € */
export function unitLabel(unit: string): string {
  const known: Readonly<Record<string, string>> = {
    kwh: 'kWh',
    mwh: 'MWh',
    kw: 'kW',
    mw: 'MW',
    kwp: 'kWp',
    eur: '€',
  };
  return known[unit.toLowerCase()] ?? unit;
}
