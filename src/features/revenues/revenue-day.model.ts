import { sumKnown } from '../../shared/units/sums.ts';
/** Energies that tariffs pay, as a day holds them. */
export const ENERGIES = ['produced', 'exported', 'used'] as const;

/** An hour of a plant; null where it is not known. */
export interface EnergyHour {
  /** Epoch ms. */
  readonly start: number;
  readonly produced: number | null;
  readonly exported: number | null;
  readonly used: number | null;
  /** Of the market's zone, EUR/MWh. */
  readonly price_eur_mwh: number | null;
  /** Nothing was heard of it: what rests at night makes nothing, but nothing is known by that alone. */
  readonly silent?: boolean;
  /** Energies of which only a part was told: something that stood there said nothing. What was told is paid, and the hour counts as missing. */
  readonly part?: readonly (typeof ENERGIES)[number][];
}

export interface EnergyDay {
  readonly day: string;
  /** Hours of the day that are over. */
  readonly hours: readonly EnergyHour[];
}

/**
 * What a day of a plant comes to before any tariff: all that its hours mean for money, so that a tariff that is changed later is
 * worked out from kept days, whether their hours are still stored or not.
 */
export interface RevenueDay {
  readonly day: string;
  /** That are over. */
  readonly hours: number;
  /** Nothing was heard in any of them. */
  readonly silent: boolean;
  /** Of what was told in its hours; null where nothing was. */
  readonly produced_kwh: number | null;
  readonly exported_kwh: number | null;
  readonly used_kwh: number | null;
  /** Hours of which it is not known, or only in part. */
  readonly produced_missing: number;
  readonly exported_missing: number;
  readonly used_missing: number;
  /** What was fed in at the price of its hours, EUR. */
  readonly market_eur: number;
  /** Fed in while the price is not known. */
  readonly unpriced_kwh: number;
  readonly unpriced_hours: number;
  /** Of the hours with a price, EUR/MWh. */
  readonly mean_price: number | null;
}

/** What is kept of a day beside its date. */
export const DAY_SUMS = [
  'hours',
  'produced_kwh',
  'exported_kwh',
  'used_kwh',
  'produced_missing',
  'exported_missing',
  'used_missing',
  'market_eur',
  'unpriced_kwh',
  'unpriced_hours',
  'mean_price',
] as const;

const missingOf = (hours: readonly EnergyHour[], name: (typeof ENERGIES)[number]): number =>
  hours.filter((hour) => hour[name] === null || hour.part?.includes(name)).length;

/** What the hours of a day come to. */
export function sumDay({ day, hours }: EnergyDay): RevenueDay {
  const priced = hours.flatMap(({ price_eur_mwh }) => price_eur_mwh ?? []);
  const unpriced = hours.filter((hour) => hour.exported && hour.price_eur_mwh === null);
  return {
    day,
    hours: hours.length,
    silent: hours.every(({ silent }) => silent),
    produced_kwh: sumKnown(hours.map(({ produced }) => produced)),
    exported_kwh: sumKnown(hours.map(({ exported }) => exported)),
    used_kwh: sumKnown(hours.map(({ used }) => used)),
    produced_missing: missingOf(hours, 'produced'),
    exported_missing: missingOf(hours, 'exported'),
    used_missing: missingOf(hours, 'used'),
    market_eur: hours.reduce(
      (sum, { exported, price_eur_mwh }) => sum + (exported ?? 0) * ((price_eur_mwh ?? 0) / 1000),
      0,
    ),
    unpriced_kwh: unpriced.reduce((sum, { exported }) => sum + (exported ?? 0), 0),
    unpriced_hours: unpriced.length,
    mean_price: priced.length === 0 ? null : priced.reduce((a, b) => a + b, 0) / priced.length,
  };
}

/** What a plant's tariffs bring on a day, together. */
export interface DayPrice {
  readonly amount_cents: number;
  readonly has_amount: boolean;
  /** Which is due whether anything is known of the day or not. */
  readonly has_fee: boolean;
}
