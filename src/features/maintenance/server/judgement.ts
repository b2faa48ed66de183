import { refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { findDowntime } from './reports.repository.ts';
import { unknownOf } from './request-faults.ts';
import { findDevices, listRequests } from './requests.repository.ts';

/** A clock that goes a little ahead of this one says nothing of the future. */
const AHEAD_MS = 60_000;

interface Times {
  readonly started_at?: string | null | undefined;
  readonly ended_at?: string | null | undefined;
}

/** Judges when the work was. @throws AppError invalid, at its field // spec §5 */
export function judgeTimes({ started_at, ended_at }: Times, now: Date): void {
  const latest = now.getTime() + AHEAD_MS;
  if (started_at != null && Date.parse(started_at) > latest)
    refuseField('started_at', 'in_future', 'Work cannot begin in the future');
  if (ended_at != null && Date.parse(ended_at) > latest)
    refuseField('ended_at', 'in_future', 'Work cannot end in the future');
  if (started_at == null || ended_at == null) return;
  if (Date.parse(ended_at) < Date.parse(started_at))
    refuseField('ended_at', 'before_start', 'Work cannot end before it began');
}

/** Judges which devices a request or report names. @throws AppError not_found, invalid at `device_ids` */
export async function judgeDevices(tx: Tx, plant_id: number, ids: readonly number[]): Promise<void> {
  const wanted = new Set(ids);
  const found = await findDevices(tx, [...wanted]);
  if (found.length < wanted.size) unknownOf('device_ids', 'unknown_device', 'There is no such device');
  if (found.some((device) => device.plant_id !== plant_id))
    refuseField(
      'device_ids',
      'other_plant',
      'A device stands in another plant: choose devices of this plant',
    );
}

/** Judges which downtime something is written for. @throws AppError not_found, invalid at `downtime_id` */
export async function judgeDowntime(tx: Tx, plant_id: number, id: number): Promise<void> {
  const downtime =
    (await findDowntime(tx, id)) ??
    unknownOf(
      'downtime_id',
      'unknown_downtime',
      'This downtime lies in the bin or is gone: choose another one',
    );
  if (downtime.plant_id !== plant_id)
    refuseField('downtime_id', 'other_plant', 'This downtime is of another plant');
}

/** Judges which request a report is written for. @throws AppError not_found, invalid at `request_id` */
export async function judgeRequest(tx: Tx, plant_id: number, id: number): Promise<void> {
  const [request] = await listRequests(tx, [id]);
  if (!request)
    unknownOf(
      'request_id',
      'unknown_request',
      'This request lies in the bin or is gone: restore it, or write the report without it',
    );
  if (request.plant_id !== plant_id)
    refuseField('request_id', 'other_plant', 'This request is of another plant');
}
