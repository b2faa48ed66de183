import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, localDay } from '../../../shared/units/zones.ts';
import { NATIONAL } from '../../weather/prices.model.ts';
import {
  type EnergyDay,
  type PaidDay,
  type PaidTariff,
  paidDay,
  paidHour,
  periodOf,
  type RevenuePeriod,
  ridTopUp,
} from '../revenue.model.ts';
import type { RevenueRow, Revenues, revenuesCalls, SuggestedRevenue } from '../revenues.contract.ts';
import { cents, stepOn } from '../tariffs.model.ts';
import { type EarningPlant, findEarningPlant, listExpectedDays } from './energy.repository.ts';
import { type EnergySources, loadEnergyDays, loadEnergySources } from './energy-days.ts';
import { listTariffs } from './tariffs.repository.ts';

/** Days that one question may ask for. */
const MOST_DAYS = 400;

type Amount = RevenueRow['amounts'][number];

function refuse(path: string, code: string, message: string): never {
  throw new AppError('invalid', message, { errors: [{ path, message, code }] });
}

interface Earning {
  readonly plant: EarningPlant;
  readonly sources: EnergySources;
  readonly tariffs: readonly PaidTariff[];
  readonly today: string;
}

async function earningOf(tx: Tx, proj_code: string, now: Date): Promise<Earning> {
  const plant = (await findEarningPlant(tx, proj_code)) ?? notFound();
  return {
    ...{ plant, sources: await loadEnergySources(tx, plant), tariffs: await listTariffs(tx, { proj_code }) },
    today: localDay(plant.time_zone, now.getTime()).day,
  };
}

const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
};

/** The amount of a tariff over some days; null where none of its steps holds on any of them. */
function amountOf(tariff: PaidTariff, days: readonly EnergyDay[]): Amount | null {
  const paid = days.map((day) => paidDay(tariff, day)).filter((day): day is PaidDay => day !== null);
  if (paid.length === 0) return null;
  const { id: tariff_id, kind, name, version } = tariff;
  return {
    ...{ tariff_id, kind, name, version, top_up_eur: null },
    kwh: paid.reduce((sum, { kwh }) => sum + kwh, 0),
    eur: cents(paid.reduce((sum, { eur }) => sum + eur, 0)),
    missing_energy: paid.reduce((sum, one) => sum + one.missing_energy, 0),
    missing_price: paid.reduce((sum, one) => sum + one.missing_price, 0),
  };
}

/** What the end of a year adds: only of years that are asked for whole and are over. */
function withTopUp(amount: Amount, tariff: PaidTariff, year: number, days: readonly EnergyDay[]): Amount {
  const top = ridTopUp(tariff, year, days);
  if (!top) return amount;
  return { ...amount, top_up_eur: top.eur, eur: cents(amount.eur + top.eur) };
}

interface Row {
  readonly period: string;
  readonly days: readonly EnergyDay[];
  readonly whole_year: boolean;
}

function rowOf(
  { tariffs }: Earning,
  { period, days, whole_year }: Row,
  expected: ReadonlyMap<string, number>,
): RevenueRow {
  const amounts = tariffs.flatMap((tariff) => {
    const amount = amountOf(tariff, days);
    if (!amount) return [];
    return [whole_year && tariff.kind === 'rid' ? withTopUp(amount, tariff, Number(period), days) : amount];
  });
  const all = days.flatMap((day) => day.hours);
  const hours = all.every(({ silent }) => silent) ? [] : all;
  const produced_kwh = sumOf(hours.map(({ produced }) => produced));
  const expected_kwh = sumOf(days.map(({ day }) => expected.get(day) ?? null));
  const energy_eur = cents(
    amounts.filter(({ kind }) => kind !== 'fee').reduce((sum, { eur }) => sum + eur, 0),
  );
  const each = produced_kwh !== null && produced_kwh > 0 ? energy_eur / produced_kwh : null;
  return {
    ...{ period, produced_kwh, expected_kwh, amounts },
    days: days.filter((day) => day.hours.length > 0).length,
    exported_kwh: sumOf(hours.map(({ exported }) => exported)),
    used_kwh: sumOf(hours.map(({ used }) => used)),
    total_eur: amounts.length === 0 ? null : cents(amounts.reduce((sum, { eur }) => sum + eur, 0)),
    expected_eur:
      each === null || expected_kwh === null || amounts.length === 0 ? null : cents(each * expected_kwh),
  };
}

interface Asked {
  readonly proj_code: string;
  readonly from: string;
  readonly to: string;
  readonly by: RevenuePeriod;
}

