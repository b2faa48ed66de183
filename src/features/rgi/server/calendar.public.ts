import type { Tx } from '../../../shared/server/tenancy.ts';
import { calendarOf, type WorkCalendar } from '../rgi.model.ts';
import { listOthers } from './rgi.repository.ts';

/** When a plant is to work, from an instant to another (epoch ms). */
export async function loadCalendar(
  tx: Tx,
  { plant_id, time_zone, start, end }: { plant_id: number; time_zone: string; start: number; end: number },
): Promise<WorkCalendar> {
  const items = await listOthers(tx, { plant_id, start, end });
  return calendarOf(
    time_zone,
    items.map(({ start_at, end_at, working }) => ({
      start: start_at.getTime(),
      end: end_at.getTime(),
      working,
    })),
  );
}
