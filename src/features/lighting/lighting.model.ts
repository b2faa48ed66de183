import { MINUTE_MS } from '../../shared/units/zones.ts';

export const LAMP_KINDS = [
  'led',
  'sodium_high',
  'sodium_low',
  'mercury',
  'metal_halide',
  'fluorescent',
  'other',
] as const;

export const COMMAND_STATES = [
  'proposed',
  'declined',
  'queued',
  'sent',
  'confirmed',
  'failed',
  'unknown',
  'expired',
  'superseded',
] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** A command that was not written by then never is. One that waits for a second person waits longer. */
export const EXPIRES_MS = { person: 5 * MINUTE_MS, proposed: 30 * MINUTE_MS } as const;

/** The longest that a person may override the schedule. */
export const MAX_OVERRIDE_MS = 7 * 24 * 60 * MINUTE_MS;

/** A cabinet is silent when it has not answered for three of its polls, and for five minutes at least. */
export const silentAfterMs = (poll_s: number): number => Math.max(3 * poll_s * 1000, 5 * MINUTE_MS);

/** At most so many cabinets in one request. */
export const MAX_BOXES = 10_000;

/** So many different times that boxes have of their own are gone through for a preview of a year: each takes a tenth of a second, twice. */
export const MAX_TIMES = 20;
