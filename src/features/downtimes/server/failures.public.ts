import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  type FailuresAsked,
  type FailuresOfCause,
  type FailuresOfModel,
  listFailuresByCause,
  listFailuresByModel,
} from './failures.repository.ts';

/** Downtimes that count as unavailable and began in a window, by cause and by the devices' maker and model. */
export async function loadFailures(
  tx: Tx,
  asked: FailuresAsked,
): Promise<{ by_cause: FailuresOfCause[]; by_model: FailuresOfModel[] }> {
  return { by_cause: await listFailuresByCause(tx, asked), by_model: await listFailuresByModel(tx, asked) };
}
