import type { Quantity, VARIABLE_KINDS } from '../plants/plants.model.ts';
import { type GoodReadings, goodReadings, type Readings } from './columns.model.ts';
import {
  counterSteps,
  type EnteredEvent,
  type FoundEvent,
  type KnownValue,
  powerSteps,
} from './energy-steps.model.ts';

export interface SlotMeta {
  readonly slot: number;
  readonly kind: (typeof VARIABLE_KINDS)[number];
  readonly quantity: Quantity;
}

export interface DeviceMeta {
  readonly slots: readonly SlotMeta[];
  readonly interval_s: number;
  /** kW that the device can make at most, for a slot's counter. */
  nominalOf(quantity: Quantity): number | null;
}

/** What one device makes of these is at most what its plant can make. */
const OF_THE_PLANT: readonly Quantity[] = ['energy_export_kwh', 'ac_power_kw'];

/** kW that a device can make at most: its own, else what its plant can make, for what counts as the plant's. */
export function nominalOf(device: {
  readonly nominal_power: number | null;
  readonly potenza_nominale: number | null;
}): DeviceMeta['nominalOf'] {
  return (quantity) =>
    device.nominal_power ?? (OF_THE_PLANT.includes(quantity) ? device.potenza_nominale : null);
}

/** A slot's good readings with the energy that each adds. */
export interface SlotSteps {
  readonly ts: Float64Array;
  readonly values: Float64Array;
  /** kWh of each reading; null for slots that carry no energy. */
  readonly energy: Float64Array | null;
  readonly recovered: Uint8Array | null;
  readonly events: readonly FoundEvent[];
  /** A counter's reading on a border closes the period before it; a power's opens the one after. */
  readonly closes: boolean;
}

export interface SlotPast {
  readonly previous?: KnownValue | undefined;
  readonly entered?: readonly EnteredEvent[];
}

/** Whether a slot's readings can be counted as energy, and how. */
export function energyKind({
  kind,
  quantity,
}: Pick<SlotMeta, 'kind' | 'quantity'>): 'counter' | 'power' | null {
  if (kind === 'counter') return 'counter';
  return kind === 'gauge' && quantity === 'ac_power_kw' ? 'power' : null;
}

/** Energy steps of a slot over a device's readings (columns by slot); `past` is what a counter showed before them. */
export function slotSteps(
  readings: Readings,
  meta: SlotMeta,
  device: DeviceMeta,
  past: SlotPast = {},
): SlotSteps {
  return readingSteps(goodReadings(readings.ts, readings.columns[meta.slot]), meta, device, past);
}

/** The same over a slot's good readings alone. */
export function readingSteps(
  { ts, values, next }: GoodReadings,
  meta: SlotMeta,
  device: Pick<DeviceMeta, 'interval_s' | 'nominalOf'>,
  past: SlotPast = {},
): SlotSteps {
  const carries = energyKind(meta);
  const rule = { nominal_kw: device.nominalOf(meta.quantity), interval_s: device.interval_s };
  if (carries === 'counter') {
    return { ts, values, closes: true, ...counterSteps({ ts, values }, past.previous, rule, past.entered) };
  }
  const energy = carries === 'power' ? powerSteps({ ts, values, next }, rule) : null;
  return { ts, values, energy, recovered: null, events: [], closes: false };
}

/** Whether a step at `ts` belongs to the period [start, end). */
export function belongs(ts: number, start: number, end: number, closes: boolean): boolean {
  return closes ? ts > start && ts <= end : ts >= start && ts < end;
}

/** What a device's day comes to, by slot; NaN stands for null. */
export interface DayRow {
  readonly n: Int32Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** Epoch ms. */
  readonly last_ts: Float64Array;
  readonly energy: Float64Array;
  readonly recovered: Float64Array;
}

const nulls = (length: number) => new Float64Array(length).fill(Number.NaN);

function emptyDay(length: number): DayRow {
  return {
    n: new Int32Array(length),
    sum: nulls(length),
    min: nulls(length),
    max: nulls(length),
    first: nulls(length),
    last: nulls(length),
    last_ts: nulls(length),
    energy: nulls(length),
    recovered: nulls(length),
  };
}

function addStatistics(day: DayRow, slot: number, steps: SlotSteps, start: number, end: number): void {
  let [n, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < steps.ts.length; i++) {
    const ts = steps.ts[i] ?? Number.NaN;
    if (!belongs(ts, start, end, false)) continue;
    const value = steps.values[i] ?? Number.NaN;
    if (n === 0) day.first[slot] = value;
    n++;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
    day.last[slot] = value;
    day.last_ts[slot] = ts;
  }
  if (n === 0) return;
  day.n[slot] = n;
  day.sum[slot] = sum;
  day.min[slot] = min;
  day.max[slot] = max;
}

/** kWh of the steps in [start, end), and how much of it was booked when a counter came back; null when none is known. */
export function energyBetween(
  steps: SlotSteps,
  start: number,
  end: number,
): { energy: number; recovered: number } | null {
  if (!steps.energy) return null;
  let [energy, recovered, known] = [0, 0, false];
  for (let i = 0; i < steps.ts.length; i++) {
    const step = steps.energy[i] ?? Number.NaN;
    if (Number.isNaN(step) || !belongs(steps.ts[i] ?? Number.NaN, start, end, steps.closes)) continue;
    known = true;
    energy += step;
    if (steps.recovered?.[i]) recovered += step;
  }
  return known ? { energy, recovered } : null;
}

/**
 * One device's day [start, end), recomputed from its readings.
 * @param readings columns by slot, from `start` to one interval past `end` (both inclusive): the first readings of the
 *   next day close this one's counter and end the time that its last power stands for.
 * @param past what each slot's counter showed before `start`, and events that a person entered.
 * @returns the row and the counter events found in (start, end]. Sums are over good readings; a slot without any has
 *   n = 0 and NaN elsewhere. Energy is NaN where nothing can be counted, never a made-up zero.
 */
export function summariseDay(
  window: { start: number; end: number },
  readings: Readings,
  device: DeviceMeta,
  past: ReadonlyMap<number, SlotPast> = new Map(),
): { row: DayRow; events: { slot: number; event: FoundEvent }[] } {
  const { start, end } = window;
  const length = device.slots.reduce((max, { slot }) => Math.max(max, slot + 1), 0);
  const row = emptyDay(length);
  const events: { slot: number; event: FoundEvent }[] = [];
  for (const meta of device.slots) {
    const steps = slotSteps(readings, meta, device, past.get(meta.slot));
    addStatistics(row, meta.slot, steps, start, end);
    const made = energyBetween(steps, start, end);
    row.energy[meta.slot] = made?.energy ?? Number.NaN;
    row.recovered[meta.slot] = made?.recovered ?? Number.NaN;
    for (const event of steps.events) {
      if (belongs(event.at, start, end, true)) events.push({ slot: meta.slot, event });
    }
  }
  return { row, events };
}
