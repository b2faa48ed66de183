import {
  type EnergyDay,
  type PaidDay,
  type PaidTariff,
  paidDay,
  periodOf,
  type RevenuePeriod,
  ridTopUp,
} from './revenue.model.ts';
import type { RevenueRow } from './revenues.contract.ts';
import { cents } from './tariffs.model.ts';

type Amount = RevenueRow['amounts'][number];

const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
};

/** The amount of a tariff over days on which it holds. */
function amountOf({ id: tariff_id, kind, name, version }: PaidTariff, paid: readonly PaidDay[]): Amount {
  return {
    ...{ tariff_id, kind, name, version, top_up_eur: null },
    kwh: paid.reduce((sum, { kwh }) => sum + kwh, 0),
    eur: cents(paid.reduce((sum, { eur }) => sum + eur, 0)),
    missing_energy: paid.reduce((sum, one) => sum + one.missing_energy, 0),
    missing_price: paid.reduce((sum, one) => sum + one.missing_price, 0),
  };
}

/** A year that is asked for whole, and is over. */
interface ClosedYear {
  readonly year: number;
  readonly days: readonly EnergyDay[];
}

interface Row {
  readonly period: string;
  readonly days: readonly EnergyDay[];
  /** The year whose last day is in it. */
  readonly closes: ClosedYear | null;
}

/** What a tariff brings in a period; null where none of its steps holds. */
function amountIn({ days, closes }: Row, tariff: PaidTariff): Amount | null {
  const paid = days.map((day) => paidDay(tariff, day)).filter((day): day is PaidDay => day !== null);
  const top = closes && tariff.kind === 'rid' ? ridTopUp(tariff, closes.year, closes.days) : null;
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

/** What the energy of a period brought; the top-up of a year only where the period is that year. */
function energyEur({ days, closes }: Row, amounts: readonly Amount[]): number {
  const whole = closes !== null && closes.days.length === days.length;
  return cents(
    amounts
      .filter(({ kind }) => kind !== 'fee')
      .reduce((sum, { eur, top_up_eur }) => sum + eur - (whole ? 0 : (top_up_eur ?? 0)), 0),
  );
}

/** The sum of the amounts; null where none is, and where nothing is known of the energy that they pay. */
function totalOf(amounts: readonly Amount[], silent: boolean): number | null {
  const unknown = silent && amounts.some(({ kind }) => kind !== 'fee');
  const topped = amounts.some(({ top_up_eur }) => top_up_eur !== null);
  if (amounts.length === 0 || (unknown && !topped)) return null;
  return cents(amounts.reduce((sum, { eur }) => sum + eur, 0));
}

function rowOf(row: Row, { tariffs, expected }: Pick<Earned, 'tariffs' | 'expected'>): RevenueRow {
  const { period, days } = row;
  const amounts = tariffs.flatMap((tariff) => amountIn(row, tariff) ?? []);
  const all = days.flatMap((day) => day.hours);
  const hours = all.every(({ silent }) => silent) ? [] : all;
  const produced_kwh = sumOf(hours.map(({ produced }) => produced));
  const expected_kwh = sumOf(days.map(({ day }) => expected.get(day) ?? null));
  const each = produced_kwh !== null && produced_kwh > 0 ? energyEur(row, amounts) / produced_kwh : null;
  return {
    ...{ period, produced_kwh, expected_kwh, amounts },
    days: days.filter((day) => day.hours.length > 0).length,
    exported_kwh: sumOf(hours.map(({ exported }) => exported)),
    used_kwh: sumOf(hours.map(({ used }) => used)),
    total_eur: totalOf(amounts, hours.length === 0),
    expected_eur:
      each === null || expected_kwh === null || amounts.length === 0 ? null : cents(each * expected_kwh),
  };
}

interface Earned {
  readonly tariffs: readonly PaidTariff[];
  /** One after the other, without hole. */
  readonly days: readonly EnergyDay[];
  /** Of the plant's calendar. */
  readonly today: string;
  /** kWh by day. */
  readonly expected: ReadonlyMap<string, number>;
}

function closedBy(own: readonly EnergyDay[], { days, today }: Earned): ClosedYear | null {
  const last = own.find(({ day }) => day.endsWith('-12-31'))?.day;
  const year = last?.slice(0, 4) ?? '';
  const first = days[0]?.day ?? '';
  if (last === undefined || today <= last || first > `${year}-01-01`) return null;
  return { year: Number(year), days: days.filter(({ day }) => day.startsWith(year)) };
}

/** What days brought, period by period. What the end of a year adds stands in the period that holds its last day. */
export function revenueRows(earned: Earned, by: RevenuePeriod): RevenueRow[] {
  const periods = new Map<string, EnergyDay[]>();
  for (const day of earned.days) {
    const period = periodOf(by, day.day);
    periods.set(period, [...(periods.get(period) ?? []), day]);
  }
  return [...periods].map(([period, days]) =>
    rowOf({ period, days, closes: closedBy(days, earned) }, earned),
  );
}

/** The sum of all amounts, however their periods are cut; null where no row has a total. */
export function totalOfRows(rows: readonly RevenueRow[]): number | null {
  if (rows.every(({ total_eur }) => total_eur === null)) return null;
  return cents(rows.flatMap(({ amounts }) => amounts).reduce((sum, { eur }) => sum + eur, 0));
}
