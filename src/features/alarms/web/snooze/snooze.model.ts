import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
import { addUnits } from '../../../../shared/web/charts/zone.model.ts';
import { MAX_SNOOZE_DAYS, type Snooze, type SnoozeKind } from '../../snoozes.contract.ts';

/** Offered instead of a free number. */
export const QUICK_DAYS = [1, 2, 3, 7, 14, 30] as const;

/** What a person types to snooze a plant's alarms. */
export interface SnoozeRequest {
  kind: SnoozeKind;
  /** Whole days; an empty text while none is chosen. */
  days: number | string;
  message: string;
  /** From later on: YYYY-MM-DD HH:mm:ss as the plant's clocks show it; null for from now on. */
  from: string | null;
  /** Of planned work: when it ends, in the same way; empty while it is not chosen. */
  to: string;
}

/** A plant whose alarms can be snoozed. */
export interface SnoozePlant {
  proj_code: string;
  plant_name: string;
  /** IANA zone of the plant. */
  time_zone: string;
}

type EndingSnooze = Pick<Snooze, 'id' | 'proj_code' | 'ends_at'>;

/**
 * Of each plant's snoozes in force the one that ends last, by the plant's code: a planned one may begin beside another,
 * and that is the one that the plant shows and that the server means by "in force".
 */
export function lastEndingOf<S extends EndingSnooze>(snoozes: readonly S[]): Map<string, S> {
  const lastEnding = new Map<string, S>();
  for (const snooze of snoozes) {
    const other = lastEnding.get(snooze.proj_code);
    const later = other ? Date.parse(snooze.ends_at) - Date.parse(other.ends_at) || snooze.id - other.id : 1;
    if (later > 0) lastEnding.set(snooze.proj_code, snooze);
  }
  return lastEnding;
}

export const validDays = (days: SnoozeRequest['days']): number | null => {
  const count = Number(days);
  return days !== '' && Number.isInteger(count) && count >= 1 && count <= MAX_SNOOZE_DAYS ? count : null;
};

/**
 * When a wish begins and ends (epoch ms): planned work at the times that were chosen, else after whole days of the plant's
 * clock; null while it is not complete.
 */
export function spanOf(
  request: SnoozeRequest,
  zone: string,
  now: number,
): { start: number; end: number } | null {
  const start = request.from === null ? now : instantOfWall(request.from, zone);
  if (request.kind === 'planned_work') {
    const end = instantOfWall(request.to, zone);
    return start === undefined || end === undefined || end <= start ? null : { start, end };
  }
  const days = validDays(request.days);
  return days === null || start === undefined ? null : { start, end: addUnits(start, 'day', days, zone) };
}

/**
 * How long a snooze lasts, as people say it: one of whole days in days of the plant's clock, of whatever hours each has;
 * else in milliseconds, to be said in hours and minutes.
 */
export function lengthOf({
  kind,
  days,
  starts_at,
  ends_at,
}: Pick<Snooze, 'kind' | 'days' | 'starts_at' | 'ends_at'>): { days: number } | { ms: number } {
  if (kind === 'mute' && days >= 1 && Number.isInteger(days)) return { days };
  return { ms: Date.parse(ends_at) - Date.parse(starts_at) };
}

/** What is missing in a wish, by field. // spec §5: alarm snooze requires a completed form */
export function missingIn(request: SnoozeRequest, zone: string, now: number): (keyof SnoozeRequest)[] {
  const missing: (keyof SnoozeRequest)[] = [];
  const planned = request.kind === 'planned_work';
  if (!planned && validDays(request.days) === null) missing.push('days');
  if (planned && spanOf(request, zone, now) === null) missing.push('to');
  if (request.message.trim() === '') missing.push('message');
  const start = request.from === null ? now : instantOfWall(request.from, zone);
  if (start === undefined || start < now - 60_000) missing.push('from');
  return missing;
}

/** The next full hour, as a picker takes it: what planned work most likely begins with. */
export const nextHour = (now: number, zone: string): string =>
  writeWall(Math.ceil((now + 1) / 3_600_000) * 3_600_000, zone);
