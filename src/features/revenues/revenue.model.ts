import { cents } from '../../shared/units/money.ts';
import { addDays } from '../../shared/units/zones.ts';
import { BASIS, needsPrice, ridLimit, stepOn, type TariffKind, type TariffStep } from './tariffs.model.ts';

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
}

export interface EnergyDay {
  readonly day: string;
  /** Hours of the day that are over. */
  readonly hours: readonly EnergyHour[];
}

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
  return { start: hour.start, kwh, price, eur };
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

/** What a day brings by a tariff; null where none of its steps holds. */
export function paidDay({ kind, steps }: PaidTariff, { day, hours }: EnergyDay): PaidDay | null {
  const step = stepOn(steps, day);
  if (!step) return null;
  if (kind === 'fee') return { day, kwh: 0, eur: feeOn(day, step.rate), missing_energy: 0, missing_price: 0 };
  const paid = hours.map((hour) => paidHour(kind, step, hour));
  const lacking = paid.filter(({ eur }) => eur === null);
  return {
    day,
    kwh: paid.reduce((sum, { kwh }) => sum + (kwh ?? 0), 0),
    eur: cents(paid.reduce((sum, { eur }) => sum + (eur ?? 0), 0)),
    missing_energy: lacking.filter(({ kwh }) => kwh === null).length,
    missing_price: lacking.filter(({ kwh }) => kwh !== null).length,
  };
}

/** What a tariff that holds on a day pays for its hours, before it is rounded; null where a price is not known. */
export function unroundedEur({ kind, steps }: PaidTariff, { day, hours }: EnergyDay): number | null {
  const step = stepOn(steps, day);
  if (!step) return null;
  let sum = 0;
  for (const hour of hours) {
    const { kwh, eur } = paidHour(kind, step, hour);
    if (eur === null && kwh !== null) return null;
    sum += eur ?? 0;
  }
  return sum;
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

/**
 * The yearly top-up of Ritiro Dedicato with guaranteed minimum: of the energy up to the limit the larger of both sums, of the rest the
 * market's price. Days were paid the guaranteed price for all of it, which is taken off. // reference/domain.md §1.5
 */
export function ridTopUp({ steps }: PaidTariff, year: number, days: readonly EnergyDay[]): TopUp | null {
  const own = days.filter(({ day }) => day.startsWith(`${year}-`) && stepOn(steps, day));
  const [first] = own;
  if (!first) return null;
  const limit = ridLimit(
    year,
    steps[0] && steps[0].from_on > `${year}-01-01` ? steps[0].from_on : `${year}-01-01`,
  );
  let [kwh, guaranteed, market, beyond, paid, missing_price] = [0, 0, 0, 0, 0, 0];
  for (const { day, hours } of own) {
    const rate = stepOn(steps, day)?.rate ?? 0;
    let of_day = 0;
    for (const { exported, price_eur_mwh } of hours) {
      if (exported === null || exported === 0) continue;
      if (price_eur_mwh === null) missing_price += 1;
      const within = Math.max(0, Math.min(exported, limit - kwh));
      const price = price_eur_mwh === null ? rate : price_eur_mwh / 1000;
      guaranteed += within * rate;
      market += within * price;
      beyond += (exported - within) * price;
      of_day += exported * rate;
      kwh += exported;
    }
    paid += cents(of_day);
  }
  const eur = cents(cents(Math.max(guaranteed, market)) + cents(beyond) - paid);
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
const LENGTH = { day: 10, month: 7, year: 4 } as const;
export const periodOf = (by: RevenuePeriod, day: string): string => day.slice(0, LENGTH[by]);

/** Days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
