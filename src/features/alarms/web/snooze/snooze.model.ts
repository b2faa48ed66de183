import type { FieldFault } from '../../../../shared/contract/client.ts';
import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
import { addUnits } from '../../../../shared/web/charts/zone.model.ts';
import { faultAt } from '../../../../shared/web/forms/record.model.ts';
import { MAX_SNOOZE_DAYS, type Snooze, type SnoozeKind } from '../../snoozes.contract.ts';

/** Offered instead of a free number. */
export const QUICK_DAYS = [1, 2, 3, 7, 14, 30] as const;

/** What a person types to snooze the alarms of plants. */
export interface SnoozeRequest {
  kind: SnoozeKind;
  /** Codes of the plants, where they are chosen here. */
  plants: readonly string[];
  /** Whole days; null while none is chosen. */
  days: number | null;
  snooze_message: string;
  /** From later on: YYYY-MM-DD HH:mm:ss as the plant's clocks show it; null for from now on. */
  starts_at: string | null;
  /** Of planned work: when it ends, in the same way; empty while it is not chosen. */
  ends_at: string;
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

const isDays = (days: unknown): days is number =>
  Number.isInteger(days) && Number(days) >= 1 && Number(days) <= MAX_SNOOZE_DAYS;

/**
 * When a request begins and ends (epoch ms): planned work at the times that were chosen, else after whole days of the
 * plant's clock; null while it is not complete.
 */
export function spanOf(
  { kind, days, starts_at, ends_at }: SnoozeRequest,
  zone: string,
  now: number,
): { start: number; end: number } | null {
  const start = starts_at === null ? now : instantOfWall(starts_at, zone);
  if (start === undefined) return null;
  const end =
    kind === 'planned_work'
      ? instantOfWall(ends_at, zone)
      : isDays(days)
        ? addUnits(start, 'day', days, zone)
        : undefined;
  return end === undefined || end <= start ? null : { start, end };
}

const isoOf = (wall: string, zone: string): string | null => {
  const at = instantOfWall(wall, zone);
  return at === undefined ? null : new Date(at).toISOString();
};

/** What is sent for a plant, whose clocks show the times that were typed. */
export function snoozeBody({ kind, days, snooze_message, starts_at, ends_at }: SnoozeRequest, zone: string) {
  return {
    kind,
    ...(kind === 'planned_work' ? { ends_at: isoOf(ends_at, zone) } : { days }),
    // It stands in one line wherever it is read.
    snooze_message: snooze_message.replaceAll('\n', ' '),
    ...(starts_at === null ? {} : { starts_at: isoOf(starts_at, zone) }),
  };
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

/** What the contract cannot say of a request: times that are over, or in the wrong order. // spec §5: a completed form */
export function snoozeFaults(request: SnoozeRequest, zone: string, now: number): FieldFault[] {
  const { kind, starts_at } = request;
  const start = starts_at === null ? now : instantOfWall(starts_at, zone);
  const isPast = start !== undefined && start < now - 60_000;
  const lacksEnd = kind === 'planned_work' && spanOf(request, zone, now) === null;
  return [
    ...(isPast ? [faultAt('starts_at', 'start_past')] : []),
    ...(lacksEnd ? [faultAt('ends_at', 'end_before_start')] : []),
  ];
}

/** The next full hour, as a picker takes it: what planned work most likely begins with. */
export const nextHour = (now: number, zone: string): string =>
  writeWall(Math.ceil((now + 1) / 3_600_000) * 3_600_000, zone);
