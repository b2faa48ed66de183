import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, daysBetween, earlier, localDay } from '../../../shared/units/zones.ts';
import { isSoldAtMarket, lostPrice } from '../lost-price.model.ts';
import type { RevenuePeriod } from '../revenue.model.ts';
import { topUpSince } from '../revenue-rows.model.ts';
import type { Revenues } from '../revenues.contract.ts';
import { listPlannedEnergy, type PlannedEnergy } from './budget.repository.ts';
import { budgetOf } from './budget.service.ts';
import { paymentBalance } from './payments.service.ts';
import type { RevenueQuestion } from './revenue-question.public.ts';
import { revenuesOf, suggest } from './revenues.ts';
import { answerRevenuesOf, type PlantEarned, revenuesOfMany } from './revenues-of-many.ts';
import { listTariffs, listTariffsOf } from './tariffs.repository.ts';

export type { EarnedPeriod } from './revenues-of-many.ts';

/** Answers a question of revenue, in a thread. */
export async function answerRevenue(tx: Tx, query: RevenueQuestion, now: Date): Promise<unknown> {
  if ('revenues_of' in query) return answerRevenuesOf(tx, query.revenues_of, now);
  if ('revenue_of' in query) return revenuesOf(tx, { ...query.revenue_of, in_full: false }, now);
  if ('suggestion_of' in query) return suggest(tx, query.suggestion_of, now);
  if ('balance_of' in query) return paymentBalance(tx, query.balance_of, now);
  return budgetOf(tx, query.budget_of, now);
}

/** What a plant earned by its tariffs, period by period, for reports; in full where nobody waits for it. */
export function loadRevenues(
  tx: Tx,
  asked: { proj_code: string; from: string; to: string; by: RevenuePeriod; in_full: boolean },
  now: Date,
): Promise<Revenues> {
  return revenuesOf(tx, asked, now);
}

/** What many plants earned, of the days that are kept, by plant. */
export async function loadRevenuesOfMany(
  tx: Tx,
  asked: { codes: readonly string[]; from: string; to: string; by: RevenuePeriod },
  now: Date,
): Promise<ReadonlyMap<number, PlantEarned>> {
  return new Map((await revenuesOfMany(tx, asked, now)).map((one) => [one.plant.plant_id, one]));
}

/** What plants are to make by their budgets of a year, and in which version that is, by plant. */
export async function loadBudgets(
  tx: Tx,
  of: { readonly plant_ids: readonly number[]; readonly year: number },
): Promise<ReadonlyMap<number, PlannedEnergy>> {
  return new Map((await listPlannedEnergy(tx, of)).map((one) => [one.plant_id, one]));
}

/**
 * How many days of plants would be looked at for the end of a year alone, beside those asked for. // as revenuesOf does
 */
export async function countDaysBefore(
  tx: Tx,
  plants: readonly { readonly plant_id: number; readonly time_zone: string }[],
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<number> {
  const plant_ids = plants.map(({ plant_id }) => plant_id);
  if (plants.length === 0) return 0;
  const tariffs = await listTariffsOf(tx, plant_ids);
  let count = 0;
  for (const { plant_id, time_zone } of plants) {
    const { day: today } = localDay(time_zone, now.getTime());
    const earning = { tariffs: tariffs.get(plant_id) ?? [], today };
    const since = topUpSince(earning, { from, to: earlier(to, today) });
    if (since !== null) count += daysBetween(since, addDays(from, -1)).length;
  }
  return count;
}

/** What a kWh would have brought on a day (of the plant's calendar) at a price of the market, EUR/MWh; as `lostPrice`. */
export type LostPrice = (day: string, price_eur_mwh: number | null) => number | null | undefined;

/** How energy that a plant did not make is priced by its tariffs, and which these are. */
export async function loadLostPrice(
  tx: Tx,
  proj_code: string,
): Promise<{
  readonly priceOn: LostPrice;
  /** Whether the market's price stands for the sale on a day. */
  readonly isSoldAtMarket: (day: string) => boolean;
  readonly tariffs: string;
}> {
  const tariffs = await listTariffs(tx, { proj_code });
  return {
    priceOn: (day, price) => lostPrice(tariffs, day, price),
    isSoldAtMarket: (day) => isSoldAtMarket(tariffs, day),
    // As downtimes compare it: loss.repository.ts.
    tariffs: tariffs
      .map(({ id, version }) => ({ id: Number(id), version }))
      .sort((a, b) => a.id - b.id)
      .map(({ id, version }) => `${id}:${version}`)
      .join(),
  };
}
