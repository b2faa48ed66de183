import type { Capability } from '../../contract/capabilities.ts';
import type { Channels } from '../../contract/notifications.contract.ts';
import type { Language } from '../language.ts';
import type { Logger } from '../log.ts';
import type { Mailer } from '../mail/outbox.ts';
import type { Tx } from '../tenancy.ts';

/** What a notification says beside its words: names and figures, as they were then. */
export type NotificationParams = Readonly<Record<string, string | number | null>>;

/** How a kind is called in the preferences, and the sentence of one notification. */
export interface KindWords<P extends NotificationParams> {
  readonly label: string;
  text(params: P): string;
}

/** A kind of notification that an area publishes. */
export interface PublishedKind<P extends NotificationParams = NotificationParams> {
  /** The area and what happened, `maintenance.assigned`; it stays: preferences and webhooks hold it. */
  readonly kind: `${string}.${string}`;
  /** E breaks quiet hours of who wants that; null for what is no fault. */
  readonly severity: 'E' | 'W' | null;
  /** Who may know of it, where they also see the plant of the record. */
  readonly capability: Capability;
  /** By which ways it comes to who never chose. */
  readonly channels: Channels;
  readonly words: Readonly<Record<Language, KindWords<P>>>;
  /** Where the record opens: a path of the portal. */
  link(of: { readonly subject: string; readonly params: P }): string;
}

/** When a person is mailed: hours of their own clock without mail, in minutes after midnight. */
export interface MailTiming {
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly time_zone: string;
  /** What has the severity E is mailed in quiet hours too. */
  readonly errors_break_quiet: boolean;
}

/** What mails are made and sent with. */
export interface NotificationDeps {
  readonly log: Pick<Logger, 'warn'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  /** Signs unsubscribe links. */
  readonly stopKey: Uint8Array;
  /** Every kind that an area declares. */
  readonly kinds?: NotificationKinds;
}

/** Who is due now. */
export interface DuePeople {
  readonly due: readonly number[];
  /** Those whose daily digest is due. */
  readonly digests: readonly number[];
  /** When the first of those may be mailed who must wait (epoch milliseconds). */
  readonly paced: number | null;
}

/** What was done with events that waited for webhooks. */
export interface QueuedEvents {
  readonly more: boolean;
  /** Set aside: others could be queued beside them, or they waited for a day. `event`: its ids, for the log. */
  readonly failed: readonly { readonly event: Readonly<Record<string, number>>; readonly error: unknown }[];
}

/** Sends one person what is due, in the transaction that marks it as sent. */
export type SendTo = (tx: Tx, user_id: number, deps: NotificationDeps, now: number) => Promise<void>;

/** What the area of a kept kind does when the scheduler comes to a company; the order of the work is the scheduler's. */
export interface KeptSource {
  /** Finds whom to notify of what happened; answers whether more waits. The caller holds the company's lock of dispatches. */
  dispatch(tx: Tx, now: number): Promise<boolean>;
  /** Queues for webhooks what was dispatched. The caller holds the lock. @throws what failed, where all of it did: it waits */
  queueForWebhooks(
    tx: Tx,
    options: { readonly publicUrl: string; readonly now: Date },
  ): Promise<QueuedEvents>;
  findDue(tx: Tx, now: number): Promise<DuePeople>;
  readonly notify: SendTo;
  /** The daily digest, which lists what other areas published as well. No dispatch of the company runs meanwhile. */
  readonly sendDigest: SendTo;
  /** The earliest later instant at which something is due, in epoch milliseconds; null for none. */
  nextDueAt(tx: Tx, now: Date): Promise<number | null>;
  /** When a person wants to be mailed, whatever the kind; undefined where they never said. */
  findTiming(tx: Tx, user_id: number): Promise<MailTiming | undefined>;
  /** Takes back what a clock that was ahead has stamped later than `until`, so that nothing waits for that time. */
  dropFuture(tx: Tx, instants: { readonly now: Date; readonly until: Date }): Promise<void>;
  /** The end of the latest period that a digest of anybody covered, in epoch milliseconds; 0 where there was none. */
  latestDigestAt(tx: Tx): Promise<number>;
}

/** A kind whose state its area keeps, with preferences of its own: alarms. */
export interface KeptKind {
  readonly kind: string;
  readonly capability: Capability;
  readonly words: Readonly<Record<Language, { readonly label: string }>>;
  /** The page of its preferences. */
  readonly settings: string;
  readonly source: KeptSource;
}

export type NotificationKind = PublishedKind | KeptKind;
export type NotificationKinds = readonly NotificationKind[];

/** Declares a kind that `publish` takes; an area names it in `notifications` of its feature. */
export function defineNotification<P extends NotificationParams>(kind: PublishedKind<P>): PublishedKind<P> {
  return kind;
}

const isPublished = (kind: NotificationKind): kind is PublishedKind => !('settings' in kind);

/** Of all kinds those that are published. */
export const publishedKinds = (kinds: NotificationKinds): PublishedKind[] => kinds.filter(isPublished);

/** What those areas do that keep a kind themselves. */
export const keptSources = (kinds: NotificationKinds): KeptSource[] =>
  kinds.flatMap((kind) => (isPublished(kind) ? [] : [kind.source]));
