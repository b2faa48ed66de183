import { MINUTE_MS } from '../../shared/units/zones.ts';
import { type QuietHours, quietUntil } from './quiet-hours.model.ts';

const LONGEST_STAY_MS = 480 * MINUTE_MS;
const SHORTEST_STAY_MS = 5 * MINUTE_MS;
/** A plant's snooze may be ended early: what waits for it is looked at so often. */
const SNOOZE_LOOK_MS = 5 * MINUTE_MS;
/** What becomes due for a person within so long goes into one mail. */
export const GATHER_MS = 30_000;
const LONGEST_GAP_MS = 15 * MINUTE_MS;

/** How long an alarm must have stayed closed before its recovery is told: it doubles with each time that it came. */
export function stayOf(count: number): number {
  return Math.min(LONGEST_STAY_MS, SHORTEST_STAY_MS * 2 ** Math.min(20, Math.max(0, count - 1)));
}

/** The earliest next mail to a person who was sent so many within the last hour: a storm comes in few. */
export function nextMailAt(last_at: number, sent: number): number {
  return last_at + Math.min(LONGEST_GAP_MS, GATHER_MS * 2 ** Math.min(10, sent));
}

/** An alarm as it stands now, and what a person was told of it. */
export interface Telling {
  readonly type: 'E' | 'W';
  readonly end_at: number | null;
  readonly count: number;
  /** It follows from another alarm. */
  readonly follows: boolean;
  /** Of its plant. */
  readonly snoozed_until: number | null;
  readonly told_open: boolean;
}

/** What a person wishes of it. */
export interface TellingWish extends QuietHours {
  readonly errors_break_quiet: boolean;
  readonly recovery: boolean;
}

/** What is to be done: tell it now, look again at an instant (null: when it closes), or be done with it for a reason. */
export type Step =
  | { readonly tell: 'opened' | 'closed' | 'both' }
  | { readonly wait: number | null }
  | { readonly end: 'muted' | 'followed' | 'unwanted' };

/** The next step of a telling. What is closed has stayed so before anybody hears of it; what was never told as open is told in one line. */
export function nextStep(telling: Telling, wish: TellingWish, now: number): Step {
  const { end_at, count, told_open } = telling;
  if (!told_open && telling.snoozed_until !== null && telling.snoozed_until > now)
    return end_at === null
      ? { wait: Math.min(telling.snoozed_until, now + SNOOZE_LOOK_MS) }
      : { end: 'muted' };
  if (!told_open && telling.follows) return { end: 'followed' };
  if (told_open && end_at === null) return { wait: null };
  if (told_open && !wish.recovery && end_at !== null)
    return end_at + stayOf(count) > now ? { wait: end_at + stayOf(count) } : { end: 'unwanted' };
  if (end_at !== null && end_at + stayOf(count) > now) return { wait: end_at + stayOf(count) };
  const breaks = telling.type === 'E' && wish.errors_break_quiet;
  const quiet = breaks ? undefined : quietUntil(wish, now);
  if (quiet !== undefined) return { wait: quiet };
  if (end_at === null) return { tell: 'opened' };
  return { tell: told_open ? 'closed' : 'both' };
}
