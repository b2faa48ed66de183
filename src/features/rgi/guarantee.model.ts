import { cents } from '../../shared/units/money.ts';
import { spanOfMonth } from '../../shared/units/months.ts';
import { earlier, later } from '../../shared/units/zones.ts';
import type { HoursByClass } from './availability.model.ts';

/** Over what a guaranteed availability is judged. */
export const GUARANTEE_PERIODS = ['month', 'year'] as const;
export type GuaranteePeriod = (typeof GUARANTEE_PERIODS)[number];

/** kept: as promised so far; behind: less than promised, but it can still be reached; missed: it cannot. */
export const GUARANTEE_STATES = ['kept', 'behind', 'missed', 'unknown'] as const;
export type GuaranteeState = (typeof GUARANTEE_STATES)[number];

export interface Promised {
  /** 0…100. */
  readonly guaranteed_pct: number;
  /** EUR for each percentage point below; null: none was agreed. */
  readonly penalty_eur_per_point: number | null;
  /** EUR of a period at most; null: without limit. */
  readonly penalty_most_eur: number | null;
}

export interface Standing {
  readonly state: GuaranteeState;
  /** 0…100; null: nothing is known. */
  readonly availability_pct: number | null;
  /** What it comes to if nothing stands any more; null where nobody knows how much sun is to come. */
  readonly reachable_pct: number | null;
  /** Hours that the whole plant may still stand in the sun; below zero: so many too many it stood. */
  readonly may_stand_h: number | null;
  /** EUR if the period ended as it stands. */
  readonly penalty_eur: number | null;
  /** EUR that are due even if nothing stands any more. */
  readonly least_penalty_eur: number | null;
}

// Sums of quarters of an hour carry binary noise.
const NOISE = 1e-9;

function penaltyAt(pct: number | null, promised: Promised): number | null {
  const { guaranteed_pct, penalty_eur_per_point, penalty_most_eur } = promised;
  if (pct === null || penalty_eur_per_point === null) return null;
  const points = guaranteed_pct - pct;
  if (points <= NOISE) return 0;
  return cents(Math.min(points * penalty_eur_per_point, penalty_most_eur ?? Number.POSITIVE_INFINITY));
}

const percent = (part: number, whole: number): number | null => (whole > 0 ? (part / whole) * 100 : null);

/**
 * How a period stands against what was promised.
 * @param ahead_h hours with enough sun that are still to come in it; null: nobody knows
 */
export function standingOf(
  promised: Promised,
  { good, bad, excluded }: Pick<HoursByClass, 'good' | 'bad' | 'excluded'>,
  ahead_h: number | null,
): Standing {
  const { guaranteed_pct } = promised;
  // What stood for causes that nobody answers for is added back. // docs/domain.md §2.2
  const worked = good + excluded;
  const availability_pct = percent(worked, worked + bad);
  const whole = ahead_h === null ? null : worked + bad + ahead_h;
  const reachable_pct = whole === null ? null : percent(worked + (ahead_h ?? 0), whole);
  const below = (pct: number | null) => pct !== null && guaranteed_pct - pct > NOISE;
  const known = availability_pct === null ? 'unknown' : below(availability_pct) ? 'behind' : 'kept';
  return {
    state: below(reachable_pct) ? 'missed' : known,
    availability_pct,
    reachable_pct,
    may_stand_h: whole === null ? null : whole * (1 - guaranteed_pct / 100) - bad,
    penalty_eur: penaltyAt(availability_pct, promised),
    least_penalty_eur: penaltyAt(reachable_pct, promised),
  };
}

interface Lasting {
  readonly period: GuaranteePeriod;
  readonly from_on: string;
  /** Its last day, included; null: until further notice. */
  readonly to_on: string | null;
}

/** The days of the period that a month belongs to, as far as the guarantee holds; null where it does not. Both included. */
export function daysOfPeriod(
  { period, from_on, to_on }: Lasting,
  month: string,
): { readonly from: string; readonly to: string } | null {
  const year = month.slice(0, 4);
  const all = period === 'year' ? { from: `${year}-01-01`, to: `${year}-12-31` } : spanOfMonth(month);
  const from = later(from_on, all.from);
  const to = to_on === null ? all.to : earlier(to_on, all.to);
  return from <= to ? { from, to } : null;
}

/** What people know of a guarantee's period: `2026-06` of months, `2026` of years. */
export interface LastNotice {
  readonly period: string;
  readonly state: GuaranteeState;
}

/** Nobody is told that a plant is behind before so many hours of the period count: of fewer a quarter of an hour makes percents. */
export const MIN_TOLD_H = 24;

/** So many points above what was promised a plant that was behind is told to keep it again, or half of what may be lacking. */
const KEPT_AGAIN_POINTS = 0.5;

/** How a period stands, as far as it matters for telling people. */
export interface Judged extends LastNotice, Pick<Promised, 'guaranteed_pct'> {
  readonly availability_pct: number | null;
  /** Hours that count so far. */
  readonly counted_h: number;
  /** Hours still to come; null: nobody knows. */
  readonly ahead_h: number | null;
}

/** Whether a plant that was behind is so far above what was promised that the next quarter that it stands does not undo it. */
function isClear({ availability_pct, guaranteed_pct, ahead_h }: Judged): boolean {
  if (ahead_h === 0) return true;
  const margin = Math.min(KEPT_AGAIN_POINTS, (100 - guaranteed_pct) / 2);
  return availability_pct !== null && availability_pct - guaranteed_pct >= margin - NOISE;
}

/** tell: people are told; note: it is only remembered, to tell them when it changes; null: nothing is new. */
export function newsOf(before: LastNotice | null, now: Judged): 'tell' | 'note' | null {
  const known = before?.period === now.period ? before.state : null;
  if (now.state === 'unknown' || now.state === known) return null;
  if (now.state === 'behind' && now.counted_h < MIN_TOLD_H) return null;
  if (now.state === 'kept' && known === 'behind' && !isClear(now)) return null;
  return now.state === 'kept' && known === null ? 'note' : 'tell';
}
