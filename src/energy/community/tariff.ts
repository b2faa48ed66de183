import { type Area, GRANT, MAX_POWER_KW, ruleOn, TARIFF, type TariffClass } from './rules.ts';
import type { Switches } from './switches.ts';

/** What of a plant decides its tariff. */
export interface TariffPlant {
  readonly power_kw: number;
  readonly photovoltaic: boolean;
  readonly area: Area;
  /** Granted share of the eligible cost, 0…1. */
  readonly grant_share: number;
}

/** A tariff with what it was made of, all in EUR/MWh. */
export interface TariffParts {
  readonly base: number;
  readonly variable: number;
  /** Whether base and variable part were more than the cap. */
  readonly capped: boolean;
  readonly correction: number;
  readonly grant_cut: number;
  readonly tariff: number;
}

/** The class of a nominal power: exactly 200 and 600 kW belong to the lower one. Undefined beyond 1 MW. */
export function tariffClass(powerKw: number, day: string): TariffClass | undefined {
  if (!(powerKw > 0) || powerKw > MAX_POWER_KW) return undefined;
  return ruleOn(TARIFF, day).value.classes.find(({ up_to_kw }) => powerKw <= up_to_kw);
}

/** Share of the tariff that a capital grant takes. F = 0.5 × min(g, 0.40) / 0.40. Source: D.M. 414/2023 annex 1, linear form assumed. */
export function grantReduction(grantShare: number, day: string): number {
  const { most_share, most_reduction } = ruleOn(GRANT, day).value;
  return (most_reduction * Math.min(Math.max(grantShare, 0), most_share)) / most_share;
}

/** A plant's tariff, ready to be asked for each hour. */
export interface TariffOfPlant {
  /** Before the grant. @param price zonal price, EUR/MWh, may be negative */
  readonly full: (price: number) => number;
  /** What the grant takes of it, EUR/MWh, always the same share of the part that it reduces. */
  readonly cut: (price: number) => number;
}

/**
 * @returns the tariff of a plant that earns one, undefined beyond 1 MW.
 * TIP = min(CAP, BASE + max(0, 180 − Pz)) + CORR, × (1 − F). The correction comes after the cap. Source: D.M. 414/2023.
 */
export function plantTariff(
  plant: TariffPlant,
  day: string,
  { grant_reduces }: Pick<Switches, 'grant_reduces'>,
): TariffOfPlant | undefined {
  const found = tariffClass(plant.power_kw, day);
  if (!found) return undefined;
  const { base, cap } = found;
  const { reference_price, correction } = ruleOn(TARIFF, day).value;
  const added = plant.photovoltaic ? correction[plant.area] : 0;
  const reduction = grantReduction(plant.grant_share, day);
  const capped = (price: number): number => Math.min(cap, base + Math.max(0, reference_price - price));
  const kept = grant_reduces === 'whole_tariff' ? added : 0;
  return {
    full: (price) => capped(price) + added,
    cut: (price) => (capped(price) + kept) * reduction,
  };
}

/** The same tariff taken apart, for whoever asks where an hour's euro comes from. */
export function tariffParts(
  plant: TariffPlant,
  price: number,
  day: string,
  switches: Pick<Switches, 'grant_reduces'>,
): TariffParts | undefined {
  const found = tariffClass(plant.power_kw, day);
  const tariff = plantTariff(plant, day, switches);
  if (!found || !tariff) return undefined;
  const { reference_price, correction } = ruleOn(TARIFF, day).value;
  const missing = Math.max(0, reference_price - price);
  const cut = tariff.cut(price);
  return {
    base: found.base,
    variable: Math.min(missing, found.cap - found.base),
    capped: found.base + missing > found.cap,
    correction: plant.photovoltaic ? correction[plant.area] : 0,
    grant_cut: cut,
    tariff: tariff.full(price) - cut,
  };
}
