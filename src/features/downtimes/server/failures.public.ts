import type { Tx } from '../../../shared/server/tenancy.ts';
import { loadFirstDays } from '../../measurements/server/stored-days.public.ts';
import {
  type FailuresAsked,
  type FailuresOfCause,
  type FailuresOfModel,
  type KnownSince,
  listFailuresByCause,
  listFailuresByModel,
  listMakers,
} from './failures.repository.ts';

/** Since when each device is known to have been there: its first reading, also of imported history, or since it was entered. */
async function knownSince(tx: Tx, plant_id: number | null): Promise<KnownSince> {
  const makers = await listMakers(tx, plant_id);
  const first = await loadFirstDays(
    tx,
    makers.map(({ id }) => id),
  );
  return new Map(
    makers.map(({ id, entered_at }) => [
      id,
      new Date(Math.min(entered_at.getTime(), first.get(id) ?? Infinity)),
    ]),
  );
}

/** Downtimes that count as unavailable and began in a window, by cause and by the devices' manufacturer and model. */
export async function loadFailures(
  tx: Tx,
  asked: FailuresAsked,
): Promise<{ by_cause: FailuresOfCause[]; by_model: FailuresOfModel[] }> {
  const since = await knownSince(tx, asked.plant_id);
  return {
    by_cause: await listFailuresByCause(tx, asked, since),
    by_model: await listFailuresByModel(tx, asked, since),
  };
}
