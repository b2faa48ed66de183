import type { Tx } from '../../../shared/server/tenancy.ts';
import { type LocalDay, localDay } from '../../../shared/units/zones.ts';
import { listFirstDays } from '../../measurements/server/plant-days.public.ts';
import { keptFrom } from '../periods.model.ts';
import type { PlantContext } from './plant-contexts.ts';

/** What becomes of days of a window that were not made. */
export interface MissingDays {
  /** Days that the worker is going to make. */
  readonly pending: number;
  /** Days that nobody makes before somebody asks for fewer days or plants: today, and those before `kept_from`. */
  readonly left_out: number;
  /** The day from which on the worker makes days; null where no earlier one is left out, or the plant has no readings. */
  readonly kept_from: string | null;
}

export const NOTHING_MISSING: MissingDays = { pending: 0, left_out: 0, kept_from: null };

interface Lacking {
  readonly context: PlantContext;
  /** Days that are neither kept nor made now. */
  readonly missing: readonly LocalDay[];
}

/** When plants began, of those that lack days which are over. */
async function firstDaysOf(tx: Tx, lacking: readonly Lacking[], now: number): Promise<Map<number, string>> {
  const open = lacking.filter(({ missing }) => missing.some(({ end }) => end <= now));
  const plant_ids = open.map(({ context }) => context.plant.plant_id);
  return plant_ids.length === 0 ? new Map() : listFirstDays(tx, plant_ids);
}

/** What becomes of the days that plants lack, by plant. */
export async function missingOf(
  tx: Tx,
  lacking: readonly Lacking[],
  now: number,
): Promise<Map<number, MissingDays>> {
  const first = await firstDaysOf(tx, lacking, now);
  return new Map(
    lacking.map(({ context: { plant }, missing }) => {
      const over = missing.filter(({ end }) => end <= now);
      const kept_from = keptFrom(first.get(plant.plant_id), localDay(plant.time_zone, now).day);
      const pending = over.filter(({ day }) => kept_from !== null && day >= kept_from).length;
      const isOlder = over.length > pending;
      return [
        plant.plant_id,
        { pending, left_out: missing.length - pending, kept_from: isOlder ? kept_from : null },
      ];
    }),
  );
}
