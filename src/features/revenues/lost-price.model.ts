import { sumIfAllKnown } from '../../shared/units/sums.ts';
import { type PaidTariff, priceOf } from './revenue.model.ts';
import { stepOn, type TariffKind } from './tariffs.model.ts';

/** Kinds by which energy that is fed in is paid. */
const FED_IN: readonly TariffKind[] = ['fixed', 'market', 'rid', 'cfd'];

const holdingOn = (tariffs: readonly PaidTariff[], day: string) =>
  tariffs.flatMap(({ kind, steps }) => {
    const step = kind === 'fee' ? undefined : stepOn(steps, day);
    return step ? [{ kind, step }] : [];
  });

/**
 * Whether on a day nothing but an incentive is said: then the market's price stands for what the energy is sold for. An all-inclusive
 * price is a fixed one, which is paid for what is fed in, and has no sale beside it. // docs/domain.md §2.3, §2.5
 */
export function isSoldAtMarket(tariffs: readonly PaidTariff[], day: string): boolean {
  const holding = holdingOn(tariffs, day);
  return holding.length > 0 && holding.every(({ kind }) => kind === 'incentive');
}

/**
 * What a kWh would have brought that a plant did not make, with its sale, EUR/kWh; as `tariffPrice`. Of a sale at a market without a price
 * only the incentive is known, and that is certain: who adds it up says that the sale is not in it (`isSoldAtMarket`).
 */
export function lostPrice(
  tariffs: readonly PaidTariff[],
  day: string,
  price_eur_mwh: number | null,
): number | null | undefined {
  const paid = tariffPrice(tariffs, day, price_eur_mwh);
  if (!isSoldAtMarket(tariffs, day) || paid === null || paid === undefined) return paid;
  return paid + (price_eur_mwh ?? 0) / 1000;
}

/**
 * What tariffs bring for a kWh: the incentive, and what is paid for feeding in. What is used on site counts only where nothing is paid for
 * feeding in: of energy that was never made nobody knows where it would have gone.
 * @param tariffs of the plant; a fee costs the same with or without the kWh
 * @param day of the plant's calendar
 * @param price_eur_mwh of the market in the hour, EUR/MWh; null is not known
 * @returns EUR/kWh; null where a tariff needs the market's price; undefined where no tariff pays anything on that day
 */
export function tariffPrice(
  tariffs: readonly PaidTariff[],
  day: string,
  price_eur_mwh: number | null,
): number | null | undefined {
  const holding = holdingOn(tariffs, day);
  const isFedIn = holding.some(({ kind }) => FED_IN.includes(kind));
  const paid = holding.filter(({ kind }) => kind !== 'avoided' || !isFedIn);
  if (paid.length === 0) return undefined;
  return sumIfAllKnown(paid.map(({ kind, step }) => priceOf(kind, step, price_eur_mwh)));
}
