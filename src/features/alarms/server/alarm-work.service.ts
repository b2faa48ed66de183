import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Language } from '../../../shared/server/language.ts';
import { notifyLive } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { isColleagueWho } from '../../companies/server/colleagues.public.ts';
import type { AlarmDetail, alarmWorkCalls } from '../alarms.contract.ts';
import { describeAlarm } from './alarm-presenter.ts';
import {
  insertAction,
  type LockedAlarm,
  lockAlarm,
  lockAlarms,
  saveWork,
  type WorkState,
} from './alarm-work.repository.ts';

type WorkChange = z.output<typeof alarmWorkCalls.change.body>;
type BulkWorkChange = z.output<typeof alarmWorkCalls.changeMany.body>;

/** When something is done, and how it is answered. */
export interface WorkContext {
  readonly now: Date;
  readonly language: Language;
}

const NO_COLLEAGUE = 'Choose a colleague who may see this plant and its alarms';

/** @throws AppError invalid at the field for whoever could not even open the alarm */
async function assertColleague(tx: Tx, user_id: number, { plant_id }: LockedAlarm): Promise<void> {
  if (await isColleagueWho(tx, user_id, { may: 'asset.read', plant_id })) return;
  throw new AppError('invalid', 'Data is not valid', {
    errors: [{ path: 'assigned_to', message: NO_COLLEAGUE, code: 'no_such_colleague' }],
  });
}

function workAfter(
  tx: Tx,
  before: LockedAlarm,
  { acknowledged, assigned_to }: WorkChange,
  now: Date,
): WorkState {
  const was = before.acknowledged_at !== null;
  const after = { ...before, assigned_to: assigned_to === undefined ? before.assigned_to : assigned_to };
  // Whoever saw it first stays the one who saw it.
  if (acknowledged === undefined || acknowledged === was) return after;
  return {
    ...after,
    acknowledged_at: acknowledged ? now : null,
    acknowledged_by: acknowledged ? tx.scope.user_id : null,
  };
}

/** Writes what was decided into the alarm's history and the company's audit. */
async function recordChange(tx: Tx, before: LockedAlarm, after: WorkState, now: Date): Promise<void> {
  const { id: alarm_id, proj_code, code: alarm } = before;
  const on = { proj_code, alarm };
  if ((before.acknowledged_at === null) !== (after.acknowledged_at === null)) {
    const kind = after.acknowledged_at === null ? 'unacknowledged' : 'acknowledged';
    await insertAction(tx, { alarm_id, at: now, kind });
    await recordAudit(tx, `alarm.${kind}`, String(alarm_id), on);
  }
  if (before.assigned_to === after.assigned_to) return;
  const { assigned_to: user_id } = after;
  const assignment =
    user_id === null
      ? ({ kind: 'unassigned' } as const)
      : ({ kind: 'assigned', detail: { user_id } } as const);
  await insertAction(tx, { alarm_id, at: now, ...assignment });
  await recordAudit(tx, 'alarm.assigned', String(alarm_id), {
    ...on,
    assigned_to_before: before.assigned_to,
    assigned_to: user_id,
  });
}

const notifyBrowsers = (tx: Tx, alarms: readonly LockedAlarm[]): Promise<void> => {
  const codes = [...new Set(alarms.map(({ proj_code }) => proj_code))];
  return notifyLive(tx, { company_id: tx.scope.company_id, kind: 'alarms', codes });
};

const isSame = (before: WorkState, after: WorkState): boolean =>
  after.assigned_to === before.assigned_to && after.acknowledged_at === before.acknowledged_at;

/** Keeps what was decided of an alarm. Answers whether it was not so before. @throws AppError invalid */
async function work(tx: Tx, before: LockedAlarm, change: WorkChange, now: Date): Promise<boolean> {
  const after = workAfter(tx, before, change, now);
  const assignment = after.assigned_to !== before.assigned_to;
  if (isSame(before, after)) return false;
  if (assignment && after.assigned_to !== null) await assertColleague(tx, after.assigned_to, before);
  await saveWork(tx, before.id, after);
  await recordChange(tx, before, after, now);
  return true;
}

/**
 * Acknowledges an alarm, gives it to somebody, or takes either back; what is left out stays.
 * @throws AppError not_found; conflict with the stored alarm when it changed in between; invalid for who cannot see it
 */
export async function changeAlarm(
  tx: Tx,
  id: number,
  change: WorkChange,
  { now, language }: WorkContext,
): Promise<AlarmDetail> {
  const before = (await lockAlarm(tx, id)) ?? notFound();
  await assertVersion(before, change.version, async () => (await describeAlarm(tx, id, language)).alarm);
  if (await work(tx, before, change, now)) await notifyBrowsers(tx, [before]);
  return describeAlarm(tx, id, language);
}

/**
 * Acknowledges several alarms or gives them to somebody, each with its own event and audit row. One that moved on since the
 * person saw it, and is not so already, is left as it is: what came again meanwhile is not acknowledged unseen.
 * @returns how many were not so before, and which were left
 * @throws AppError not_found where one is not seen; invalid for who cannot see all that change: then none does
 */
export async function changeAlarms(
  tx: Tx,
  { alarms, ...change }: BulkWorkChange,
  now: Date,
): Promise<{ changed: number; left: number[] }> {
  const seen = new Map(alarms.map(({ id, version }) => [id, version]));
  const found = await lockAlarms(tx, [...seen.keys()]);
  if (found.length < seen.size) notFound();
  const changed: LockedAlarm[] = [];
  const left: number[] = [];
  for (const alarm of found) {
    if (isSame(alarm, workAfter(tx, alarm, change, now))) continue;
    if (alarm.version !== seen.get(alarm.id)) left.push(alarm.id);
    else if (await work(tx, alarm, change, now)) changed.push(alarm);
  }
  if (changed.length > 0) await notifyBrowsers(tx, changed);
  return { changed: changed.length, left };
}

/** Adds a comment to an alarm. @throws AppError not_found */
export async function commentAlarm(
  tx: Tx,
  id: number,
  note: string,
  { now, language }: WorkContext,
): Promise<AlarmDetail> {
  const alarm = (await lockAlarm(tx, id)) ?? notFound();
  await insertAction(tx, { alarm_id: id, at: now, kind: 'commented', note });
  await recordAudit(tx, 'alarm.commented', String(id), { proj_code: alarm.proj_code, alarm: alarm.code });
  await notifyBrowsers(tx, [alarm]);
  return describeAlarm(tx, id, language);
}
