import { notFound, refuseField } from '../../../shared/server/errors.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { spanOfMonth } from '../../../shared/units/months.ts';
import { addDays, dayBorders, earlier, localDay } from '../../../shared/units/zones.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import { NATIONAL } from '../../weather/prices.model.ts';
import { type PaidTariff, paidHour, type RevenuePeriod } from '../revenue.model.ts';
import type { EnergyHour, RevenueDay } from '../revenue-day.model.ts';
import { revenueRows, topUpSince, totalOfRows } from '../revenue-rows.model.ts';
import type { RevenueRow, Revenues, revenuesCalls, SuggestedRevenue } from '../revenues.contract.ts';
import { stepOn } from '../tariffs.model.ts';
import { type EarningPlant, findEarningPlant, listExpectedDays } from './energy.repository.ts';
import {
  type EnergySources,
  loadEnergyDays,
  loadEnergySources,
  loadFirstHeard,
  standingOfSource,
} from './energy-days.ts';
import { loadDaysBefore, loadRevenueDays } from './kept-days.ts';
import type { RevenueQuestion } from './revenue-question.public.ts';
import { limitHours, MAX_DAYS } from './revenues-of-many.ts';
import { listTariffs } from './tariffs.repository.ts';

interface Earning {
  readonly plant: EarningPlant;
  readonly sources: EnergySources;
  readonly tariffs: readonly PaidTariff[];
  readonly today: string;
}

async function earningOf(tx: Tx, proj_code: string, now: Date): Promise<Earning> {
  const plant = (await findEarningPlant(tx, proj_code)) ?? notFound();
  return {
    plant,
    sources: await loadEnergySources(tx, plant),
    tariffs: await listTariffs(tx, { proj_code }),
    today: localDay(plant.time_zone, now.getTime()).day,
  };
}

interface Query {
  readonly proj_code: string;
  readonly from: string;
  readonly to: string;
  readonly by: RevenuePeriod;
  /** Whether the days that the end of a year needs are worked out where they are not made yet: nobody waits for it. */
  readonly in_full?: boolean;
}

/** Hours of the day on which a closed year's energy goes beyond what a guaranteed price holds for. */
async function limitHoursOf(
  tx: Tx,
  earning: Earning,
  { days, now }: { days: readonly RevenueDay[]; now: Date },
): Promise<readonly EnergyHour[] | undefined> {
  const last = days.find(({ day }) => day.endsWith('-12-31'))?.day;
  if (last === undefined || earning.today <= last) return undefined;
  return limitHours(tx, earning, { year: Number(last.slice(0, 4)), days, now });
}

/** By what is told what was fed in on days: before an exchange meter was first heard of it is what was produced. */
async function exportedBy(
  tx: Tx,
  { plant, sources }: Earning,
  { from, last }: { readonly from: string; readonly last: string },
): Promise<Revenues['exported_by']> {
  const { produced, exported } = sources;
  const unmetered = produced.length > 0 ? 'production' : null;
  if (exported.length === 0) return unmetered;
  const first = await loadFirstHeard(tx, [{ produced: [], exported }]);
  const since = Math.min(...exported.map((source) => standingOfSource(source, first).from));
  if (since >= dayBorders(plant.time_zone, last).end) return unmetered ?? 'meter';
  return since > dayBorders(plant.time_zone, from).start && unmetered ? 'partly' : 'meter';
}

/** What a plant earned. @throws AppError not_found; invalid where the days are none or too many */
export async function revenuesOf(tx: Tx, asked: Query, now: Date): Promise<Revenues> {
  const { proj_code, from, to, by, in_full = false } = asked;
  if (to < from) refuseField('to', 'end_before_start', 'The last day lies before the first');
  if (addDays(from, MAX_DAYS) < to) refuseField('to', 'too_many_days', 'Ask for 400 days at most');
  const earning = await earningOf(tx, proj_code, now);
  const { plant, sources, today } = earning;
  const last = earlier(to, today);
  const since = topUpSince(earning, { from, to: last });
  const ofYear = { plant, sources, from: since ?? from, to: addDays(from, -1), now };
  const none = { days: [], awaited: 0 };
  const before =
    since === null
      ? none
      : in_full
        ? { ...none, days: await loadRevenueDays(tx, ofYear) }
        : await loadDaysBefore(tx, ofYear);
  const days = last < from ? [] : await loadRevenueDays(tx, { plant, sources, from, to: last, now });
  const expected = await listExpectedDays(tx, { plant_id: plant.plant_id, from, to });
  const limit_hours = await limitHoursOf(tx, earning, { days: [...before.days, ...days], now });
  const rows = revenueRows({ ...earning, before: before.days, days, expected, limit_hours }, by);
  const exported_by = await exportedBy(tx, earning, { from, last });
  const { plant_name, time_zone } = plant;
  return {
    proj_code,
    plant_name,
    time_zone,
    by,
    zone: plant.market_zone ?? NATIONAL,
    exported_by,
    rows,
    total_eur: totalOfRows(rows),
    awaited_days: before.awaited,
  };
}

type Lack = SuggestedRevenue['lacks'][number];

function lacksOf(row: RevenueRow | undefined, { today }: Earning, last: string): Lack[] {
  const none = { tariff_id: null, hours: null };
  // A month to come has no row.
  if (!row) return [{ code: last >= today ? 'not_over' : 'no_tariff', ...none }];
  if (row.amounts.length === 0) return [{ code: 'no_tariff', ...none }];
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
export async function suggest(
  tx: Tx,
  { proj_code, month }: { proj_code: string; month: string },
  now: Date,
): Promise<SuggestedRevenue> {
  const span = spanOfMonth(month);
  const { rows, awaited_days } = await revenuesOf(tx, { proj_code, ...span, by: 'month' }, now);
  const earning = await earningOf(tx, proj_code, now);
  const [row] = rows;
  return {
    proj_code,
    month,
    total_eur: row?.total_eur ?? null,
    lacks: [
      ...lacksOf(row, earning, span.to),
      ...(awaited_days > 0 ? [{ code: 'top_up' as const, tariff_id: null, hours: null }] : []),
    ],
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
    const { start, price, ...paid } = paidHour(tariff.kind, step, hour);
    return { ts: new Date(start).toISOString(), price_eur_kwh: price, ...paid };
  });
}

/** Who asks threads what plants earned. */
export interface AskingRevenue {
  readonly reportThreads: QueryWorkers<RevenueQuestion>;
}

export const revenuesHandlers = ({ reportThreads }: AskingRevenue): Handlers<typeof revenuesCalls> => ({
  ofPlants: async ({ scope, query, gone }) =>
    new ReadyJson(await reportThreads.ask(scope, { revenues_of: query }, gone)),
  list: async ({ scope, query, gone }) =>
    new ReadyJson(await reportThreads.ask(scope, { revenue_of: query }, gone)),
  suggest: async ({ scope, query, gone }) =>
    new ReadyJson(await reportThreads.ask(scope, { suggestion_of: query }, gone)),
  hours: ({ tx, query, now }) => hoursOf(tx, query, now),
});
