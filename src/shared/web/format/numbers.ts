import { decimalsFor, shownIn, spellUnit } from '../../units/units.ts';
import { UNKNOWN } from './unknown.ts';

export { UNKNOWN };

export type FormatLanguage = 'it' | 'en';

const LOCALE = { it: 'it-IT', en: 'en-GB' } as const;

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: FormatLanguage, min: number, max: number): Intl.NumberFormat {
  const key = `${language} ${min} ${max}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(LOCALE[language], {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
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

/**
 * A figure in the unit that keeps it short, the same rule as in charts.
 * @param stated decimals that its variable states; two where nothing is said
 */
export function displayed(value: number | null | undefined, declared: string, stated = 2): Scaled {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return { value: null, unit: spellUnit(declared), decimals: stated };
  }
  const { unit, factor } = shownIn(declared, Math.abs(value));
  const figure = value / factor;
  const decimals = decimalsFor(figure, unit, factor === 1 ? stated : Math.max(2, stated));
  return { value: figure, unit, decimals };
}

/** Energy given in kWh, in kWh, MWh or GWh. */
export const scaleEnergy = (kwh: number | null | undefined): Scaled => displayed(kwh, 'kWh');
/** Power given in kW, in kW, MW or GW. */
export const scalePower = (kw: number | null | undefined): Scaled => displayed(kw, 'kW');
/** Nominal power given in kWp, in kWp, MWp or GWp: photovoltaic plants only. */
export const scalePeak = (kwp: number | null | undefined): Scaled => displayed(kwp, 'kWp');
/** What energy over nominal power is told in: only photovoltaic modules have a peak. */
export const yieldUnit = (productionType: string): 'kWh/kWp' | 'kWh/kW' =>
  productionType === 'photovoltaic' ? 'kWh/kWp' : 'kWh/kW';
/** A plant's nominal power given in kW: only photovoltaic modules have a peak, other plants are told in kW. */
export const scaleNominal = (kw: number | null | undefined, productionType: string): Scaled =>
  productionType === 'photovoltaic' ? scalePeak(kw) : scalePower(kw);
