import { DAY_MS, instantsOfLocal } from '../../shared/units/zones.ts';
import { conversion } from './csv-number.model.ts';
import type { Stamp } from './csv-time.model.ts';
import type { CsvMapping } from './measurements.contract.ts';

/** Intervals that energy may be given for (s): longer ones would need to know months. */
export const MIN_INTERVAL_S = 60;
export const MAX_INTERVAL_S = DAY_MS / 1000;
/** Counters fall seldom: more falls than this share of the rows are energies of intervals; of a few rows it must be more. */
const FALLS = 0.05;
const FALLS_OF_FEW = 0.2;
const FEW = 20;

const energyIn = (unit: string) => conversion(unit, 'kWh');

/**
 * kW for each kWh of an hour, where a unit of energy meets a variable of power: the column holds the energy of each
 * interval, and its mean power is stored. Undefined for every other pair.
 */
export function powerOfEnergy(unit: string, into: string): number | undefined {
  const [energy, power] = [energyIn(unit), conversion('kW', into)];
  return energy && power ? energy.factor * power.factor : undefined;
}

/** Whether figures are the energy of each interval: a counter's would rise all the time. */
export function areIntervals(figures: readonly number[]): boolean {
  let falls = 0;
  for (let i = 1; i < figures.length; i++) if ((figures[i] ?? 0) < (figures[i - 1] ?? 0)) falls++;
  return falls > (figures.length < FEW ? FALLS_OF_FEW : FALLS) * figures.length;
}

/**
 * Whether stamps mark the end of their intervals: 24:00 is written for nothing else, and a file of whole days that begins
 * one interval after midnight ends with it.
 */
export function marksEnds(cells: readonly string[], stamps: readonly Stamp[], interval_ms: number): boolean {
  if (cells.some((cell) => /\b24[:.]00/.test(cell))) return true;
  const [first] = stamps.toSorted((a, b) => a.local - b.local);
  return first !== undefined && interval_ms < DAY_MS && first.local % DAY_MS === interval_ms;
}

/** What a row's stamp stands for: where its interval begins, and the hours that it has. */
export class Intervals {
  readonly #ends: boolean;
  readonly #ms: number;
  readonly #zone: string;

  /** @param usual_ms what the file's rows say, where the mapping says nothing */
  constructor(
    { stamps, interval_s, time_zone }: Pick<CsvMapping, 'stamps' | 'interval_s' | 'time_zone'>,
    usual_ms: number,
  ) {
    this.#ends = stamps === 'end';
    this.#ms = interval_s === undefined ? usual_ms : interval_s * 1000;
    this.#zone = time_zone;
  }

  /** Whether the length is known that energies of intervals, and stamps at their end, ask for. */
  get isKnown(): boolean {
    return this.#ms >= MIN_INTERVAL_S * 1000 && this.#ms <= MAX_INTERVAL_S * 1000;
  }

  get length_ms(): number {
    return this.#ms;
  }

  /** The interval of a stamp that lies at `ts`; a day of the clock has 23, 24 or 25 hours. */
  of({ local, offset }: Stamp, ts: number): { start: number; hours: number } {
    const other = this.#ends ? local - this.#ms : local + this.#ms;
    if (!this.#ends && !this.isKnown) return { start: ts, hours: Number.NaN };
    const isDay = this.#ms === DAY_MS && offset === null;
    const there = isDay ? instantsOfLocal(this.#zone, other)[0] : undefined;
    const away = there ?? (this.#ends ? ts - this.#ms : ts + this.#ms);
    const start = this.#ends ? away : ts;
    return { start, hours: Math.abs(away - ts) / 3_600_000 };
  }
}
