import type { Tx } from '../../../shared/server/tenancy.ts';
import { PORTAL_CLOCK } from '../../../shared/units/zones.ts';
import { windowFigures } from '../figures.model.ts';
import { yesterdayAt } from '../yesterday.model.ts';
import { visibleContexts, withoutHours } from './energy-questions.ts';

/** Which share of what was expected plants made yesterday, by their codes; null where it is not known. */
export async function expectedShares(
  tx: Tx,
  { codes, now }: { readonly codes: readonly string[]; readonly now: number },
): Promise<ReadonlyMap<string, number | null>> {
  // It tells which day was yesterday; each plant's own day is counted.
  const question = { tx, now, window: yesterdayAt(PORTAL_CLOCK, now) };
  const contexts = await visibleContexts(question, codes);
  const loaded = await withoutHours(question, contexts);
  return new Map(
    contexts.map(({ plant }) => {
      const days = loaded.get(plant.plant_id)?.days ?? [];
      return [plant.proj_code, windowFigures(days, plant.kw_peak).performance_index];
    }),
  );
}
