import type { Tx } from '../../../shared/server/tenancy.ts';
import type { LossesByDay } from '../../forecast/waterfall.model.ts';
import { keptKinds, listDayLosses } from './totals.repository.ts';

/**
 * What downtimes of a plant say of its days, for the waterfall of expected energy: energy lost in hours of which the plant's energy is
 * known, as everything else in it. A kind of which none was ever recorded of the plant is null: then nobody keeps it.
 */
export async function recordedLosses(
  tx: Tx,
  asked: { readonly plant_id: number; readonly from: string; readonly to: string },
): Promise<LossesByDay> {
  const kept = await keptKinds(tx, asked.plant_id);
  if (!kept.downtime && !kept.curtailment) return { downtime: null, curtailment: null };
  const days = await listDayLosses(tx, asked);
  const lost = (curtailed: boolean): ReadonlyMap<string, number> =>
    new Map(days.flatMap(({ day, curtailment, kwh }) => (curtailment === curtailed ? [[day, kwh]] : [])));
  return {
    downtime: kept.downtime ? lost(false) : null,
    curtailment: kept.curtailment ? lost(true) : null,
  };
}
