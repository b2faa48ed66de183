import type { Tx } from '../tenancy.ts';
import type { NotificationParams, PublishedKind } from './kinds.ts';
import { insertNotification } from './notifications.repository.ts';

/** PostgreSQL's channel for notifications that are due, with the company's number. Its name is older than this one, and instances of both may run during an upgrade. */
export const NOTIFICATION_CHANNEL = 'telling';

/** Wakes the notification scheduler when the transaction commits. */
export async function wakeNotifications(tx: Tx): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [NOTIFICATION_CHANNEL, String(tx.scope.company_id)]);
}

/** One thing that happened. */
export interface Publication<P extends NotificationParams> {
  /** The record that it is about. */
  readonly subject: string | number;
  /** The plant that the record belongs to: who does not see it is not notified. Null for records of no plant. */
  readonly plant_id: number | null;
  readonly params: P;
  /** Only these people, as far as they may know of it; without it everybody who may. Whoever causes it is never notified. */
  readonly to?: readonly number[];
  /** Published once by this key, however often this is called while it is kept. */
  readonly once?: string;
  readonly at?: Date;
}

/**
 * Publishes a notification in the caller's own transaction: it is sent where that commits, and only then. The scheduler finds
 * its recipients, by what they may see and have chosen at that moment. False where it was published by its key already.
 */
export async function publish<P extends NotificationParams>(
  tx: Tx,
  { kind }: Pick<PublishedKind<P>, 'kind' | 'words'>,
  { subject, ...publication }: Publication<P>,
): Promise<boolean> {
  const published = await insertNotification(tx, { kind, subject: String(subject), ...publication });
  if (published) await wakeNotifications(tx);
  return published;
}
