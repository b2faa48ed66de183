import { allows } from '../../../shared/contract/capabilities.ts';
import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { publish } from '../../../shared/server/notifications/publish.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { MaintenanceRequest, RequestCheck } from '../maintenance-requests.contract.ts';
import { faultOfStep, type Mover, type RequestState, requestCode } from '../request-states.model.ts';
import { presentRequests } from './request-answers.ts';
import { holdRequest, saveChecklist, saveState } from './request-changes.repository.ts';
import { refuseStep } from './request-faults.ts';
import { requestMoved } from './request-notifications.ts';
import { listRequests, type RequestRow } from './requests.repository.ts';

/** As what whoever asks moves requests on. */
export function moversOf({ scope }: Tx): Mover[] {
  if (scope.party !== undefined) return ['firm'];
  const keeps = allows('records.write', scope.roles) ? (['keeper'] as const) : [];
  return ['worker', ...keeps];
}

/** What whoever asks is called. */
export async function nameOfActor(tx: Tx): Promise<string> {
  const { party, user_id } = tx.scope;
  return party?.name ?? (await listMemberNames(tx, [user_id])).get(user_id ?? 0) ?? '';
}

const rowOf = async (tx: Tx, id: number): Promise<RequestRow> =>
  (await listRequests(tx, [id]))[0] ?? notFound();

const nameOf = ({ number, title }: RequestRow): string => `${requestCode(number)} ${title}`;

/** A request as it is answered. @throws AppError not_found */
export const presentRequest = async (tx: Tx, id: number): Promise<MaintenanceRequest> =>
  (await presentRequests(tx, [id]))[0] ?? notFound();

interface Move {
  readonly id: number;
  readonly to: RequestState;
  readonly note: string;
  readonly version?: number | undefined;
  readonly now: Date;
}

/** Brings a request into its next state. @throws AppError not_found, conflict; forbidden where it is for others */
export async function moveRequest(tx: Tx, { id, to, note, version, now }: Move): Promise<void> {
  const held = (await holdRequest(tx, id)) ?? notFound();
  await assertVersion(held, version, () => presentRequest(tx, id));
  const from = held.state;
  const fault = faultOfStep(from, to, { movers: moversOf(tx), note });
  if (fault) refuseStep(fault, to);
  await saveState(tx, held, { from, to, note, at: now });
  const row = await rowOf(tx, id);
  await recordAudit(tx, 'maintenance_request.moved', String(id), {
    name: nameOf(row),
    state: to,
    state_before: from,
  });
  await tellMoved(tx, row, to);
  await notifyTopics(tx, ['maintenance_requests']);
}

async function tellMoved(tx: Tx, row: RequestRow, state: RequestState): Promise<void> {
  const to = [row.created_by, row.assigned_user_id].flatMap((user_id) => user_id ?? []);
  if (to.length === 0) return;
  const { id, number, title, plant_id } = row;
  const params = { number, title, state, by: await nameOfActor(tx) };
  await publish(tx, requestMoved, { subject: id, plant_id, params, to: [...new Set(to)] });
}

/** Ticks a line of a request's list, or takes the tick away. @throws AppError not_found, invalid */
export async function tickRequest(
  tx: Tx,
  { id, index, text, done, now }: { id: number; index: number; text: string; done: boolean; now: Date },
): Promise<void> {
  const { checklist } = (await holdRequest(tx, id)) ?? notFound();
  const line = checklist[index];
  // The list may have been changed meanwhile: then another line stands there.
  if (line?.text !== text) refuseField('index', 'no_such_line', 'The list has no such line: reload it');
  if (line.done === done) return;
  const by = done ? await nameOfActor(tx) : null;
  const ticked: RequestCheck = { text: line.text, done, by, at: done ? now.toISOString() : null };
  await saveChecklist(tx, id, checklist.with(index, ticked));
  const row = await rowOf(tx, id);
  await recordAudit(tx, done ? 'maintenance_request.ticked' : 'maintenance_request.unticked', String(id), {
    name: nameOf(row),
  });
  await notifyTopics(tx, ['maintenance_requests']);
}
