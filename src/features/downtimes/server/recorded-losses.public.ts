import type { Tx } from '../../../shared/server/tenancy.ts';
import type { RecordedLosses } from '../../forecast/waterfall.model.ts';
import { hasDowntimes, listDayLosses } from './totals.repository.ts';

/**
 * What downtimes of a plant say of its days, for the waterfall of expected energy: energy lost in hours of which the plant's energy is
 * known, as everything else in it. Null where no downtime of the plant was ever recorded: then nobody keeps them.
 */
export async function recordedLosses(
  tx: Tx,
  asked: { readonly plant_id: number; readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, RecordedLosses> | null> {
  if (!(await hasDowntimes(tx, asked.plant_id))) return null;
  const days = new Map<string, RecordedLosses>();
  for (const { day, curtailment, kwh } of await listDayLosses(tx, asked)) {
    const { downtime_kwh, curtailment_kwh } = days.get(day) ?? { downtime_kwh: 0, curtailment_kwh: 0 };
    days.set(day, {
      downtime_kwh: (downtime_kwh ?? 0) + (curtailment ? 0 : kwh),
      curtailment_kwh: (curtailment_kwh ?? 0) + (curtailment ? kwh : 0),
    });
  }
  return days;
}
