import { cents } from '../../shared/units/money.ts';
import { daysBetween } from '../../shared/units/zones.ts';
import type { DayPrice, EnergyHour, RevenueDay } from './revenue-day.model.ts';
import { BASIS, needsPrice, ridLimit, stepOn, type TariffKind, type TariffStep } from './tariffs.model.ts';

export interface PaidTariff {
  readonly id: number;
  readonly kind: TariffKind;
  readonly name: string;
  readonly steps: readonly TariffStep[];
  readonly version: number;
}

/** What an hour brings by a tariff; null EUR: its energy or its price is not known. */
export interface PaidHour {
  readonly start: number;
  readonly kwh: number | null;
  /** It is more: only a part was told. */
  readonly part: boolean;
  /** EUR/kWh. */
  readonly price: number | null;
  readonly eur: number | null;
}

/** The price of an hour, EUR/kWh; null where the market's is not known: of the step, of the market, or by how much the strike lies above the market (below: it is paid back). */
export function priceOf(kind: TariffKind, { rate }: TariffStep, price_eur_mwh: number | null): number | null {
  if (!needsPrice(kind)) return rate;
  if (price_eur_mwh === null) return null;
  const market = price_eur_mwh / 1000;
  return kind === 'market' ? market : rate - market;
}

export function paidHour(kind: TariffKind, step: TariffStep, hour: EnergyHour): PaidHour {
  const basis = BASIS[kind];
  const kwh = basis === null ? null : hour[basis];
  const price = priceOf(kind, step, hour.price_eur_mwh);
  const eur = kwh === 0 ? 0 : kwh === null || price === null ? null : kwh * price;
  const part = basis !== null && (hour.part?.includes(basis) ?? false);
  return { start: hour.start, kwh, part, price, eur };
}

