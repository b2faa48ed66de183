import { localDay } from '../../shared/units/zones.ts';

/** What a line of the register is: a reading, the last or the first reading of an event, or the correction of an earlier line. */
export const LINE_KINDS = ['reading', 'final', 'first', 'correction'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** What ends one count and begins another: the meter itself changes, its counter starts anew, or it has shown all its digits. */
export const METER_EVENTS = ['swap', 'reset', 'rollover'] as const;
export type MeterEvent = (typeof METER_EVENTS)[number];

/** A line as it was written, and never changed since. */
export interface RegisterLine {
  /** Counted from 1 for each meter. */
  readonly line: number;
  readonly kind: LineKind;
  readonly event: MeterEvent | null;
  /** Epoch ms of the reading; of a correction that of the line that it corrects. */
  readonly at: number;
  /** As the meter shows it; null: a correction that strikes its line out. */
  readonly reading: number | null;
  readonly constant_k: number;
  /** The line that a correction is about. */
  readonly corrects: number | null;
}

/** A reading as it stands today, with all corrections. */
export interface StandingReading {
  readonly line: number;
  readonly kind: 'reading' | 'final' | 'first';
  readonly event: MeterEvent | null;
  readonly at: number;
  readonly reading: number;
  readonly constant_k: number;
  /** The correction that counts; null where there is none. */
  readonly corrected_by: number | null;
}

const THOUSANDTHS = 1000;
/** Readings and energies of the register have three decimals. */
export const toThousandths = (value: number): number => Math.round(value * THOUSANDTHS);
export const round3 = (value: number): number => toThousandths(value) / THOUSANDTHS;

/** The readings that count, by time; of one instant in the order in which they were written. */
export function standingReadings(lines: readonly RegisterLine[]): StandingReading[] {
  const last = new Map<number, RegisterLine>();
  for (const line of lines) if (line.corrects !== null) last.set(line.corrects, line);
  const standing: StandingReading[] = [];
  for (const { line, kind, event, at, constant_k, reading: written } of lines) {
    if (kind === 'correction') continue;
    const correction = last.get(line);
    const reading = correction ? correction.reading : written;
    if (reading === null) continue;
    const corrected_by = correction?.line ?? null;
    standing.push({ line, kind, event, at, reading, constant_k, corrected_by });
  }
  return standing.sort((a, b) => a.at - b.at || a.line - b.line);
}

/** What was counted from one reading to the next. */
export interface MeterStep {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  /** (reading − reading before) × K, kWh. */
  readonly kwh: number;
}

/** kWh between two readings of one count: their difference × K. // docs/domain.md §2.6 */
export const kwhBetween = (before: number, reading: number, constant_k: number): number =>
  round3(((toThousandths(reading) - toThousandths(before)) * constant_k) / THOUSANDTHS);

/**
 * The energy of each step; the first reading of a meter, and the first after a reset or a swap, end none. A counter that rolled over
 * went on from 0: what it shows first was counted since.
 */
export function meterSteps(standing: readonly StandingReading[]): MeterStep[] {
  const steps: MeterStep[] = [];
  for (const [i, reading] of standing.entries()) {
    const before = standing[i - 1];
    const begins = reading.kind === 'first';
    if (!before || (begins && reading.event !== 'rollover')) continue;
    const kwh = kwhBetween(begins ? 0 : before.reading, reading.reading, reading.constant_k);
    steps.push({ line: reading.line, from: before.at, to: reading.at, kwh });
  }
  return steps;
}

/**
 * The day on which the energy that a reading ends is booked: its own local day. A reading at midnight ends the day before, as the
 * daily reading of a register does.
 */
export const bookedOn = (zone: string, at: number): string => localDay(zone, at - 1).day;

/** kWh by month (YYYY-MM), each step booked where its later reading stands. */
export function kwhByMonth(steps: readonly MeterStep[], zone: string): Map<string, number> {
  const months = new Map<string, number>();
  for (const { to, kwh } of steps) {
    const month = bookedOn(zone, to).slice(0, 7);
    months.set(month, round3((months.get(month) ?? 0) + kwh));
  }
  return months;
}

/** Mean power of a step, kW. */
export const powerOf = ({ from, to, kwh }: MeterStep): number | null =>
  to > from ? kwh / ((to - from) / 3_600_000) : null;
