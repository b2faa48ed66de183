import { dayAfterMonth } from '../../shared/units/months.ts';
import { dayBorders, HOUR_MS, MINUTE_MS } from '../../shared/units/zones.ts';
import { meterSteps, round3, type StandingReading } from './register.model.ts';

/** What a meter's own readings are held against. */
export const SIDES = ['device', 'inverters', 'distributor', 'gse'] as const;
export type Side = (typeof SIDES)[number];

/** Why a side tells nothing, or nothing is said of its difference. */
export const SIDE_GAPS = [
  'no_device',
  'no_counter',
  'no_values',
  'no_production',
  'no_inverters',
  'several_meters',
  'no_statement',
  'no_readings',
  'incomplete',
  'other_days',
] as const;
export type SideGap = (typeof SIDE_GAPS)[number];

/** Of a threshold nobody has said. // docs/domain.md §2.6: the reading check */
export const USUAL_THRESHOLD_PCT = 3;

/** A reading so near to the begin or the end of a month stands for it. */
export const NEAR_MONTH_MS = 12 * HOUR_MS;
/** Those of a day have to stand at its midnights. */
export const NEAR_DAY_MS = 15 * MINUTE_MS;

/** Epoch ms, half-open. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a meter's own readings say of a span. */
export interface OwnEnergy {
  /** Between the readings that were taken, which may lie a little outside of the span. */
  readonly from: number;
  readonly to: number;
  readonly kwh: number;
  /** How much of the span lies between them, 0…1. */
  readonly completeness: number;
  readonly first: StandingReading;
  readonly last: StandingReading;
}

/** The place of the reading that is nearest to an instant, if one is near; of several at one instant that which is written `pick`. */
function nearest(
  standing: readonly StandingReading[],
  at: number,
  { near, pick }: { near: number; pick: 'first' | 'last' },
): number {
  let found = -1;
  for (const [i, one] of standing.entries()) {
    const distance = Math.abs(one.at - at);
    if (distance > near) continue;
    const best = standing[found];
    const closer = !best || distance < Math.abs(best.at - at);
    if (closer || (best.at === one.at && pick === 'last')) found = i;
  }
  return found;
}

/**
 * What was counted between the reading that stands at the begin of a span and that at its end, or between the first and the last
 * within it. Null where these are not two.
 * @param near how far a reading may stand from a border, ms
 */
export function ownEnergy(
  standing: readonly StandingReading[],
  { start, end }: Span,
  near: number,
): OwnEnergy | null {
  const at_start = nearest(standing, start, { near, pick: 'last' });
  const at_end = nearest(standing, end, { near, pick: 'first' });
  const a = at_start >= 0 ? at_start : standing.findIndex(({ at }) => at >= start && at <= end);
  const b = at_end >= 0 ? at_end : standing.findLastIndex(({ at }) => at >= start && at <= end);
  const [first, last] = [standing[a], standing[b]];
  if (!first || !last || first.at >= last.at) return null;
  const steps = meterSteps(standing.slice(a, b + 1));
  const kwh = round3(steps.reduce((sum, step) => sum + step.kwh, 0));
  const [from, to] = [first.at, last.at];
  // A reading near the border stands for it.
  const missing = (at_start >= 0 ? 0 : from - start) + (at_end >= 0 ? 0 : end - to);
  return { from, to, kwh, completeness: Math.max(0, 1 - missing / (end - start)), first, last };
}

/** What a side says of the same time. */
export interface SideEnergy {
  readonly kwh: number | null;
  readonly completeness: number | null;
  readonly gap: SideGap | null;
}

export interface Difference {
  readonly kwh: number | null;
  /** Of what the other side says. */
  readonly pct: number | null;
  /** Whether it is more than the threshold; null: nothing can be said. */
  readonly over: boolean | null;
  readonly gap: SideGap | null;
}

/** With less of the time known, what is missing would be told as a difference of the meter. */
export const MIN_COMPLETE = 0.99;

const untold = (gap: SideGap): Difference => ({ kwh: null, pct: null, over: null, gap });

/** What the last place of these readings is worth, kWh: no smaller difference can be seen. */
export function grainOf(readings: readonly Pick<StandingReading, 'reading' | 'constant_k'>[]): number {
  const decimals = Math.max(
    0,
    ...readings.map(({ reading }) => `${round3(reading)}`.split('.')[1]?.length ?? 0),
  );
  return Math.max(0, ...readings.map(({ constant_k }) => constant_k)) / 10 ** decimals;
}

/**
 * Own energy less that of a side, in kWh and in % of the side. No more than the last place of the readings is no difference.
 * @param own null where the meter's own energy of that time is not known
 */