function rowsOf(earning: Earning, days: readonly EnergyDay[], by: RevenuePeriod): Row[] {
  const periods = new Map<string, EnergyDay[]>();
  for (const day of days) {
    const period = periodOf(by, day.day);
    periods.set(period, [...(periods.get(period) ?? []), day]);
  }
  return [...periods].map(([period, own]) => {
    const whole = by === 'year' && own[0]?.day === `${period}-01-01` && own.at(-1)?.day === `${period}-12-31`;
    return { period, days: own, whole_year: whole && earning.today > `${period}-12-31` };
  });
}

/** What a plant earned. @throws AppError not_found; invalid where the days are none or too many */
export async function revenuesOf(tx: Tx, { proj_code, from, to, by }: Asked, now: Date): Promise<Revenues> {
  if (to < from) refuse('to', 'end_before_start', 'The last day lies before the first');
  if (addDays(from, MOST_DAYS) < to) refuse('to', 'too_many_days', 'Ask for 400 days at most');
  const earning = await earningOf(tx, proj_code, now);
  const { plant, sources, today } = earning;
  const last = to < today ? to : today;
  const days =
    last < from ? [] : await loadEnergyDays(tx, { plant, sources, from, to: last, now: now.getTime() });
  const expected = await listExpectedDays(tx, { plant_id: plant.plant_id, from, to });
  const rows = rowsOf(earning, days, by).map((row) => rowOf(earning, row, expected));
  const exported_by =
    sources.exported.length > 0 ? 'meter' : sources.produced.length > 0 ? 'production' : null;
  const { plant_name, time_zone } = plant;
  const total = sumOf(rows.map(({ total_eur }) => total_eur));
  return {
    ...{ proj_code, plant_name, time_zone, by, zone: plant.market_zone ?? NATIONAL, exported_by, rows },
    total_eur: total === null ? null : cents(total),
  };
}

type Lack = SuggestedRevenue['lacks'][number];

function lacksOf(row: RevenueRow | undefined, { today }: Earning, last: string): Lack[] {
  const none = { tariff_id: null, hours: null };
  if (!row || row.total_eur === null) return [{ code: 'no_tariff', ...none }];
  const lacks: Lack[] = [];
  if (row.produced_kwh === null) lacks.push({ code: 'no_energy', ...none });
  if (last >= today) lacks.push({ code: 'not_over', ...none });
  for (const { tariff_id, missing_energy, missing_price } of row.amounts) {
    if (missing_energy > 0) lacks.push({ code: 'missing_energy', tariff_id, hours: missing_energy });
    if (missing_price > 0) lacks.push({ code: 'missing_price', tariff_id, hours: missing_price });
  }
  return lacks;
}

/** What a month should bring, and what is missing for it. @throws AppError not_found */
async function suggest(
  tx: Tx,
  { proj_code, month }: { proj_code: string; month: string },
  now: Date,
): Promise<SuggestedRevenue> {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const { rows } = await revenuesOf(tx, { proj_code, from: `${month}-01`, to: last, by: 'month' }, now);
  const earning = await earningOf(tx, proj_code, now);
  const [row] = rows;
  return {
    ...{ proj_code, month, total_eur: row?.total_eur ?? null, lacks: lacksOf(row, earning, last) },
    lines: (row?.amounts ?? []).map((amount) => ({
      ...amount,
      eur_kwh: amount.kwh > 0 ? amount.eur / amount.kwh : null,
    })),
  };
}

/** The hours of which an amount is made. @throws AppError not_found */
async function hoursOf(
  tx: Tx,
  { proj_code, day, tariff_id }: { proj_code: string; day: string; tariff_id: number },
  now: Date,
) {
  const { plant, sources, tariffs } = await earningOf(tx, proj_code, now);
  const tariff = tariffs.find(({ id }) => id === tariff_id) ?? notFound();
  const step = stepOn(tariff.steps, day);
  if (!step || tariff.kind === 'fee') return [];
  const [of] = await loadEnergyDays(tx, { plant, sources, from: day, to: day, now: now.getTime() });
  return (of?.hours ?? []).map((hour) => {
    const { start, kwh, price, eur } = paidHour(tariff.kind, step, hour);
    return { ts: new Date(start).toISOString(), kwh, price_eur_kwh: price, eur };
  });
}

export const revenuesHandlers: Handlers<typeof revenuesCalls> = {
  list: ({ tx, query, now }) => revenuesOf(tx, query, now),
  suggest: ({ tx, query, now }) => suggest(tx, query, now),
  hours: ({ tx, query, now }) => hoursOf(tx, query, now),
};
