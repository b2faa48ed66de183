import { MINUTE_MS } from '../../shared/units/zones.ts';

/** What becomes due for a person within so long goes into one mail. */
export const GATHER_MS = 30_000;
const MAX_GAP_MS = 15 * MINUTE_MS;

/** The earliest next mail to a person who was sent so many within the last hour: a storm of alarms comes in few mails. */
export function nextMailAt(last_at: number, sent: number): number {
  return last_at + Math.min(MAX_GAP_MS, GATHER_MS * 2 ** Math.min(10, sent));
}
