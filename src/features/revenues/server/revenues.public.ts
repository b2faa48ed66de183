import type { Tx } from '../../../shared/server/tenancy.ts';
import { lostPrice } from '../lost-price.model.ts';
import type { RevenuePeriod } from '../revenue.model.ts';
import type { Revenues } from '../revenues.contract.ts';
import { revenuesOf } from './revenues.ts';
import { type PlantEarned, revenuesOfMany } from './revenues-of-many.ts';
import { listTariffs } from './tariffs.repository.ts';

export type { EarnedPeriod } from './revenues-of-many.ts';
export { answerRevenuesOf } from './revenues-of-many.ts';

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

/** What a kWh would have brought on a day (of the plant's calendar) at a price of the market, EUR/MWh; as `lostPrice`. */
export type LostPrice = (day: string, price_eur_mwh: number | null) => number | null | undefined;

/** How energy that a plant did not make is priced by its tariffs, and which these are. */
export async function loadLostPrice(
  tx: Tx,
  proj_code: string,
): Promise<{ readonly priceOn: LostPrice; readonly tariffs: string }> {
  const tariffs = await listTariffs(tx, { proj_code });
  return {
    priceOn: (day, price) => lostPrice(tariffs, day, price),
    // As downtimes compare it: loss.repository.ts.
    tariffs: tariffs
      .map(({ id, version }) => ({ id: Number(id), version }))
      .sort((a, b) => a.id - b.id)
      .map(({ id, version }) => `${id}:${version}`)
      .join(),
  };
}
