import type { Tx } from '../../../shared/server/tenancy.ts';
import { requestsBook } from '../maintenance-requests.contract.ts';
import type { RequestState } from '../request-states.model.ts';
import type { SendingDeps } from './request-sending.ts';
import { listRequests } from './requests.repository.ts';
import { createRequests } from './requests.ts';

/** What another area's record asks for. */
export interface AskedFor {
  readonly proj_code: string;
  readonly title: string;
  readonly description: string;
  readonly device_ids: readonly number[];
}

/** A request as other areas name it. */
export interface NamedRequest {
  readonly id: number;
  readonly number: number;
  readonly state: RequestState;
}

/** Makes requests of what other areas found, as whoever asks. */
export function maintenanceRequests(deps: SendingDeps) {
  const requests = createRequests(deps);
  return {
    create: (tx: Tx, asked: AskedFor, now: Date): Promise<{ id: number }> =>
      requests.create(tx, requestsBook.calls.create.body.parse(asked), now),
  };
}
export type MaintenanceRequests = ReturnType<typeof maintenanceRequests>;

/** Requests by their numbers, of those that the person sees and that lie in no bin. */
export async function namedRequests(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedRequest>> {
  if (ids.length === 0) return new Map();
  const rows = await listRequests(tx, ids);
  return new Map(rows.map(({ id, number, state }) => [id, { id, number, state }]));
}
