import { MINUTE_MS } from '../../shared/units/zones.ts';
import { type QuietHours, quietUntil } from '../notifications/quiet-hours.model.ts';

const MAX_RECOVERY_DELAY_MS = 480 * MINUTE_MS;
const MIN_RECOVERY_DELAY_MS = 5 * MINUTE_MS;
/** A plant's snooze may be ended early, and nobody knows when a cause ends: what waits for either is checked so often. */
const HELD_CHECK_MS = 5 * MINUTE_MS;

/** How long an alarm must have stayed closed before its recovery is notified: it doubles with each repeat. */
export function recoveryDelay_ms(count: number): number {
  return Math.min(MAX_RECOVERY_DELAY_MS, MIN_RECOVERY_DELAY_MS * 2 ** Math.min(20, Math.max(0, count - 1)));
}

/** From when on its recovery is notified; at once where a clock that was ahead has stamped its end. */
const recoveredAt = (end_at: number, count: number, now: number): number =>
  end_at > now + MINUTE_MS ? now : end_at + recoveryDelay_ms(count);

/** An alarm as it is now, and whether its opening was notified. */
export interface PendingNotification {
  readonly type: 'E' | 'W';
  readonly end_at: number | null;
  readonly count: number;
  /** It follows from another alarm. */
  readonly follows: boolean;
  /** Of its plant. */
  readonly snoozed_until: number | null;
  readonly notified_open: boolean;
}

/** What the person's preference says of it. */
export interface NotificationTiming extends QuietHours {
  readonly errors_break_quiet: boolean;
  readonly recovery: boolean;
}

/** What to do: notify now, wait until an instant (null: until it closes), or end for a reason. */
export type NotificationStep =
  | { readonly notify: 'opened' | 'closed' | 'both' }
  | { readonly wait: number | null }
  | { readonly end: 'muted' | 'followed' | 'unwanted' };

/** The next step of a notification. A closing is notified once it has lasted; an opening and closing of which neither was notified go into one line. */
export function nextStep(
  notification: PendingNotification,
  timing: NotificationTiming,
  now: number,
): NotificationStep {
  const { end_at, count, notified_open } = notification;
  if (!notified_open && notification.snoozed_until !== null && notification.snoozed_until > now)
    return end_at === null
      ? { wait: Math.min(notification.snoozed_until, now + HELD_CHECK_MS) }
      : { end: 'muted' };
  // Should it outlast its cause it stands alone again, and whoever was not told of it must be.
  if (!notified_open && notification.follows)
    return end_at === null ? { wait: now + HELD_CHECK_MS } : { end: 'followed' };
  if (notified_open && end_at === null) return { wait: null };
  const recovered_at = end_at === null ? null : recoveredAt(end_at, count, now);
  if (recovered_at !== null && recovered_at > now) return { wait: recovered_at };
  if (notified_open && !timing.recovery) return { end: 'unwanted' };
  const breaks = notification.type === 'E' && timing.errors_break_quiet;
  const quiet = breaks ? undefined : quietUntil(timing, now);
  if (quiet !== undefined) return { wait: quiet };
  if (end_at === null) return { notify: 'opened' };
  return { notify: notified_open ? 'closed' : 'both' };
}
