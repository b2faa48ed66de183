import { allows } from '../../contract/capabilities.ts';
import type { Channels } from '../../contract/notifications.contract.ts';
import { notifyTopics } from '../live/notice.ts';
import type { Tx } from '../tenancy.ts';
import { type NotificationKinds, type PublishedKind, publishedKinds } from './kinds.ts';
import {
  insertRecipients,
  listCandidates,
  lockPendingNotifications,
  markDispatched,
  type NewRecipient,
  type PendingNotification,
} from './notifications.repository.ts';
import { listChosenChannels } from './preferences.repository.ts';

/** Notifications whose recipients are found in one transaction. */
const AT_ONCE = 200;

/** How a kind comes to people: as each chose, else by its defaults. */
export async function channelsOf(
  tx: Tx,
  { kind, channels }: PublishedKind,
  user_ids: readonly number[],
): Promise<(user_id: number) => Channels> {
  const chosen = await listChosenChannels(tx, { kinds: [kind], user_ids });
  const byUser = new Map(chosen.map((row) => [row.user_id, row]));
  return (user_id) => byUser.get(user_id) ?? channels;
}

async function recipientsOf(
  tx: Tx,
  notification: PendingNotification,
  kind: PublishedKind,
): Promise<NewRecipient[]> {
  const candidates = await listCandidates(tx, notification);
  const user_ids = candidates
    .filter(({ roles }) => allows(kind.capability, roles))
    .map(({ user_id }) => user_id);
  if (user_ids.length === 0) return [];
  const channels = await channelsOf(tx, kind, user_ids);
  return user_ids.flatMap((user_id) => {
    const { bell, mail, digest } = channels(user_id);
    if (!bell && !mail && !digest) return [];
    return [{ notification_id: notification.id, user_id, in_bell: bell, in_digest: digest, mail }];
  });
}

interface DispatchOptions {
  readonly at: Date;
  readonly mail_due_at: Date;
  /** Whether they wait for webhooks then. */
  readonly unsent: boolean;
}

/** Finds the recipients of what was published; answers whether more waits. The caller holds the company's lock of dispatches. */
export async function dispatchPublished(
  tx: Tx,
  kinds: NotificationKinds,
  { at, mail_due_at, unsent }: DispatchOptions,
): Promise<boolean> {
  const known = new Map(publishedKinds(kinds).map((kind) => [kind.kind as string, kind]));
  if (known.size === 0) return false;
  const pending = await lockPendingNotifications(tx, [...known.keys()], AT_ONCE);
  if (pending.length === 0) return false;
  const recipients: NewRecipient[] = [];
  for (const notification of pending) {
    const kind = known.get(notification.kind);
    if (kind) recipients.push(...(await recipientsOf(tx, notification, kind)));
  }
  await insertRecipients(tx, recipients, mail_due_at);
  await markDispatched(
    tx,
    pending.map(({ id }) => id),
    { at, unsent },
  );
  if (recipients.some(({ in_bell }) => in_bell)) await notifyTopics(tx, ['notifications']);
  return pending.length === AT_ONCE;
}