/** What a day brings by a tariff. */
export interface PaidDay {
  readonly day: string;
  readonly kwh: number;
  /** To cents; of the hours that are known. */
  readonly eur: number;
  /** Hours whose energy, and hours whose price, is not known. */
  readonly missing_energy: number;
  readonly missing_price: number;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** A yearly fee on one of its days: days add up to the year to the cent. */
export function feeOn(day: string, yearly_eur: number): number {
  const year = Number(day.slice(0, 4));
  const days = isLeap(year) ? 366 : 365;
  const nth = (Date.parse(day) - Date.parse(`${year}-01-01`)) / 86_400_000 + 1;
  return -cents(cents((yearly_eur * nth) / days) - cents((yearly_eur * (nth - 1)) / days));
}

/** What a tariff pays for the energy of a day, before it is rounded, of the hours that are known. */
function eurOf({ kind }: PaidTariff, { rate }: TariffStep, of: RevenueDay): number {
  const basis = BASIS[kind];
  if (basis === null) return 0;
  if (kind === 'market') return of.market_eur;
  const kwh = of[`${basis}_kwh`] ?? 0;
  return kind === 'cfd' ? (kwh - of.unpriced_kwh) * rate - of.market_eur : kwh * rate;
}

/** What a day brings by a tariff; null where none of its steps holds. */
export function paidDay(tariff: PaidTariff, of: RevenueDay): PaidDay | null {
  const { kind, steps } = tariff;
  const { day } = of;
  const step = stepOn(steps, day);
  if (!step) return null;
  const basis = BASIS[kind];
  if (basis === null) return { day, kwh: 0, eur: feeOn(day, step.rate), missing_energy: 0, missing_price: 0 };
  return {
    day,
    kwh: of[`${basis}_kwh`] ?? 0,
    eur: cents(eurOf(tariff, step, of)),
    missing_energy: of[`${basis}_missing`],
    missing_price: needsPrice(kind) ? of.unpriced_hours : 0,
  };
}

/** What a tariff that holds on a day pays for its hours, before it is rounded; null where a price is not known. */
export function unroundedEur(tariff: PaidTariff, of: RevenueDay): number | null {
  const step = stepOn(tariff.steps, of.day);
  if (!step || (needsPrice(tariff.kind) && of.unpriced_hours > 0)) return null;
  return eurOf(tariff, step, of);
}

/** What the year's end adds to the guaranteed minimum price. */
export interface TopUp {
  readonly kwh: number;
  /** Of the energy up to the limit: at the guaranteed price, and at the market's. */
  readonly guaranteed_eur: number;
  readonly market_eur: number;
  /** Energy beyond the limit, which has the market's price from the beginning. */
  readonly beyond_eur: number;
  /** What is still to be paid: the market's where that is more, and what lies beyond the limit, less what days were paid. */
  readonly eur: number;
  readonly missing_price: number;
}

/** What a year's top-up asks of a day. */
export type FedInDay = Pick<
  RevenueDay,
  'day' | 'exported_kwh' | 'market_eur' | 'unpriced_kwh' | 'unpriced_hours'
>;

/** Those of a plant's tariffs that guarantee a minimum: one follows another, and the year's limit is of all of them. */
export const ridsOf = (tariffs: readonly PaidTariff[]): PaidTariff[] =>
  tariffs.filter(({ kind }) => kind === 'rid');

const holdsOn = (rids: readonly PaidTariff[], day: string): boolean =>
  rids.some(({ steps }) => stepOn(steps, day) !== undefined);
const daysOf = (year: number, rids: readonly PaidTariff[], days: readonly FedInDay[]): FedInDay[] =>
  days.filter(({ day }) => day.startsWith(`${year}-`) && holdsOn(rids, day));
const limitOf = (year: number, rids: readonly PaidTariff[]): number =>
  ridLimit(daysBetween(`${year}-01-01`, `${year}-12-31`).filter((day) => holdsOn(rids, day)).length);

/**
 * The day on which a year's energy of a plant goes beyond the limit of the guaranteed minimum: of it the hours must be known.
 * @param rids as `ridsOf` has them
 */
export function dayOfLimit(
  rids: readonly PaidTariff[],
  year: number,
  days: readonly FedInDay[],
): string | null {
  const limit = limitOf(year, rids);
  let kwh = 0;
  for (const { day, exported_kwh } of daysOf(year, rids, days)) {
    kwh += exported_kwh ?? 0;
    if (kwh > limit) return day;
  }
  return null;
}

/** Energy of a day up to the limit and what the market would have paid for it, and the same beyond. */
interface Shared {
  readonly within_kwh: number;
  readonly within_eur: number;
  readonly beyond_eur: number;
}

/** The day of the limit by its hours; where these are not stored any more, by its mean price. */
function sharedDay(
  of: FedInDay,
  { left, rate, hours }: { left: number; rate: number; hours: readonly EnergyHour[] | undefined },
): Shared {
  const kwh = of.exported_kwh ?? 0;
  const market = of.market_eur + of.unpriced_kwh * rate;
  if (kwh <= left) return { within_kwh: kwh, within_eur: market, beyond_eur: 0 };
  if (left <= 0) return { within_kwh: 0, within_eur: 0, beyond_eur: market };
  const known = hours && Math.abs(hours.reduce((sum, { exported }) => sum + (exported ?? 0), 0) - kwh) < 1e-6;
  if (!known)
    return { within_kwh: left, within_eur: (market * left) / kwh, beyond_eur: (market * (kwh - left)) / kwh };
  let [within_kwh, within_eur, beyond_eur] = [0, 0, 0];
  for (const { exported, price_eur_mwh } of hours) {
    const made = exported ?? 0;
    const within = Math.max(0, Math.min(made, left - within_kwh));
    const price = price_eur_mwh === null ? rate : price_eur_mwh / 1000;
    within_kwh += within;
    within_eur += within * price;
    beyond_eur += (made - within) * price;
  }
  return { within_kwh, within_eur, beyond_eur };
}

/**
 * The yearly top-up of Ritiro Dedicato with guaranteed minimum: of the energy up to the limit the larger of both sums, of the rest the
 * market's price. Days were paid the guaranteed price for all of it, which is taken off. Limit and larger sum are those of the plant and
 * its year, of which a tariff has the part of its days. // docs/domain.md §1.5
 * @param hours of the day of the limit
 * @param rids all tariffs of the plant that guarantee a minimum
 */
export function ridTopUp(
  tariff: PaidTariff,
  {
    year,
    days,
    hours,
    rids = [tariff],
  }: {
    year: number;
    days: readonly FedInDay[];
    hours?: readonly EnergyHour[] | undefined;
    rids?: readonly PaidTariff[];
  },
): TopUp | null {
  if (daysOf(year, [tariff], days).length === 0) return null;
  const limit = limitOf(year, rids);
  let [fed, kwh, guaranteed, market, beyond, paid, missing_price] = [0, 0, 0, 0, 0, 0, 0];
  const plant = { guaranteed: 0, market: 0 };
  for (const of of daysOf(year, rids, days)) {
    for (const one of rids) {
      const rate = stepOn(one.steps, of.day)?.rate;
      if (rate === undefined) continue;
      const shared = sharedDay(of, { left: limit - fed, rate, hours });
      plant.guaranteed += shared.within_kwh * rate;
      plant.market += shared.within_eur;
      if (one.id !== tariff.id) continue;
      guaranteed += shared.within_kwh * rate;
      market += shared.within_eur;
      beyond += shared.beyond_eur;
      kwh += of.exported_kwh ?? 0;
      paid += cents((of.exported_kwh ?? 0) * rate);
      missing_price += of.unpriced_hours;
    }
    fed += of.exported_kwh ?? 0;
  }
  const larger = plant.market > plant.guaranteed ? market : guaranteed;
  const eur = cents(cents(larger) + cents(beyond) - paid);
  return {
    kwh,
    guaranteed_eur: cents(guaranteed),
    market_eur: cents(market),
    beyond_eur: cents(beyond),
    eur,
    missing_price,
  };
}

export const REVENUE_PERIODS = ['day', 'month', 'year'] as const;
export type RevenuePeriod = (typeof REVENUE_PERIODS)[number];
/** Letters of a day that name its period. */
export const PERIOD_LETTERS = { day: 10, month: 7, year: 4 } as const;
export const periodOf = (by: RevenuePeriod, day: string): string => day.slice(0, PERIOD_LETTERS[by]);

/** What all tariffs of a plant bring on a day, in cents; without what a year's end adds. */
export function dayPrice(tariffs: readonly PaidTariff[], day: RevenueDay): DayPrice {
  const paid = tariffs.flatMap((tariff) => {
    const one = paidDay(tariff, day);
    return one ? [{ kind: tariff.kind, eur: one.eur }] : [];
  });
  return {
    amount_cents: Math.round(paid.reduce((sum, { eur }) => sum + eur, 0) * 100),
    has_amount: paid.length > 0,
    has_fee: paid.some(({ kind }) => kind === 'fee'),
  };
}
