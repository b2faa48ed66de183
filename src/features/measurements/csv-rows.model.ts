import type { z } from 'zod';
import { MINUTE_MS, offsetAt } from '../../shared/units/zones.ts';
import type { CatalogueEntry, Quantity } from '../plants/plants.model.ts';
import { timeCell } from './csv-clock.model.ts';
import type { Intervals } from './csv-interval.model.ts';
import { isEmptyCell, isInvalidCode, parseNumber } from './csv-number.model.ts';
import { parseStamp, StampPlacer } from './csv-time.model.ts';
import type { Note } from './imports.model.ts';
import { OUT_OF_RANGE } from './ingest.model.ts';
import type { BadRow, CsvMapping } from './measurements.contract.ts';

/** How one column is stored. */
export interface ColumnPlan {
  readonly column: number;
  readonly header: string;
  readonly factor: number;
  readonly offset: number;
  readonly counter: boolean;
  /** The figure is the energy of its interval: what is stored is the mean power. */
  readonly per_interval: boolean;
  /** Least and most in the variable's unit that is believed of a figure that loggers write for an invalid one. */
  readonly plausible: readonly [least: number, most: number] | null;
}

/** A row as it was read: `values` in the order of the plan, in the variables' own units, NaN where nothing stands. */
export interface ReadRow {
  readonly row: number;
  readonly ts: number;
  readonly values: Float64Array;
}

/** Why a row or a cell was left out. */
export type BadReason =
  | 'bad_time'
  | 'bad_number'
  | 'out_of_range'
  | 'invalid_code'
  | 'duplicate'
  | 'before_2000'
  | 'not_kept'
  | 'in_future'
  | 'absent_hour';

const POWER = [0, 9000] as const;
const IRRADIANCE = [-50, 2000] as const;
const TEMPERATURE = [-60, 150] as const;
const PLAUSIBLE: Partial<Record<Quantity, readonly [number, number]>> = {
  ac_power_kw: POWER,
  dc_power_kw: POWER,
  irradiance_poa_wm2: IRRADIANCE,
  irradiance_ghi_wm2: IRRADIANCE,
  device_temperature_c: TEMPERATURE,
  ambient_temperature_c: TEMPERATURE,
  module_temperature_c: TEMPERATURE,
};

/** Outside of which limits a logger's code for an invalid figure is taken for one; null where nobody can tell. */
export function plausibleOf({ kind, quantity }: Pick<CatalogueEntry, 'kind' | 'quantity'>) {
  return kind === 'gauge' ? (PLAUSIBLE[quantity] ?? null) : null;
}

/** Why a figure is not stored; null for one that is. */
function faultOf(number: number | undefined, value: number, { plausible }: ColumnPlan): BadReason | null {
  if (number === undefined || !Number.isFinite(number)) return 'bad_number';
  if (!(Math.abs(value) < OUT_OF_RANGE)) return 'out_of_range';
  const isCode = plausible !== null && isInvalidCode(number);
  return isCode && (value < plausible[0] || value > plausible[1]) ? 'invalid_code' : null;
}

const EARLIEST = Date.UTC(2000, 0, 1);
const AHEAD_MS = 10 * MINUTE_MS;
/** Bad rows that a report lists. */
const MAX_LISTED = 100;
/** Steps that are enough to know the usual one. */
const STEPS_KEPT = 20_000;

