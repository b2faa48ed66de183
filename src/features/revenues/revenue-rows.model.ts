import { cents, knownCents, sumOfCents } from '../../shared/units/money.ts';
import { sumKnown } from '../../shared/units/sums.ts';
import { tariffPrice } from './lost-price.model.ts';
import {
  type PaidDay,
  type PaidTariff,
  paidDay,
  periodOf,
  type RevenuePeriod,
  ridsOf,
  ridTopUp,
  unroundedEur,
} from './revenue.model.ts';
import type { EnergyHour, RevenueDay } from './revenue-day.model.ts';
import type { RevenueRow } from './revenues.contract.ts';
import { stepOn } from './tariffs.model.ts';

type Amount = RevenueRow['amounts'][number];

/** The amount of a tariff over days on which it holds: the sum of their cents (shared/units/money.ts). */
function amountOf({ id: tariff_id, kind, name, version }: PaidTariff, paid: readonly PaidDay[]): Amount {
  return {
    tariff_id,
    kind,
    name,
    version,
    top_up_eur: null,
    kwh: paid.reduce((sum, { kwh }) => sum + kwh, 0),
    eur: sumOfCents(paid.map(({ eur }) => eur)),
    missing_energy: paid.reduce((sum, one) => sum + one.missing_energy, 0),
    missing_price: paid.reduce((sum, one) => sum + one.missing_price, 0),
  };
}

/** A year of which all is known that its end needs, and that is over. */
interface ClosedYear {
  readonly year: number;
  readonly days: readonly RevenueDay[];
  /** Of the day on which the energy that is paid at a guaranteed price goes beyond the limit. */
  readonly hours: readonly EnergyHour[] | undefined;
}

interface Row {
  readonly period: string;
  readonly days: readonly RevenueDay[];
  /** The year whose last day is in it. */
  readonly closes: ClosedYear | null;
}

/** What a tariff brings in a period; null where none of its steps holds. @param rids as `ridsOf` has them */
function amountIn({ days, closes }: Row, tariff: PaidTariff, rids: readonly PaidTariff[]): Amount | null {
  const paid = days.map((day) => paidDay(tariff, day)).filter((day): day is PaidDay => day !== null);
  const top = closes && tariff.kind === 'rid' ? ridTopUp(tariff, { ...closes, rids }) : null;
  // Nothing fed in leaves nothing to be topped up.
  if (top === null || top.kwh === 0) return paid.length === 0 ? null : amountOf(tariff, paid);
  const amount = amountOf(tariff, paid);
  return {
    ...amount,
    top_up_eur: top.eur,
    eur: cents(amount.eur + top.eur),
    missing_price: amount.missing_price + top.missing_price,
  };
}

/** The sum of the amounts; null where none is, and where nothing is known of the energy that all of them pay. */
function totalOf(amounts: readonly Amount[], silent: boolean): number | null {
  const known = amounts.filter(({ kind, top_up_eur }) => !silent || kind === 'fee' || top_up_eur !== null);
  return known.length === 0 ? null : sumOfCents(amounts.map(({ eur }) => eur));
}

/**
 * What a kWh brought on a day, EUR; where none was made, what it would have brought by the mean price of the day. Fees cost the same
 * with and without it. Null where that is not known.
 */
function eachKwh(tariffs: readonly PaidTariff[], day: RevenueDay): number | null {
  const holding = tariffs.filter(({ kind, steps }) => kind !== 'fee' && stepOn(steps, day.day));
  if (holding.length === 0) return null;
  const produced = day.silent ? 0 : (day.produced_kwh ?? 0);
  // Cents of a day on which next to nothing was made would make any price of it.
  const paid = holding.flatMap((tariff) => unroundedEur(tariff, day) ?? []);
  if (produced > 0 && paid.length === holding.length) return paid.reduce((a, b) => a + b, 0) / produced;
  return tariffPrice(tariffs, day.day, day.mean_price) ?? null;
}

