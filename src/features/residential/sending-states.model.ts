import { freshFor_ms } from '../../shared/units/freshness.ts';
import { DAY_MS, HOUR_MS } from '../../shared/units/zones.ts';
import type { SENDING_STATES } from './home-states.model.ts';

export type SendingState = (typeof SENDING_STATES)[number];

/** So many of its own intervals a sender may be late before it counts as silent; an hour at least. // spec §8 */
const LATE_STEPS = 12;

export interface Sender {
  /** Epoch ms of its newest reading; null for one that never sent. */
  readonly last_at: number | null;
  /** Seconds between two of its readings. */
  readonly rhythm_s: number;
  /** Whether the night switches it off just now: then nothing is expected of it until the sun is up. Asked only where it matters. */
  readonly rests?: () => boolean;
}

/** The state of a sender at a moment (epoch ms). */
export function sendingState({ last_at, rhythm_s, rests }: Sender, now: number): SendingState {
  if (last_at === null) return 'never';
  const age = now - last_at;
  if (age <= freshFor_ms(rhythm_s)) return 'sends';
  // What spoke on the last day and rests is no silence.
  if (age <= DAY_MS && rests?.()) return 'sends';
  return age <= Math.max(HOUR_MS, LATE_STEPS * rhythm_s * 1000) ? 'late' : 'silent';
}

export type StateCounts = Record<SendingState, number>;

/** How many senders are in each state. */
export function countStates(states: readonly SendingState[]): StateCounts {
  const counts: StateCounts = { sends: 0, late: 0, silent: 0, never: 0 };
  for (const state of states) counts[state]++;
  return counts;
}