/** A short mark of a row's values, to tell a repeated row from a contradicting one without keeping all of them. */
function markOf(values: Float64Array): number {
  let mark = 0x811c9dc5;
  for (const byte of new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    mark = Math.imul(mark ^ byte, 0x01000193);
  return mark;
}

/** Reads data rows one after another with a mapping, and keeps account of what it met. */
export class RowReader {
  readonly #mapping: CsvMapping;
  readonly #plan: readonly ColumnPlan[];
  readonly #now: number;
  /** The company lets older readings go. */
  readonly #keptFrom: number;
  readonly #placer: StampPlacer;
  readonly #intervals: Intervals;
  /** Hours of the row's interval. */
  #hours = 1;
  readonly #seen = new Map<number, number>();
  readonly #steps = new Map<number, number>();
  readonly #offsets = new Map<number, number>();
  readonly #drops: number[];
  readonly #last: Float64Array;
  #previous: number | undefined;
  #stepsKept = 0;
  #doubled = 0;
  #absent = 0;
  #local = 0;
  rows = 0;
  readings = 0;
  empty = 0;
  badRows = 0;
  firstAt = Number.POSITIVE_INFINITY;
  lastAt = Number.NEGATIVE_INFINITY;
  readonly bad: z.infer<typeof BadRow>[] = [];

  constructor(
    mapping: CsvMapping,
    plan: readonly ColumnPlan[],
    options: { now: number; descending: boolean; kept_from?: number; intervals: Intervals },
  ) {
    this.#mapping = mapping;
    this.#plan = plan;
    this.#now = options.now;
    this.#keptFrom = options.kept_from ?? EARLIEST;
    this.#intervals = options.intervals;
    this.#placer = new StampPlacer(mapping.time_zone, options.descending);
    this.#drops = plan.map(() => 0);
    this.#last = new Float64Array(plan.length).fill(Number.NaN);
  }

  #refuse(row: number, column: string | null, reason: BadReason): undefined {
    if (this.bad.length < MAX_LISTED) this.bad.push({ row, column, reason });
    return undefined;
  }

  #readTime(record: readonly string[], row: number): number | undefined {
    const { time_column, time_format, clock_column = null } = this.#mapping;
    const stamp = parseStamp(timeCell(record, time_column, clock_column), time_format);
    if (!stamp) return this.#refuse(row, null, 'bad_time');
    const { ts: placed, oddity } = this.#placer.place(stamp);
    if (oddity === 'doubled') this.#doubled++;
    if (stamp.offset === null) this.#local++;
    if (placed === null) {
      this.#absent++;
      return this.#refuse(row, null, 'absent_hour');
    }
    const { start: ts, hours } = this.#intervals.of(stamp, placed);
    this.#hours = hours;
    if (ts < EARLIEST) return this.#refuse(row, null, 'before_2000');
    if (ts < this.#keptFrom) return this.#refuse(row, null, 'not_kept');
    if (ts > this.#now + AHEAD_MS) return this.#refuse(row, null, 'in_future');
    if (stamp.offset !== null && !time_format.startsWith('unix'))
      this.#offsets.set(stamp.offset, (this.#offsets.get(stamp.offset) ?? 0) + 1);
    return ts;
  }

  /** Values of a row; the number of bad cells is told through `refuse`. */
  #readValues(record: readonly string[], row: number): { values: Float64Array; found: number; bad: number } {
    const values = new Float64Array(this.#plan.length).fill(Number.NaN);
    let [found, bad] = [0, 0];
    this.#plan.forEach((plan, i) => {
      const { column, header, factor, offset, per_interval } = plan;
      const cell = record[column] ?? '';
      if (isEmptyCell(cell)) {
        this.empty++;
        return;
      }
      const number = parseNumber(cell, this.#mapping.decimal);
      const value = ((number ?? Number.NaN) * factor) / (per_interval ? this.#hours : 1) + offset;
      const fault = faultOf(number, value, plan);
      if (fault) {
        bad++;
        this.#refuse(row, header || `${column + 1}`, fault);
        return;
      }
      values[i] = value;
      found++;
    });
    return { values, found, bad };
  }

  #note(ts: number, values: Float64Array): void {
    this.firstAt = Math.min(this.firstAt, ts);
    this.lastAt = Math.max(this.lastAt, ts);
    if (this.#previous !== undefined && this.#stepsKept < STEPS_KEPT) {
      const step = Math.abs(ts - this.#previous);
      if (step > 0) this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1);
      this.#stepsKept++;
    }
    const forward = this.#previous === undefined || ts > this.#previous;
    this.#previous = ts;
    values.forEach((value, i) => {
      if (Number.isNaN(value)) return;
      const drop = (value - (this.#last[i] ?? Number.NaN)) * (forward ? 1 : -1) < 0;
      if (drop) this.#drops[i] = (this.#drops[i] ?? 0) + 1;
      this.#last[i] = value;
    });
  }

  /** Reads a data row; undefined when nothing of it can be stored. `row` counts from 1, as a spreadsheet does. */
  read(record: readonly string[], row: number): ReadRow | undefined {
    if (record.every((cell) => cell.trim() === '')) return undefined;
    this.rows++;
    const ts = this.#readTime(record, row);
    if (ts === undefined) {
      this.badRows++;
      return undefined;
    }
    const { values, found, bad } = this.#readValues(record, row);
    if (bad > 0) this.badRows++;
    this.#note(ts, values);
    if (found === 0) return undefined;
    const mark = markOf(values);
    const known = this.#seen.get(ts);
    if (known !== undefined) {
      if (known === mark) return undefined;
      if (bad === 0) this.badRows++;
      return this.#refuse(row, null, 'duplicate');
    }
    this.#seen.set(ts, mark);
    this.readings += found;
    return { row, ts, values };
  }

  /** Seconds between rows as a rule; null when there is no rule. */
  step(): number | null {
    let [best, max, all] = [0, 0, 0];
    for (const [step, count] of this.#steps) {
      all += count;
      if (count > max) [best, max] = [step, count];
    }
    const seconds = Math.round(best / 1000);
    return max >= 0.3 * all && seconds >= 1 && seconds <= 86_400 ? seconds : null;
  }

  /** What a person should know about how the file was read. */
  notes(plant_zone: string): Note[] {
    const notes: Note[] = [];
    const [offset] = [...this.#offsets.keys()];
    if (this.#offsets.size === 1 && offset !== undefined && this.#zoneChanges(plant_zone))
      notes.push({ code: 'fixed_offset', params: { offset: offsetText(offset), time_zone: plant_zone } });
    if (this.#local > 0) notes.push({ code: 'local_time', params: { time_zone: this.#mapping.time_zone } });
    if (this.#doubled > 0) notes.push({ code: 'doubled_hour', params: { rows: this.#doubled } });
    if (this.#absent > 0) notes.push({ code: 'absent_hour', params: { rows: this.#absent } });
    this.#noteIntervals(notes);
    this.#plan.forEach(({ header, column, counter }, i) => {
      if (counter && (this.#drops[i] ?? 0) > 0.05 * this.rows)
        notes.push({ code: 'not_a_counter', params: { column: header || column + 1 } });
    });
    return notes;
  }

  #noteIntervals(notes: Note[]): void {
    const columns = this.#plan.filter(({ per_interval }) => per_interval);
    const minutes = Math.round(this.#intervals.length_ms / MINUTE_MS);
    for (const { header, column } of columns)
      notes.push({ code: 'interval_energy', params: { column: header || column + 1, minutes } });
    if (this.#mapping.stamps === 'end') notes.push({ code: 'stamps_end', params: {} });
    else if (columns.length > 0) notes.push({ code: 'stamps_start', params: {} });
  }

  #zoneChanges(zone: string): boolean {
    if (!(this.lastAt > this.firstAt)) return false;
    const offsets = new Set([offsetAt(zone, this.lastAt)]);
    for (let at = this.firstAt; at <= this.lastAt; at += 30 * 86_400_000) offsets.add(offsetAt(zone, at));
    return offsets.size > 1;
  }
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE_MS;
  const two = (n: number) => String(n).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