/** What the expected energy of a day would have brought, to the cent. */
function expectedEur({ tariffs, expected }: Pick<Earned, 'tariffs' | 'expected'>, day: RevenueDay) {
  const kwh = expected.get(day.day) ?? null;
  const each = kwh === null ? null : eachKwh(tariffs, day);
  return kwh === null || each === null ? null : cents(kwh * each);
}

function rowOf(row: Row, { tariffs, expected }: Pick<Earned, 'tariffs' | 'expected'>): RevenueRow {
  const { period, days } = row;
  const rids = ridsOf(tariffs);
  const amounts = tariffs.flatMap((tariff) => amountIn(row, tariff, rids) ?? []);
  const heard = days.some(({ silent }) => !silent);
  const expectedEurs = days.map((day) => expectedEur({ tariffs, expected }, day));
  return {
    period,
    amounts,
    days: days.filter(({ hours }) => hours > 0).length,
    produced_kwh: heard ? sumKnown(days.map(({ produced_kwh }) => produced_kwh)) : null,
    exported_kwh: heard ? sumKnown(days.map(({ exported_kwh }) => exported_kwh)) : null,
    used_kwh: heard ? sumKnown(days.map(({ used_kwh }) => used_kwh)) : null,
    total_eur: totalOf(amounts, !heard),
    expected_kwh: sumKnown(days.map(({ day }) => expected.get(day) ?? null)),
    expected_eur: knownCents(expectedEurs),
    expected_days: expectedEurs.filter((eur) => eur !== null).length,
  };
}

interface Earned {
  readonly tariffs: readonly PaidTariff[];
  /** One after the other, without hole. */
  readonly days: readonly RevenueDay[];
  /** Hours of the day on which the year's limit is reached. */
  readonly limit_hours?: readonly EnergyHour[] | undefined;
  /** Days before them that the end of their first year needs. */
  readonly before?: readonly RevenueDay[];
  /** Of the plant's calendar. */
  readonly today: string;
  /** kWh by day. */
  readonly expected: ReadonlyMap<string, number>;
}

function closedBy(
  own: readonly RevenueDay[],
  { before = [], days, today, limit_hours }: Earned,
): ClosedYear | null {
  const last = own.find(({ day }) => day.endsWith('-12-31'))?.day;
  const year = last?.slice(0, 4) ?? '';
  const known = [...before, ...days];
  if (last === undefined || today <= last || (known[0]?.day ?? '') > `${year}-01-01`) return null;
  return { year: Number(year), days: known.filter(({ day }) => day.startsWith(year)), hours: limit_hours };
}

/** The day from which days must be known so that the end of a year has its top-up; null where none does before the first day asked for. */
export function topUpSince(
  { tariffs, today }: Pick<Earned, 'tariffs' | 'today'>,
  { from, to }: { from: string; to: string },
): string | null {
  const year = from.slice(0, 4);
  const isClosed = to >= `${year}-12-31` && today > `${year}-12-31`;
  return isClosed && from > `${year}-01-01` && tariffs.some(({ kind }) => kind === 'rid')
    ? `${year}-01-01`
    : null;
}

/** What days brought, period by period. What the end of a year adds stands in the period that holds its last day. */
export function revenueRows(earned: Earned, by: RevenuePeriod): RevenueRow[] {
  const periods = new Map<string, RevenueDay[]>();
  for (const day of earned.days) {
    const period = periodOf(by, day.day);
    periods.set(period, [...(periods.get(period) ?? []), day]);
  }
  return [...periods].map(([period, days]) =>
    rowOf({ period, days, closes: closedBy(days, earned) }, earned),
  );
}

/** The sum of the rows, which is the same however their periods are cut; null where no row has a total. */
export const totalOfRows = (rows: readonly RevenueRow[]): number | null =>
  knownCents(rows.map(({ total_eur }) => total_eur));
