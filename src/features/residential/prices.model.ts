/** What a kWh costs and brings; null is not known. */
export interface Prices {
  readonly import_eur_kwh: number | null;
  readonly export_eur_kwh: number | null;
}
/** Prices that hold no more, and since when: YYYY-MM-DD, the first day of others. */
export interface FormerPrices extends Prices {
  readonly until: string;
}

const byUntil = (a: FormerPrices, b: FormerPrices): number => (a.until < b.until ? -1 : 1);
/** As they followed each other. */
export const inTheirOrder = <F extends FormerPrices>(former: readonly F[]): F[] => [...former].sort(byUntil);

/** The prices of a home on a day: those that ended next after it, else those of now. */
export const pricesOn = (
  home: Prices & { readonly former_prices: readonly FormerPrices[] },
  day: string,
): Prices => home.former_prices.find(({ until }) => day < until) ?? home;
