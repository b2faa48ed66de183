import { allows } from '../../../shared/contract/capabilities.ts';
import { queueMail } from '../../../shared/server/mail/outbox.ts';
import { channelsOf, dispatchPublished } from '../../../shared/server/notifications/dispatch.ts';
import {
  keptSources,
  type MailTiming,
  type NotificationDeps,
  type PublishedKind,
  publishedKinds,
} from '../../../shared/server/notifications/kinds.ts';
import {
  type DueMail,
  listDueReaders,
  lockDueMail,
  type MailUpdate,
  saveMailUpdates,
} from '../../../shared/server/notifications/published-mail.repository.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { seesPlant, type Tx } from '../../../shared/server/tenancy.ts';
import { GATHER_MS, nextMailAt } from '../mail-pace.model.ts';
import { quietUntil } from '../quiet-hours.model.ts';
import { frameOf, type MailFrame, pageUrl } from './mail-frame.public.ts';
import { publishedMail, sentenceOf } from './published-mail-text.ts';
import { findRecipient, type Recipient } from './recipient.public.ts';
import { listOpenWebhooks } from './webhook-deliveries.repository.ts';

/** Notifications of one person that are seen to in one transaction. */
const MAX_AT_ONCE = 500;

type Kinds = Pick<NotificationDeps, 'kinds'>;

/** Finds the recipients of what areas published; answers whether more waits. The caller holds the lock of dispatches. */
export async function dispatchKinds(tx: Tx, { kinds = [] }: Kinds, now: number): Promise<boolean> {
  let at = now;
  // A digest that could not see them has not covered them, whatever this instance's clock says.
  for (const source of keptSources(kinds)) at = Math.max(at, (await source.latestDigestAt(tx)) + 1);
  const unsent = (await listOpenWebhooks(tx)).length > 0;
  return dispatchPublished(tx, kinds, { at: new Date(at), mail_due_at: new Date(now + GATHER_MS), unsent });
}

/** Who is due a mail of what was published, and when the first of those may be mailed who must wait. */
export async function findDueReaders(tx: Tx, now: number): Promise<{ due: number[]; paced: number | null }> {
  if (!(await companyIsOpen(tx))) return { due: [], paced: null };
  const readers = (await listDueReaders(tx, new Date(now))).map(({ user_id, ...mail }) => ({
    user_id,
    at: nextMailAt(mail, now),
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
  readonly timing: MailTiming | undefined;
  readonly mailed: (kind: string) => boolean;
  readonly now: number;
}

function decisionOf(due: DueMail, kind: PublishedKind, { recipient, timing, mailed, now }: Reader): Decision {
  const { person, scope } = recipient;
  // What they may see is checked now: access may have been taken away since.
  if (!allows(kind.capability, scope.roles)) return { end: 'hidden' };
  if (due.plant_id !== null && (due.plant_name === null || !seesPlant(scope, due.plant_id)))
    return { end: 'hidden' };
  if (!mailed(kind.kind)) return { end: 'unwanted' };
  if (due.read) return { end: 'read' };
  const breaks = kind.severity === 'E' && timing?.errors_break_quiet === true;
  const quiet = timing && !breaks ? quietUntil(timing, now) : undefined;
  if (quiet !== undefined) return { wait: quiet };
  return { text: sentenceOf(due, kind, person.language) };
}

const updateOf = ({ notification_id }: DueMail, decision: Decision): MailUpdate => {
  if ('wait' in decision)
    return { notification_id, due_at: new Date(decision.wait), sent: false, outcome: null };
  const sent = 'text' in decision;
  return { notification_id, due_at: null, sent, outcome: sent ? 'sent' : decision.end };
};

/** When a person wants to be mailed: what they said of a kind with preferences of its own holds for all. */
async function findTiming(tx: Tx, user_id: number, { kinds = [] }: Kinds): Promise<MailTiming | undefined> {
  for (const source of keptSources(kinds)) {
    const timing = await source.findTiming(tx, user_id);
    if (timing) return timing;
  }
  return undefined;
}

/** Mails what is due for a person: one mail for each kind, in the transaction that marks it as sent. */
export async function notifyReader(
  tx: Tx,
  user_id: number,
  deps: NotificationDeps,
  now: number,
): Promise<void> {
  const recipient = await findRecipient(tx, user_id, 'company.read');
  const known = new Map(publishedKinds(deps.kinds ?? []).map((kind) => [kind.kind as string, kind]));
  const due = await lockDueMail(tx, user_id, new Date(now + GATHER_MS), MAX_AT_ONCE);
  const mailed = new Set<string>();
  for (const kind of known.values())
    if ((await channelsOf(tx, kind, [user_id]))(user_id).mail) mailed.add(kind.kind);
  const timing = await findTiming(tx, user_id, deps);
  const updates: MailUpdate[] = [];
  const byKind = new Map<PublishedKind, { text: string; url: (frame: MailFrame) => string }[]>();
  for (const one of due) {
    const kind = known.get(one.kind);
    // A kind of a newer instance is mailed by that.
    if (!kind) continue;
    const decision = recipient
      ? safely(one, deps, () =>
          decisionOf(one, kind, { recipient, timing, mailed: (name) => mailed.has(name), now }),
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
    await queueMail(deps.mailer, tx, publishedMail(label, items, frame), tx.scope);
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
