import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayPrice } from '../revenue.model.ts';
import { tariffsDigest } from './revenue-day-bases.ts';
import { listKeptDays, lockRevenueDays, repriceDays } from './revenue-days.repository.ts';
import { listTariffsOf } from './tariffs.repository.ts';

/** Prices those kept days of a plant anew that were priced by other tariffs; of days that were let go, too. */
export async function repricePlant(
  tx: Tx,
  plant_id: number,
  span?: { from: string; to: string },
): Promise<void> {
  await lockRevenueDays(tx, [plant_id]);
  const tariffs = (await listTariffsOf(tx, [plant_id])).get(plant_id) ?? [];
  const version = tariffsDigest(tariffs);
  const of = span ?? { from: '1900-01-01', to: '2999-12-31' };
  const days = (await listKeptDays(tx, { plant_ids: [plant_id], ...of })).filter(
    (day) => day.tariffs !== version,
  );
  if (days.length === 0) return;
  const priced = days.map((day) => ({ day: day.day, ...dayPrice(tariffs, day) }));
  await repriceDays(tx, { plant_id, tariffs: version, days: priced });
}
