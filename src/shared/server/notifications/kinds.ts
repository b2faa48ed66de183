import type { Capability } from '../../contract/capabilities.ts';
import type { Channels } from '../../contract/notifications.contract.ts';
import type { Language } from '../language.ts';

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

/** A kind whose state its area keeps and sends itself, with preferences of its own: alarms. */
export interface KeptKind {
  readonly kind: string;
  readonly capability: Capability;
  readonly words: Readonly<Record<Language, { readonly label: string }>>;
  /** The page of its preferences. */
  readonly settings: string;
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
