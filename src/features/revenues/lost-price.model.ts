import { type PaidTariff, priceOf } from './revenue.model.ts';
import { stepOn, type TariffKind } from './tariffs.model.ts';

/** Kinds by which energy that is fed in is paid. */
const FED_IN: readonly TariffKind[] = ['fixed', 'market', 'rid', 'cfd'];

/**
 * What a kWh would have brought that a plant did not make: its incentive, and what it is paid for feeding in. What is used on site
 * counts only where nothing is paid for feeding in: of energy that was never made nobody knows where it would have gone.
 * @param tariffs of the plant; a fee costs the same with or without the kWh
 * @param day of the plant's calendar
 * @param price_eur_mwh of the market in the hour, EUR/MWh; null is not known
 * @returns EUR/kWh; null where a tariff needs the market's price; undefined where no tariff pays anything on that day
 */
export function lostPrice(
  tariffs: readonly PaidTariff[],
  day: string,
  price_eur_mwh: number | null,
): number | null | undefined {
  const holding = tariffs.flatMap(({ kind, steps }) => {
    const step = kind === 'fee' ? undefined : stepOn(steps, day);
    return step ? [{ kind, step }] : [];
  });
  const isFedIn = holding.some(({ kind }) => FED_IN.includes(kind));
  const paid = holding.filter(({ kind }) => kind !== 'avoided' || !isFedIn);
  if (paid.length === 0) return undefined;
  const prices = paid.map(({ kind, step }) => priceOf(kind, step, price_eur_mwh));
  return prices.reduce<number | null>(
    (sum, price) => (sum === null || price === null ? null : sum + price),
    0,
  );
}
