import {
  addDays,
  DAY_MS,
  dayBorders,
  instantsOfLocal,
  localDay,
  MINUTE_MS,
} from '../../shared/units/zones.ts';

/** Hours of a person's own clock, in minutes after midnight; they may pass midnight. Null: there are none. */
export interface QuietHours {
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly time_zone: string;
}

/**
 * The instant at which a clock shows a minute of a day: the first of two where the hour comes twice, and where it is
 * skipped the instant that the clock jumps at.
 */
export function instantOf(zone: string, day: string, minute: number): number {
  const local = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  const [first] = instantsOfLocal(zone, local);
  if (first !== undefined) return first;
  // Skipped: the first minute after it that the clock shows is the jump itself.
  const { end } = dayBorders(zone, day);
  for (let at = local + MINUTE_MS; ; at += MINUTE_MS) {
    const [shown] = instantsOfLocal(zone, at);
    if (shown !== undefined) return Math.min(shown, end);
  }
}

/** When the quiet ends that an instant lies in (epoch milliseconds); undefined outside of quiet hours. */
export function quietUntil({ quiet_from, quiet_to, time_zone }: QuietHours, now: number): number | undefined {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return undefined;
  const today = localDay(time_zone, now).day;
  // What began yesterday evening may still last.
  for (const day of [addDays(today, -1), today]) {
    const from = instantOf(time_zone, day, quiet_from);
    const to = instantOf(time_zone, quiet_to > quiet_from ? day : addDays(day, 1), quiet_to);
    if (now >= from && now < to) return to;
  }
  return undefined;
}

/** When a digest is asked for, and the last local day (YYYY-MM-DD) that had one. */
export interface DigestSchedule {
  readonly digest_at: number | null;
  readonly digest_on: string | null;
  /** Until when the last one told; null before the first. */
  readonly digest_notified_at: Date | null;
  readonly time_zone: string;
}

/** A digest: the local day that it is of, and what it tells of: since the last one, or else since yesterday's minute. */
export interface DueDigest {
  readonly day: string;
  readonly since: number;
}

/** One that comes after a long time without any tells of no more. */
const MAX_MS = 31 * DAY_MS;

/** Instances' clocks agree to this (ms): a stamp that is later was made by a clock that was ahead, and says nothing. */
const AGREE_MS = MINUTE_MS;

/** Whether the local day of an instant had its digest, by the last day (YYYY-MM-DD) that had one. */
export function hadDigest(zone: string, digest_on: string | null, now: number): boolean {
  if (digest_on === null) return false;
  return digest_on >= localDay(zone, now).day && digest_on <= localDay(zone, now + AGREE_MS).day;
}

/** The digest that is due now: one a day, at its minute or, where nobody could send it then, later on that day. */
export function dueDigest(
  { digest_at, digest_on, digest_notified_at, time_zone }: DigestSchedule,
  now: number,
): DueDigest | undefined {
  if (digest_at === null) return undefined;
  const { day } = localDay(time_zone, now);
  if (hadDigest(time_zone, digest_on, now)) return undefined;
  if (now < instantOf(time_zone, day, digest_at)) return undefined;
  const told = digest_notified_at?.getTime() ?? Number.POSITIVE_INFINITY;
  const since = told <= now + AGREE_MS ? told : instantOf(time_zone, addDays(day, -1), digest_at);
  return { day, since: Math.max(since, now - MAX_MS) };
}
