import { allows } from '../../../shared/contract/capabilities.ts';
import type { Mail } from '../../../shared/server/mail/layout.ts';
import { queueMail } from '../../../shared/server/mail/outbox.ts';
import { channelsOf, dispatchPublished } from '../../../shared/server/notifications/dispatch.ts';
import { type PublishedKind, publishedKinds } from '../../../shared/server/notifications/kinds.ts';
import { listForPublishedDigest } from '../../../shared/server/notifications/notifications.repository.ts';
import {
  type DueMail,
  listDueReaders,
  lockDueMail,
  type MailUpdate,
  saveMailUpdates,
} from '../../../shared/server/notifications/published-mail.repository.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { seesPlant, type Tx } from '../../../shared/server/tenancy.ts';
import { GATHER_MS, nextMailAt } from '../notification.model.ts';
import { quietUntil } from '../quiet-hours.model.ts';
import { frameOf, type NotificationDeps } from './notification-frame.ts';
import { type MailFrame, pageUrl, publishedMail } from './notification-mail.ts';
import { findPreference, type NotificationPreferenceRow } from './notification-preferences.repository.ts';
import { findRecipient, type Recipient } from './notification-recipient.ts';
import type { Language } from './notification-text.ts';
import { latestDigestAt, tryLockDispatch } from './notifications.repository.ts';
import { listOpenWebhooks } from './webhook-deliveries.repository.ts';

/** Notifications of one person that are seen to in one transaction. */
const MOST_AT_ONCE = 500;

type Kinds = Pick<NotificationDeps, 'kinds'>;

/** Finds the recipients of what areas published; answers whether more waits. */
export async function dispatchKinds(tx: Tx, { kinds = [] }: Kinds, now: number): Promise<boolean> {
  if (!(await companyIsOpen(tx)) || !(await tryLockDispatch(tx))) return false;
  // A digest that could not see them has not covered them, whatever this instance's clock says.
  const at = new Date(Math.max(now, (await latestDigestAt(tx)) + 1));
  const unsent = (await listOpenWebhooks(tx)).length > 0;
  return dispatchPublished(tx, kinds, { at, mail_due_at: new Date(now + GATHER_MS), unsent });
}

/** Who is due a mail of what was published, and when the first of those may be mailed who must wait. */
export async function findDueReaders(tx: Tx, now: number): Promise<{ due: number[]; paced: number | null }> {
  if (!(await companyIsOpen(tx))) return { due: [], paced: null };
  const readers = (await listDueReaders(tx, new Date(now))).map(({ user_id, last_at, sent }) => ({
    user_id,
    at: last_at === null ? 0 : nextMailAt(last_at, sent),
  }));
  const later = readers.filter(({ at }) => at > now).map(({ at }) => at);
  return {
    due: readers.filter(({ at }) => at <= now).map(({ user_id }) => user_id),
    paced: later.length > 0 ? Math.min(...later) : null,
  };
}

/** What is done with one: its sentence goes into the kind's mail, it waits, or it ends. */
type Decision = { readonly text: string } | { readonly wait: number } | { readonly end: string };

interface Reader {
  readonly recipient: Recipient;
  readonly preference: NotificationPreferenceRow | undefined;
  readonly mailed: (kind: string) => boolean;
  readonly now: number;
}

function decisionOf(
  due: DueMail,
  kind: PublishedKind,
  { recipient, preference, mailed, now }: Reader,
): Decision {
  const { person, scope } = recipient;
  // What they may see is checked now: access may have been taken away since.
  if (!allows(kind.capability, scope.roles)) return { end: 'hidden' };
  if (due.plant_id !== null && (due.plant_name === null || !seesPlant(scope, due.plant_id)))
    return { end: 'hidden' };
  if (!mailed(kind.kind)) return { end: 'unwanted' };
  if (due.read) return { end: 'read' };
  const breaks = kind.severity === 'E' && preference?.errors_break_quiet === true;
  const quiet = preference && !breaks ? quietUntil(preference, now) : undefined;
  if (quiet !== undefined) return { wait: quiet };
  return { text: textOf(due, kind, person.language) };
}

