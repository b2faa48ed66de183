import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import { publish } from '../../../shared/server/notifications/publish.ts';
import { recordBookOf } from '../../../shared/server/records/record-book.ts';
import type { RecordBook, Written } from '../../../shared/server/records/record-book-kind.ts';
import { saveAssignment } from '../../../shared/server/records/record-notes.repository.ts';
import { deleteLinks, withdrawLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import {
  type MaintenanceRequest,
  type RequestCheck,
  requestsBook,
} from '../maintenance-requests.contract.ts';
import { requestCode } from '../request-states.model.ts';
import en from '../web/requests/i18n/en.json' with { type: 'json' };
import it from '../web/requests/i18n/it.json' with { type: 'json' };
import { findTemplate } from './firms.ts';
import { judgeDevices, judgeDowntime } from './judgement.ts';
import { nextNumber, saveDevices } from './numbered.repository.ts';
import { presentRequests, REQUEST } from './request-answers.ts';
import { type Assignment, judgeAssignment, mergedAssignment, NOBODY } from './request-assignment.ts';
import { unknownOf } from './request-faults.ts';
import { requestFile } from './request-file.ts';
import { requestConditions } from './request-filters.ts';
import { requestAssigned } from './request-notifications.ts';
import { type SendingDeps, sendRequest } from './request-sending.ts';
import { listRequests, plantOfAlarm } from './requests.repository.ts';
import { judgeType } from './types.ts';

type Book = typeof requestsBook;
type Given = Written<Book>;

/** The plant of a request: of a new one by its code. @throws AppError not_found */
async function plantOf(tx: Tx, written: Given): Promise<number> {
  if (written.before) return (await listRequests(tx, [written.before.id]))[0]?.plant_id ?? notFound();
  const [plant] = await plantCodes.find(tx, [written.given.proj_code], plantFilter(tx.scope));
  return plant?.id ?? notFound();
}

async function judgeLinks(
  tx: Tx,
  plant_id: number,
  { alarm_id, downtime_id, ...of }: LinkedTo,
): Promise<void> {
  await judgeType(tx, of.type_id, of.type_before);
  if (downtime_id != null) await judgeDowntime(tx, plant_id, downtime_id);
  if (alarm_id == null) return;
  const plant =
    (await plantOfAlarm(tx, alarm_id)) ?? unknownOf('alarm_id', 'unknown_alarm', 'There is no such alarm');
  if (plant !== plant_id) refuseField('alarm_id', 'other_plant', 'This alarm is of another plant');
}
interface LinkedTo {
  readonly type_id?: number | null | undefined;
  readonly type_before: number | null | undefined;
  readonly alarm_id?: number | null | undefined;
  readonly downtime_id?: number | null | undefined;
}

/** A list as it is kept: what was ticked before stays as it was ticked, and who ticks now is named. */
async function checklistOf(
  tx: Tx,
  given: readonly { text: string; done: boolean }[],
  { before, now }: { before: readonly RequestCheck[]; now: Date },
): Promise<RequestCheck[]> {
  const names = await listMemberNames(tx, [tx.scope.user_id]);
  const by = tx.scope.party?.name ?? names.get(tx.scope.user_id ?? 0) ?? null;
  return given.map(({ text, done }) => {
    const kept = before.find((one) => one.text === text && one.done);
    if (!done) return { text, done, by: null, at: null };
    return kept ?? { text, done, by, at: now.toISOString() };
  });
}

/** The lines that a new request begins with. */
async function linesOf(
  tx: Tx,
  written: Given,
): Promise<readonly { text: string; done: boolean }[] | undefined> {
  const { given } = written;
  if (written.before || !('template_id' in given)) return given.checklist;
  const { template_id, checklist } = written.given;
  if (template_id === null) return checklist;
  const template =
    (await findTemplate(tx, template_id)) ??
    unknownOf('template_id', 'unknown_template', 'There is no such checklist: choose another one');
  return checklist.length > 0 ? checklist : template.items.map((text) => ({ text, done: false }));
}

async function columnsOf(tx: Tx, written: Given): Promise<object> {
  const { before, given, now } = written;
  const plant_id = await plantOf(tx, written);
  const { downtime_id } = given;
  // A downtime that has gone since stays named.
  const judged = downtime_id === before?.downtime_id ? { ...given, downtime_id: undefined } : given;
  await judgeLinks(tx, plant_id, { ...judged, type_before: before?.type_id });
  if (given.device_ids) await judgeDevices(tx, plant_id, given.device_ids);
  const assignment = mergedAssignment(before ?? NOBODY, given);
  await judgeAssignment(tx, plant_id, { before: before ?? NOBODY, after: assignment });
  const lines = await linesOf(tx, written);
  const checklist = lines && (await checklistOf(tx, lines, { before: before?.checklist ?? [], now }));
  const { title, description, type_id, priority, due_at, estimated_min } = given;
  return {
    title,
    description,
    type_id,
    priority,
    due_at,
    estimated_min,
    ...assignment,
    checklist: checklist && JSON.stringify(checklist),
    ...(before ? {} : { plant_id, number: await nextNumber(tx, REQUEST), created_at: now, state_at: now }),
    ...(written.before ? {} : { alarm_id: written.given.alarm_id }),
    downtime_id: given.downtime_id,
  };
}

/** Whether it goes to somebody else than before. */
const isReassigned = (before: Assignment | null, after: Assignment): boolean =>
  (before?.assigned_user_id ?? null) !== after.assigned_user_id ||
  (before?.assigned_firm_id ?? null) !== after.assigned_firm_id;

type Ways = Pick<Assignment, 'send_by_email' | 'send_by_sms'>;

/** The ways by which it is sent, but those by which it was before. */
function waysOf(after: Ways, before: Ways | null): ('mail' | 'sms')[] {
  const mail = after.send_by_email && !before?.send_by_email;
  const sms = after.send_by_sms && !before?.send_by_sms;
  return [...(mail ? (['mail'] as const) : []), ...(sms ? (['sms'] as const) : [])];
}

async function tellAssigned(
  tx: Tx,
  row: { id: number; plant_id: number; title: string; number: number },
  to: number,
) {
  const { id, plant_id, title, number } = row;
  await publish(tx, requestAssigned, { subject: id, plant_id, params: { title, number }, to: [to] });
}

/** The requests of companies: their book, and what follows from what is written there. */
export function createRequests(deps: SendingDeps) {
  async function saved(tx: Tx, { id, before, given, now }: Given & { id: number }): Promise<void> {
    const [row] = await listRequests(tx, [id]);
    if (!row) return;
    if (given.device_ids) await saveDevices(tx, REQUEST, { ...row, device_ids: given.device_ids });
    if (!isReassigned(before, row)) {
      // It goes by the ways that were chosen since.
      await sendRequest(tx, deps, { id, by: waysOf(row, before), also: true, now });
      return;
    }
    // Whoever looks after it is told of comments as well.
    await saveAssignment(tx, { kind: REQUEST, ...row }, row.assigned_user_id, now);
    if (before?.assigned_firm_id != null) await withdrawLinks(tx, { kind: REQUEST, record_id: id, now });
    if (row.assigned_user_id !== null) await tellAssigned(tx, row, row.assigned_user_id);
    await sendRequest(tx, deps, { id, by: waysOf(row, null), now });
  }

  const book: RecordBook<Book> = {
    kind: REQUEST,
    table: REQUEST,
    plant: 'plant_id',
    sorts: {
      number: 'r.number',
      due_at: { sql: 'r.due_at', nullable: true },
      priority: 'r.urgency',
      title: 'r.found_in',
    },
    usual: '-number',
    file: requestFile,
    words: { en: en.book, it: it.book },
    told: ['priority', 'due_at', 'estimated_min'],
    nameOf: ({ number, title }: Pick<MaintenanceRequest, 'number' | 'title'>) =>
      `${requestCode(number)} ${title}`,
    rows: presentRequests,
    where: requestConditions,
    columns: columnsOf,
    saved,
    // What lies in the bin is nobody's work, and no firm opens it.
    async moved(tx, { id }, deleted_at) {
      if (deleted_at) await withdrawLinks(tx, { kind: REQUEST, record_id: id, now: deleted_at });
    },
    beforePurge: (tx, { id }) => deleteLinks(tx, { kind: REQUEST, record_id: id }),
  };
  return recordBookOf(requestsBook, book);
}
export type Requests = ReturnType<typeof createRequests>;
