import { MINUTE_MS } from '../../shared/units/zones.ts';

/** What becomes due for a person within so long goes into one mail. */
export const GATHER_MS = 30_000;
const MAX_GAP_MS = 15 * MINUTE_MS;

/** A person's mails of the last hour, of which the last one was sent then (epoch ms; null: none). */
export interface SentMail {
  readonly last_at: number | null;
  readonly sent: number;
}

/**
 * The earliest next mail to a person: a storm of alarms comes in few mails. One that a clock that was ahead has stamped counts
 * as sent just now.
 */
export function nextMailAt({ last_at, sent }: SentMail, now: number): number {
  if (last_at === null) return 0;
  return Math.min(last_at, now) + Math.min(MAX_GAP_MS, GATHER_MS * 2 ** Math.min(10, sent));
}