export function differenceOf(
  own: number | null,
  { kwh, completeness, gap }: SideEnergy,
  { threshold_pct, grain }: { readonly threshold_pct: number; readonly grain: number },
): Difference {
  if (kwh === null) return untold(gap ?? 'no_values');
  if (own === null) return untold('no_readings');
  if (gap !== null) return untold(gap);
  if ((completeness ?? 0) < MIN_COMPLETE) return untold('incomplete');
  const difference = round3(own - kwh);
  const pct = kwh === 0 ? null : (difference / kwh) * 100;
  const tells = Math.abs(difference) > grain;
  return { kwh: difference, pct, over: tells && (pct === null || Math.abs(pct) > threshold_pct), gap: null };
}

/** A day as it is judged. */
export interface JudgedDay {
  readonly own_kwh: number | null;
  readonly sides: Readonly<Record<Side, { readonly kwh: number | null; readonly over: boolean | null }>>;
}

/**
 * The first day that differs more than the threshold, and does so together with the days beside it: what a counter that was
 * silent caught up with on the next day is no difference. The day after must be known.
 */
export function differingDay<D extends JudgedDay>(
  days: readonly D[],
  side: Side,
  threshold_pct: number,
): D | undefined {
  const known = (day: D | undefined): day is D =>
    day !== undefined && day.own_kwh !== null && day.sides[side].kwh !== null;
  return days.find((day, i) => {
    const next = days[i + 1];
    if (day.sides[side].over !== true || !known(next)) return false;
    const around = [days[i - 1], day, next].filter(known);
    const own = around.reduce((sum, { own_kwh }) => sum + (own_kwh ?? 0), 0);
    const kwh = around.reduce((sum, { sides }) => sum + (sides[side].kwh ?? 0), 0);
    return differenceOf(own, { kwh, completeness: 1, gap: null }, { threshold_pct, grain: 0 }).over === true;
  });
}

/** What a source counted in a stretch of time; null: it is not known. */
export interface CountedPart extends Span {
  readonly kwh: number | null;
}

/**
 * How much of a part counts for a span, 0…1: of an hour that a reading cuts what lies within, as if it had counted evenly. Longer parts
 * are not cut but by a reading near midnight, and count where most of them lies within.
 */
function shareIn(part: Span, { start, end }: Span): number {
  if (part.end - part.start > HOUR_MS) {
    const middle = (part.start + part.end) / 2;
    return middle >= start && middle < end ? 1 : 0;
  }
  const within = Math.min(part.end, end) - Math.max(part.start, start);
  return Math.max(0, within / (part.end - part.start));
}

/** The sum of the parts that lie in a span, with how much of it they know; incomplete where cut hours are too much of it. */
export function sumOfParts(parts: readonly CountedPart[], { start, end }: Span): SideEnergy {
  let [kwh, known, guessed, n] = [0, 0, 0, 0];
  for (const part of parts) {
    const share = shareIn(part, { start, end });
    if (share === 0 || part.kwh === null) continue;
    kwh += part.kwh * share;
    known += (part.end - part.start) * share;
    if (share < 1) guessed += Math.abs(part.kwh * share);
    n += 1;
  }
  if (n === 0) return { kwh: null, completeness: null, gap: 'no_values' };
  const gap = guessed > (1 - MIN_COMPLETE) * Math.abs(kwh) ? 'incomplete' : null;
  return { kwh: round3(kwh), completeness: Math.min(1, known / (end - start)), gap };
}

/** The sum of several sources of one span; known as far as all of them together are. */
export function sumOfSources(sources: readonly SideEnergy[]): SideEnergy {
  const known = sources.filter(({ kwh }) => kwh !== null);
  if (known.length === 0) return { kwh: null, completeness: null, gap: 'no_values' };
  return {
    kwh: round3(known.reduce((sum, { kwh }) => sum + (kwh ?? 0), 0)),
    completeness: known.reduce((sum, { completeness }) => sum + (completeness ?? 0), 0) / sources.length,
    gap: known.find(({ gap }) => gap !== null)?.gap ?? null,
  };
}

/** A line of another party's statement. */
export interface StatedEnergy {
  readonly span: 'day' | 'month';
  /** YYYY-MM-DD. */
  readonly starts_on: string;
  readonly kwh: number;
}

/** What a statement says of a month: its own line, else the sum of its days. */
export function statedOfMonth(
  lines: readonly StatedEnergy[],
  { month, days }: { readonly month: string; readonly days: number },
): SideEnergy {
  const whole = lines.find((line) => line.span === 'month' && line.starts_on.startsWith(month));
  if (whole) return { kwh: whole.kwh, completeness: 1, gap: null };
  const own = lines.filter((line) => line.span === 'day' && line.starts_on.startsWith(month));
  if (own.length === 0) return { kwh: null, completeness: null, gap: 'no_statement' };
  return {
    kwh: round3(own.reduce((sum, { kwh }) => sum + kwh, 0)),
    completeness: Math.min(1, own.length / days),
    gap: null,
  };
}

/** A month by the clock of a place. */
export const monthSpan = (zone: string, month: string): Span => ({
  start: dayBorders(zone, `${month}-01`).start,
  end: dayBorders(zone, dayAfterMonth(month)).start,
});
