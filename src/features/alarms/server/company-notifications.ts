import { queueMail } from '../../../shared/server/mail/outbox.ts';
import type { NotificationDeps } from '../../../shared/server/notifications/kinds.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { seesPlant, type Tx } from '../../../shared/server/tenancy.ts';
import { GATHER_MS, nextMailAt } from '../../notifications/mail-pace.model.ts';
import { dueDigest } from '../../notifications/quiet-hours.model.ts';
import { frameOf } from '../../notifications/server/mail-frame.public.ts';
import { digestLists } from '../../notifications/server/published-digest.public.ts';
import { findRecipient, type Recipient } from '../../notifications/server/recipient.public.ts';
import { openWebhooks } from '../../notifications/server/webhook-queue.public.ts';
import { type NotificationStep, nextStep } from '../notification.model.ts';
import { alarmMail, digestMail } from './notification-mail.ts';
import type { NotificationPreferenceRow } from './notification-preferences.repository.ts';
import { lineText, type NotificationLine } from './notification-text.ts';
import {
  createNotifications,
  type DueNotification,
  endNotificationsOfRemovedMembers,
  listDigestSchedules,
  listDueNotifications,
  listDueRecipients,
  listForDigest,
  lockPendingEvents,
  lockPreference,
  markNotified,
  type NotificationUpdate,
  rescheduleNotifications,
  saveDigestSent,
  saveNotificationUpdates,
} from './notifications.repository.ts';

/** Events that are dispatched in one transaction. */
const EVENTS_AT_ONCE = 200;
/** Notifications that go into one mail. */
const MAX_NOTIFICATIONS_PER_MAIL = 2000;
const MAX_ALARMS_PER_DIGEST = 2000;

/** Dispatches events: creates a notification for each person whose preference selects it; then the events wait for webhooks. Answers whether more wait. */
export async function dispatchEvents(tx: Tx, now: number): Promise<boolean> {
  const events = await lockPendingEvents(tx, EVENTS_AT_ONCE);
  if (events.length === 0) return false;
  const opened = events.filter(({ kind }) => kind !== 'closed').map(({ alarm_id }) => alarm_id);
  if (opened.length > 0) await createNotifications(tx, opened, new Date(now + GATHER_MS));
  const ids = events.map(({ id }) => id);
  const unsent = (await openWebhooks(tx)).length > 0;
  await markNotified(tx, ids, { now: new Date(now), unsent });
  return events.length === EVENTS_AT_ONCE;
}

/** The people who are due now, those whose digest is, and when the first of those may be mailed who must wait. */
export async function findDueRecipients(
  tx: Tx,
  now: number,
): Promise<{ due: number[]; digests: number[]; paced: number | null }> {
  if (!(await companyIsOpen(tx))) return { due: [], digests: [], paced: null };
  await endNotificationsOfRemovedMembers(tx);
  await rescheduleNotifications(tx, new Date(now));
  const recipients = await listDueRecipients(tx, new Date(now));
  const ready = recipients.filter((recipient) => nextMailAt(recipient, now) <= now);
  const later = recipients.map((recipient) => nextMailAt(recipient, now)).filter((at) => at > now);
  const schedules = await listDigestSchedules(tx);
  const digests = schedules.filter((schedule) => dueDigest(schedule, now)).map(({ user_id }) => user_id);
  const paced = later.length > 0 ? Math.min(...later) : null;
  return { due: ready.map(({ user_id }) => user_id), digests, paced };
}

/** Processes all that is due for a person: one mail, queued in the transaction that marks its notifications as sent. */
export async function notifyRecipient(
  tx: Tx,
  user_id: number,
  deps: NotificationDeps,
  now: number,
): Promise<void> {
  const preference = await lockPreference(tx, user_id);
  if (!preference) return;
  const due = await listDueNotifications(tx, user_id, new Date(now + GATHER_MS), MAX_NOTIFICATIONS_PER_MAIL);
  const recipient = await findRecipient(tx, user_id);
  const decisions = due.map((notification) => ({
    notification,
    decision: safeDecisionOf(notification, preference, recipient, { now, log: deps.log }),
  }));
  const lines = decisions.flatMap(({ notification, decision }) =>
    'notify' in decision ? [{ ...notification, notify: decision.notify }] : [],
  );
  await saveNotificationUpdates(
    tx,
    decisions.map(({ notification, decision }) => updateOf(notification.id, decision)),
    new Date(now),
  );
  if (recipient && lines.length > 0)
    // It waits behind no other mail of its company: statements and reports take turns, an alarm does not.
    await queueMail(deps.mailer, tx, alarmMail(lines, await frameOf(tx, recipient, deps)));
}