/** The sentence of a notification, with its plant before it. */
function textOf(
  { params, plant_name }: Pick<DueMail, 'params' | 'plant_name'>,
  { words }: PublishedKind,
  language: Language,
): string {
  const text = words[language].text(params);
  return plant_name === null ? text : `${plant_name}: ${text}`;
}

const updateOf = ({ notification_id }: DueMail, decision: Decision): MailUpdate => {
  if ('wait' in decision)
    return { notification_id, due_at: new Date(decision.wait), sent: false, outcome: null };
  const sent = 'text' in decision;
  return { notification_id, due_at: null, sent, outcome: sent ? 'sent' : decision.end };
};

/** Mails what is due for a person: one mail for each kind, in the transaction that marks it as sent. */
export async function notifyReader(
  tx: Tx,
  user_id: number,
  deps: NotificationDeps,
  now: number,
): Promise<void> {
  const recipient = await findRecipient(tx, user_id, 'company.read');
  const known = new Map(publishedKinds(deps.kinds ?? []).map((kind) => [kind.kind as string, kind]));
  const due = await lockDueMail(tx, user_id, new Date(now + GATHER_MS), MOST_AT_ONCE);
  const mailed = new Set<string>();
  for (const kind of known.values())
    if ((await channelsOf(tx, kind, [user_id]))(user_id).mail) mailed.add(kind.kind);
  const preference = await findPreference(tx, user_id);
  const updates: MailUpdate[] = [];
  const byKind = new Map<PublishedKind, { text: string; url: (frame: MailFrame) => string }[]>();
  for (const one of due) {
    const kind = known.get(one.kind);
    // A kind of a newer instance is mailed by that.
    if (!kind) continue;
    const decision = recipient
      ? safely(one, deps, () =>
          decisionOf(one, kind, { recipient, preference, mailed: (name) => mailed.has(name), now }),
        )
      : { end: 'left' };
    updates.push(updateOf(one, decision));
    if (!('text' in decision)) continue;
    const path = kind.link(one);
    const line = { text: decision.text, url: (frame: MailFrame) => pageUrl(frame, path) };
    byKind.set(kind, [...(byKind.get(kind) ?? []), line]);
  }
  await saveMailUpdates(tx, user_id, { updates, now: new Date(now) });
  for (const [kind, lines] of byKind) {
    if (!recipient) return;
    const frame = await frameOf(tx, recipient, deps, kind.kind);
    const label = kind.words[frame.language].label;
    const items = lines.map(({ text, url }) => ({ text, url: url(frame) }));
    await queueMail(deps.mailer, tx, publishedMail(label, items, frame));
  }
}

/** One that cannot be put into text ends as failed: the person gets the others. */
function safely(
  { notification_id, kind }: DueMail,
  { log }: NotificationDeps,
  decide: () => Decision,
): Decision {
  try {
    return decide();
  } catch (err) {
    log.warn({ err, notification_id, kind }, 'a person could not be notified');
    return { end: 'failed' };
  }
}

/** What a person's digest lists of what was published since the last one: a list for each kind. */
export async function digestLists(
  tx: Tx,
  { recipient, frame, since, now }: { recipient: Recipient; frame: MailFrame; since: Date; now: Date },
  { kinds = [], log }: Pick<NotificationDeps, 'kinds' | 'log'>,
): Promise<NonNullable<Mail['lists']>> {
  const { person, scope } = recipient;
  const known = publishedKinds(kinds).filter(({ capability }) => allows(capability, scope.roles));
  if (known.length === 0) return [];
  const names = known.map(({ kind }) => kind as string);
  const rows = await listForPublishedDigest(tx, {
    user_id: person.id,
    kinds: names,
    since,
    now,
    max: MOST_AT_ONCE,
  });
  const seen = rows.filter(({ plant_id }) => plant_id === null || seesPlant(scope, plant_id));
  return known.flatMap((kind) => {
    const items = seen
      .filter((row) => row.kind === kind.kind)
      .flatMap((row) => {
        try {
          return [{ text: textOf(row, kind, frame.language), url: pageUrl(frame, kind.link(row)) }];
        } catch (err) {
          log.warn(
            { err, notification_id: row.id, kind: row.kind },
            'a notification was left out of a digest',
          );
          return [];
        }
      });
    return items.length > 0 ? [{ title: kind.words[frame.language].label, items }] : [];
  });
}
