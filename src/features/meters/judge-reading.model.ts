import { HOUR_MS, localDay, MINUTE_MS } from '../../shared/units/zones.ts';
import type { MeterRole } from './meters.model.ts';
import { bookedOn, kwhBetween, type StandingReading, toThousandths } from './register.model.ts';

/** Why a reading is not taken. */
export const READING_FAULTS = [
  'in_future',
  'before_meter',
  'after_meter',
  'too_many_digits',
  'too_many_decimals',
  'same_instant',
  'lower_than_last',
  'higher_than_next',
  'impossible_step',
] as const;
export type ReadingFaultCode = (typeof READING_FAULTS)[number];

/** Faults that a person may pass with a note: the meter may have shown just that. */
const WITH_A_NOTE: readonly ReadingFaultCode[] = ['lower_than_last', 'higher_than_next', 'impossible_step'];
export const mayOverride = (code: ReadingFaultCode): boolean => WITH_A_NOTE.includes(code);

export interface ReadingFault {
  readonly code: ReadingFaultCode;
  readonly params: Readonly<Record<string, number | string>>;
}

export interface JudgedMeter {
  readonly constant_k: number;
  readonly digits: number;
  readonly role: MeterRole;
  readonly from_on: string;
  readonly to_on: string | null;
  readonly time_zone: string;
  /** kW; null: nobody said, and no step is impossible. */
  readonly nominal_kw: number | null;
}

export interface GivenReading {
  readonly at: number;
  readonly reading: number;
  readonly now: number;
  /** The line that a correction is about: it does not stand in its own way. */
  readonly instead_of?: number;
}

const AHEAD_MS = 10 * MINUTE_MS;
/** What a plant can make at most: its nominal power and a fifth more. // model.md, Energy from counters */
const MAX_OF_NOMINAL = 1.2;

function ofItself(meter: JudgedMeter, { at, reading, now }: GivenReading): ReadingFault | null {
  const { digits, from_on, to_on, time_zone } = meter;
  if (at > now + AHEAD_MS) return { code: 'in_future', params: {} };
  if (localDay(time_zone, at).day < from_on) return { code: 'before_meter', params: { from_on } };
  if (to_on !== null && bookedOn(time_zone, at) > to_on) return { code: 'after_meter', params: { to_on } };
  if (reading >= 10 ** digits) return { code: 'too_many_digits', params: { digits } };
  if (Math.abs(toThousandths(reading) / 1000 - reading) > 1e-9)
    return { code: 'too_many_decimals', params: {} };
  return null;
}

/** Whether a plant of that power can make the energy of a step; what it takes from the grid has another limit, which nobody said. */
function isPossible(meter: JudgedMeter, kwh: number, hours: number): boolean {
  const bound = meter.nominal_kw !== null && (meter.role === 'production' || meter.role === 'export');
  return !bound || kwh <= (meter.nominal_kw ?? 0) * hours * MAX_OF_NOMINAL;
}

interface Neighbours {
  readonly meter: JudgedMeter;
  readonly before: { readonly at: number; readonly reading: number };
  readonly after: { readonly at: number; readonly reading: number };
  readonly code: 'lower_than_last' | 'higher_than_next';
}

function between({ meter, before, after, code }: Neighbours): ReadingFault | null {
  const kwh = kwhBetween(before.reading, after.reading, meter.constant_k);
  const shown = code === 'lower_than_last' ? before.reading : after.reading;
  if (kwh < 0) return { code, params: { reading: shown } };
  const hours = (after.at - before.at) / HOUR_MS;
  return isPossible(meter, kwh, hours) ? null : { code: 'impossible_step', params: { kwh, hours } };
}

/** Judges a reading, or the correction of one, against the readings that stand; null where it may be taken. */
export function judgeReading(
  meter: JudgedMeter,
  standing: readonly StandingReading[],
  given: GivenReading,
): ReadingFault | null {
  const fault = ofItself(meter, given);
  if (fault) return fault;
  const own = standing.find(({ line }) => line === given.instead_of);
  const others = standing.filter(({ line }) => line !== given.instead_of);
  const isBefore = (one: StandingReading) =>
    one.at < given.at || (own !== undefined && one.at === given.at && one.line < own.line);
  const last = others.findLast(isBefore);
  const next = others.find((one) => !isBefore(one));
  if (!own && others.some(({ at }) => at === given.at)) return { code: 'same_instant', params: {} };
  const here = { at: given.at, reading: given.reading };
  const starts = own?.kind === 'first';
  return (
    (last && !starts ? between({ meter, before: last, after: here, code: 'lower_than_last' }) : null) ??
    (next && next.kind !== 'first'
      ? between({ meter, before: here, after: next, code: 'higher_than_next' })
      : null)
  );
}
