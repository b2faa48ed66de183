import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { notifyLive } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MINUTE_MS } from '../../../shared/units/zones.ts';
import { snoozeDays, snoozeEnd } from '../snooze-days.model.ts';
import type { Snooze, snoozesCalls } from '../snoozes.contract.ts';
import { addSnooze, endSnooze, lockSnoozes } from './snooze-state.repository.ts';
import {
  findInForce,
  findPlanned,
  findPlantToSnooze,
  findSnooze,
  type SnoozeRow,
} from './snoozes.repository.ts';

type SnoozeRequest = z.output<typeof snoozesCalls.snooze.body>;

/** "Now" as somebody chose it while they wrote the message. */
const NOW_TOLERANCE_MS = 10 * MINUTE_MS;
const MAX_AHEAD_MS = 366 * 24 * 60 * MINUTE_MS;

const FAULTS = {
  start_past: 'This time is over: leave it out to begin now',
  start_too_far: 'A snooze is planned at most a year ahead',
  end_before_start: 'It must end after it begins, and after now',
  end_too_far: 'A snooze lasts at most a year',
  other_in_force: 'Somebody else has snoozed this plant, or ended its snooze, in the meantime',
  planned_already: 'Another snooze is planned for that time: take it back first, or choose another time',
  ended_already: 'This snooze has ended already',
} as const;

const at = (path: string, code: keyof typeof FAULTS) => [{ path, message: FAULTS[code], code }];

export function presentSnooze({ plant_id: _, ...row }: SnoozeRow): Snooze {
  const { starts_at, ends_at, ended_at, created_at, time_zone } = row;
  return {
    ...row,
    days: snoozeDays(time_zone, starts_at.getTime(), ends_at.getTime()),
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

function conflict(code: keyof typeof FAULTS, path: string, stored: SnoozeRow | undefined): AppError {
  const extra = { stored: stored ? presentSnooze(stored) : null };
  return new AppError('conflict', FAULTS[code], { errors: at(path, code), extra: extra });
}

/** When it is to begin: now, or a later time. @throws AppError invalid at the field */
function startOf(starts_at: string | undefined, now: Date): Date {
  if (starts_at === undefined) return now;
  const requested = new Date(starts_at);
  const ahead = requested.getTime() - now.getTime();
  if (ahead > MAX_AHEAD_MS) {
    throw new AppError('invalid', 'Data is not valid', { errors: at('starts_at', 'start_too_far') });
  }
  if (ahead > 0) return requested;
  if (ahead >= -NOW_TOLERANCE_MS) return now;
  throw new AppError('invalid', 'Data is not valid', { errors: at('starts_at', 'start_past') });
}

/** When it is to end: at the instant that was asked for, or after whole days. @throws AppError invalid at the field */
function endOf({ days = 1, ends_at }: SnoozeRequest, zone: string, start: Date): Date {
  if (ends_at === undefined) return new Date(snoozeEnd(zone, start.getTime(), days));
  const requested = new Date(ends_at);
  const lasts = requested.getTime() - start.getTime();
  if (lasts > 0 && lasts <= MAX_AHEAD_MS) return requested;
  const code = lasts > 0 ? 'end_too_far' : 'end_before_start';
  throw new AppError('invalid', 'Data is not valid', { errors: at('ends_at', code) });
}

/** Of two who snooze at once, the second gets a conflict. @throws AppError conflict with the snooze that stands in the way */
async function assertFree(
  tx: Tx,
  { replaces }: SnoozeRequest,
  when: { plant_id: number; starts_at: Date; ends_at: Date; now: Date },
): Promise<void> {
  if (when.starts_at > when.now) {
    const planned = await findPlanned(tx, when);
    if (planned) throw conflict('planned_already', 'starts_at', planned);
    return;
  }
  if (replaces === undefined) return;
  const inForce = await findInForce(tx, when.plant_id, when.now);
  if ((inForce?.id ?? null) !== replaces) throw conflict('other_in_force', '', inForce);
}

/** Browsers show it at once: on the plant's card, and beside its alarms. */
async function notifyBrowsers(tx: Tx, proj_code: string): Promise<void> {
  for (const kind of ['plants', 'alarms'] as const) {
    await notifyLive(tx, { company_id: tx.scope.company_id, kind, codes: [proj_code] });
  }
}

/**
 * Mutes a plant's alarms, for whole days of its clock or until an instant, from now on or from a later time. What was in
 * force is replaced.
 * @throws AppError not_found; invalid at the field; conflict with another one
 */
export async function snoozePlant(
  tx: Tx,
  proj_code: string,
  request: SnoozeRequest,
  now: Date,
): Promise<Snooze> {
  const plant = (await findPlantToSnooze(tx, proj_code)) ?? notFound();
  const { plant_id, time_zone } = plant;
  const { kind, snooze_message: message } = request;
  const starts_at = startOf(request.starts_at, now);
  const ends_at = endOf(request, time_zone, starts_at);
  await lockSnoozes(tx, [plant_id]);
  await assertFree(tx, request, { plant_id, starts_at, ends_at, now });
  const id = await addSnooze(
    tx,
    { plant_id, kind, starts_at, ends_at, message, created_by: tx.scope.user_id },
    now,
  );
  await recordAudit(tx, 'snooze.created', proj_code, {
    kind,
    days: snoozeDays(time_zone, starts_at.getTime(), ends_at.getTime()),
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
  });
  await notifyBrowsers(tx, proj_code);
  return presentSnooze((await findSnooze(tx, id, now)) ?? notFound());
}

/** Ends a snooze before its time, or takes a planned one back. @throws AppError not_found; conflict when it has ended already */
export async function endSnoozeEarly(tx: Tx, id: number, now: Date): Promise<void> {
  const { plant_id } = (await findSnooze(tx, id, now)) ?? notFound();
  await lockSnoozes(tx, [plant_id]);
  // As it is when their turn has come.
  const found = (await findSnooze(tx, id, now)) ?? notFound();
  const ended = await endSnooze(tx, id, { by: tx.scope.user_id, now });
  if (ended === undefined) throw conflict('ended_already', '', await findSnooze(tx, id, now));
  const { proj_code, state, ends_at } = found;
  await recordAudit(tx, 'snooze.ended', proj_code, { state, ends_at: ends_at.toISOString() });
  await notifyBrowsers(tx, proj_code);
}
