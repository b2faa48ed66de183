import { markChangedHomes } from '../../../shared/server/changed-days.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { int8Array } from './binary-arrays.ts';
import type { BorderedDay } from './stored-readings.repository.ts';

/** The homes among the plants of devices. */
async function listHomesOf(tx: Tx, device_ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await tx.query<{ device_id: number; plant_id: number }>(
    `select d.id as device_id, d.plant_id from plants.device d
     join plants.plant p on p.company_id = $1 and p.id = d.plant_id and p.kind = 'residential'
     where d.company_id = $1 and d.id = any($2::bigint[])`,
    [tx.scope.company_id, int8Array(device_ids)],
    'homes_of_devices',
  );
  return new Map(rows.map(({ device_id, plant_id }) => [device_id, plant_id]));
}

/** Says of homes that days which were over have come to something else: what is kept of them is made anew. // ADR 0077 */
export async function markHomes(tx: Tx, days: readonly BorderedDay[]): Promise<void> {
  if (days.length === 0) return;
  const homes = await listHomesOf(tx, [...new Set(days.map(({ device_id }) => device_id))]);
  const own = days.flatMap((day) => {
    const plant_id = homes.get(day.device_id);
    return plant_id === undefined ? [] : [{ ...day, plant_id }];
  });
  await markChangedHomes(
    tx,
    [...Map.groupBy(own, ({ plant_id }) => plant_id)].map(([plant_id, some]) => ({
      plant_id,
      start: new Date(Math.min(...some.map(({ start }) => start))),
      end: new Date(Math.max(...some.map(({ end }) => end))),
    })),
  );
}
