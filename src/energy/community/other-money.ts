import { MINIMUM_PRICE, NETWORK, ruleOn } from './rules.ts';
import type { Switches } from './switches.ts';

/**
 * What the network gives back for shared energy.
 * VAL = CUAf × ΣE_auto, CUAf in c€/kWh to three decimals. Source: ARERA 727/2022 (TIAD); GSE Regole operative II-2.2.2.2.1.
 * @param month YYYY-MM
 */
export function valorisation(
  sharedKwh: number,
  month: string,
  { network }: Pick<Switches, 'network'>,
): number {
  return sharedKwh * networkUnit(month, { network });
}

/** EUR/kWh of shared energy in a month. */
export function networkUnit(month: string, { network }: Pick<Switches, 'network'>): number {
  const { trase, btau } = ruleOn(NETWORK, `${month}-01`).value;
  const eurPerMwh = network === 'trase' ? trase : trase + btau;
  // EUR/MWh over ten are c€/kWh, which are said to three decimals.
  return Math.round(eurPerMwh * 100) / 100_000;
}

/** A year of energy sold to GSE. */
export interface Withdrawal {
  readonly sold_kwh: number;
  /** At the zonal price of each hour. */
  readonly market_eur: number;
  /** Day from which on the price is asked for, and days of the year from then on. */
  readonly from_day: string;
  readonly days: number;
  readonly days_of_year: number;
}

/**
 * Ritiro Dedicato with the guaranteed minimum price: the larger of the two revenues of the year, on the same energy.
 * @returns EUR; the market's where no minimum price is known. Source: ARERA, prezzi minimi garantiti.
 */
export function dedicatedWithdrawal(year: Withdrawal): number {
  const { eur_per_mwh, up_to_kwh } = ruleOn(MINIMUM_PRICE, year.from_day).value;
  if (eur_per_mwh === null || year.sold_kwh <= 0) return year.market_eur;
  const guaranteed = Math.min(year.sold_kwh, (up_to_kwh * year.days) / year.days_of_year);
  const beyond = year.market_eur * (1 - guaranteed / year.sold_kwh);
  return Math.max(year.market_eur, (guaranteed * eur_per_mwh) / 1000 + beyond);
}

/** GSE's yearly fee of a plant, EUR without VAT. Source: cerdinamo.it/faq/faq-gse. */
export function gseFee(powerKw: number): number {
  if (powerKw <= 3) return 0;
  return 15 + Math.max(0, powerKw - 20);
}

/** Fee for the file of a capital grant, once, EUR without VAT. Source: cerdinamo.it/faq/faq-gse. */
export function grantFileFee(powerKw: number): number {
  if (powerKw <= 20) return 50;
  if (powerKw <= 200) return 450;
  return powerKw <= 600 ? 1300 : 2300;
}

const CONTO_ENERGIA_STEPS = [
  [3, 6, 2.2],
  [6, 20, 2],
  [20, 200, 1.8],
  [200, 1000, 1.4],
  [1000, Number.POSITIVE_INFINITY, 1.2],
] as const;

/** Yearly fee of a plant in Conto Energia, in steps, EUR without VAT. Source: supportogse.service-now.com. */
export function contoEnergiaFee(powerKw: number): number {
  return CONTO_ENERGIA_STEPS.reduce(
    (fee, [from, to, eur]) => fee + Math.max(0, Math.min(powerKw, to) - from) * eur,
    0,
  );
}