type NotificationDecision = NotificationStep | { end: 'left' | 'hidden' | 'failed' };

/** A notification whose alarm cannot be put into text ends as failed: the person gets the others. */
function safeDecisionOf(
  notification: DueNotification,
  preference: NotificationPreferenceRow,
  recipient: Recipient | undefined,
  { now, log }: { now: number; log: NotificationDeps['log'] },
): NotificationDecision {
  try {
    const decision = decisionOf(notification, preference, recipient, now);
    if (recipient && 'notify' in decision)
      lineText({ ...notification, notify: decision.notify }, recipient.person.language);
    return decision;
  } catch (err) {
    log.warn(
      { err, notification_id: notification.id, alarm_id: notification.alarm_id },
      'a person could not be notified of an alarm',
    );
    return { end: 'failed' };
  }
}

function decisionOf(
  notification: DueNotification,
  preference: NotificationPreferenceRow,
  recipient: Recipient | undefined,
  now: number,
): NotificationDecision {
  if (!recipient || !preference.enabled) return { end: recipient ? 'unwanted' : 'left' };
  // What they may see is checked now: access may have been taken away since.
  if (!seesPlant(recipient.scope, notification.plant_id)) return { end: 'hidden' };
  if (!notification.notified_open && !isSelected(notification, preference)) return { end: 'unwanted' };
  return nextStep(notification, preference, now);
}

function isSelected(
  { plant_id, code, type }: DueNotification,
  preference: NotificationPreferenceRow,
): boolean {
  const among = <T>(all: readonly T[], one: T) => all.length === 0 || all.includes(one);
  return (
    preference.at_once &&
    preference.types.includes(type) &&
    among(preference.codes, code) &&
    among(preference.plant_ids, plant_id)
  );
}

function updateOf(id: number, decision: NotificationDecision): NotificationUpdate {
  const none = { id, due_at: null, opened: false, closed: false, outcome: null };
  if ('wait' in decision) return { ...none, due_at: decision.wait === null ? null : new Date(decision.wait) };
  if ('end' in decision) return { ...none, outcome: decision.end };
  if (decision.notify === 'opened') return { ...none, opened: true };
  return { ...none, opened: decision.notify === 'both', closed: true, outcome: 'told' };
}

/** Mails a person's digest, where it is due and not empty; either way the day's digest counts as done. No dispatch runs meanwhile. */
export async function sendDigest(
  tx: Tx,
  user_id: number,
  deps: NotificationDeps,
  now: number,
): Promise<void> {
  const preference = await lockPreference(tx, user_id);
  const digest = preference?.enabled ? dueDigest(preference, now) : undefined;
  if (!preference || !digest) return;
  const recipient = await findRecipient(tx, user_id);
  await saveDigestSent(tx, user_id, {
    day: digest.day,
    notified_at: recipient ? new Date(now) : preference.digest_notified_at,
  });
  if (!recipient) return;
  const { plant_ids, codes, types } = preference;
  const query = {
    plant_ids,
    codes,
    types,
    since: new Date(digest.since),
    now: new Date(now),
    max: MAX_ALARMS_PER_DIGEST,
  };
  const alarms = await listForDigest({ ...tx, scope: recipient.scope }, query);
  const lines = alarms.flatMap((alarm) =>
    renderable({ ...alarm, notify: digestChangeOf(alarm) }, recipient, deps),
  );
  const frame = await frameOf(tx, recipient, deps);
  const published = await digestLists(tx, { recipient, frame, since: query.since, now: query.now }, deps);
  // Nothing new and nothing open: no mail.
  if (lines.length > 0 || published.length > 0)
    await queueMail(deps.mailer, tx, digestMail(lines, frame, published), tx.scope);
}

/** The line, or nothing where it cannot be put into text. */
function renderable(
  line: NotificationLine,
  { person }: Recipient,
  { log }: NotificationDeps,
): NotificationLine[] {
  try {
    lineText(line, person.language);
    return [line];
  } catch (err) {
    log.warn({ err, alarm_id: line.alarm_id, user_id: person.id }, 'an alarm was left out of a digest');
    return [];
  }
}

function digestChangeOf({
  end_at,
  fresh,
}: {
  end_at: number | null;
  fresh: boolean;
}): NotificationLine['notify'] {
  if (end_at === null) return fresh ? 'opened' : 'open';
  return fresh ? 'both' : 'closed';
}
