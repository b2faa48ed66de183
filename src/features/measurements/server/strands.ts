import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, HOUR_MS, type LocalDay, localDay, periodBorders } from '../../../shared/units/zones.ts';
import { addSteps, Buckets, type Points, STEP_S, type Total } from '../buckets.model.ts';
import { energyKind, type HotRow, type SlotPast, type SlotSteps, slotSteps } from '../day-row.model.ts';
import type { EnteredEvent, KnownValue } from '../energy-steps.model.ts';
import type { Aggregate } from '../measurements.model.ts';
import { type FixedResolution, isRarerThan, rawPoints } from '../series.model.ts';
import { deviceMeta, listEnteredEvents, listPreviousValues } from './day-rows.repository.ts';
import { findHotRows, listDayRows, type SeriesDevice, type SeriesVariable } from './series.repository.ts';

export interface Window {
  /** Epoch ms, inclusive. */
  start: number;
  /** Exclusive. */
  end: number;
}

/** One variable of one device, as a series or a part of one is made from it. */
export interface Strand {
  device: SeriesDevice;
  variable: SeriesVariable;
}

/** Everything that was loaded for some strands at one resolution. */
export interface Strands {
  readonly resolution: FixedResolution;
  points(strand: Strand, aggregate: Aggregate): Points;
  /** What all its periods together come to; of raw readings nothing. */
  total(strand: Strand): Total;
  /** Whether its readings come more rarely than the periods, so that most of these would be empty. */
  tooFine(strand: Strand): boolean;
}

interface Ask {
  resolution: FixedResolution;
  window: Window;
  now: number;
  /** Values of hot rows that may be read at once. */
  mostValues: number;
}

/** More readings than this are not counted through for one answer; a coarser resolution is. */
const MOST_ROWS = 250_000;
/** Nor more values: rows times the slots that are read of them. */
export const MOST_VALUES = 2_500_000;

const rowLimit = (slots: readonly number[], { mostValues }: Ask) =>
  Math.min(MOST_ROWS, Math.floor(mostValues / Math.max(1, slots.length)));

/** How far before a day its border value may stand in the hot rows. */
const BEFORE_MS = 2 * HOUR_MS;
const BATCH_DEVICES = 20;

const EMPTY: Points = {
  ts: new Float64Array(0),
  values: new Float64Array(0),
  quality: new Uint8Array(0),
};

const keyOf = ({ device, variable }: Strand) => `${device.device_id}/${variable.slot}`;

/** Loads and counts the strands; undefined when the readings would be too many at this resolution. */
export async function loadStrands(
  tx: Tx,
  strands: readonly Strand[],
  ask: Ask,
): Promise<Strands | undefined> {
  const slots = [...new Set(strands.map((strand) => strand.variable.slot))].sort((a, b) => a - b);
  if (ask.resolution === 'raw') return loadRaw(tx, strands, slots, ask);
  const result = new Map<string, Buckets>();
  const rare = new Set<string>();
  for (const zone of new Set(strands.map((strand) => strand.device.time_zone))) {
    const ofZone = strands.filter((strand) => strand.device.time_zone === zone);
    const zonePart = new ZonePart(tx, zone, ofZone, ask);
    const part = await zonePart.load(slots);
    if (!part) return undefined;
    for (const [key, buckets] of part) result.set(key, buckets);
    for (const key of zonePart.rare) rare.add(key);
  }
  return {
    resolution: ask.resolution,
    points: (strand, aggregate) => result.get(keyOf(strand))?.points(aggregate) ?? EMPTY,
    total: (strand) => (result.get(keyOf(strand)) ?? new Buckets([])).total(),
    tooFine: (strand) => rare.has(keyOf(strand)),
  };
}

async function loadRaw(
  tx: Tx,
  strands: readonly Strand[],
  slots: readonly number[],
  ask: Ask,
): Promise<Strands | undefined> {
  const { window } = ask;
  const device_ids = [...new Set(strands.map((strand) => strand.device.device_id))];
  const rows = await findHotRows(tx, {
    device_ids,
    slots,
    start: window.start,
    end: window.end - 1,
    limit: rowLimit(slots, ask),
  });
  if (!rows) return undefined;
  return {
    resolution: 'raw',
    points: ({ device, variable }) =>
      rawPoints(rows.get(device.device_id) ?? [], slots.indexOf(variable.slot), window),
    total: () => new Buckets([]).total(),
    tooFine: () => false,
  };
}

/** The part of a question that lies in one time zone. */
class ZonePart {
  readonly #tx: Tx;
  readonly #zone: string;
  readonly #strands: readonly Strand[];
  readonly #ask: Ask;
  readonly #end: number;
  readonly #buckets: Map<string, Buckets>;
  /** Keys of the strands that are read more rarely than the periods of hot rows. */
  readonly rare = new Set<string>();

  constructor(tx: Tx, zone: string, strands: readonly Strand[], ask: Ask) {
    this.#tx = tx;
    this.#zone = zone;
    this.#strands = strands;
    this.#ask = ask;
    // Periods stand up to now: what has not happened is not a gap.
    this.#end = Math.min(ask.window.end, ask.now + 1);
    const period = ask.resolution === 'raw' ? '15m' : ask.resolution;
    const borders =
      this.#end > ask.window.start ? periodBorders(zone, period, ask.window.start, this.#end) : [];
    this.#buckets = new Map(strands.map((strand) => [keyOf(strand), new Buckets(borders)]));
  }

  async load(slots: readonly number[]): Promise<Map<string, Buckets> | undefined> {
    const { window, now, resolution } = this.#ask;
    if (this.#end <= window.start) return this.#buckets;
    const today = localDay(this.#zone, now);
    const first = localDay(this.#zone, window.start);
    const last = localDay(this.#zone, this.#end - 1);
    if (resolution === '15m' || resolution === 'hour')
      return (await this.#countHotRows(this.#strands, slots, { start: first.start, end: last.end }))
        ? this.#buckets
        : undefined;
    await this.#addDayRows(slots, first.day, last.day < today.day ? last.day : addDays(today.day, -1));
    if (last.day < today.day) return this.#buckets;
    // No resolution is coarser than today: a large plant's readings are counted some devices at a time.
    for (const strands of inBatches(this.#strands)) {
      if (!(await this.#countHotRows(strands, slots, { start: today.start, end: last.end })))
        return undefined;
    }
    return this.#buckets;
  }

  async #addDayRows(slots: readonly number[], from: string, to: string): Promise<void> {
    if (from > to) return;
    const device_ids = [...new Set(this.#strands.map((strand) => strand.device.device_id))];
    const byDevice = Map.groupBy(this.#strands, (strand) => strand.device.device_id);
    for (const { device_id, start, row } of await listDayRows(this.#tx, { device_ids, slots, from, to })) {
      for (const strand of byDevice.get(device_id) ?? [])
        this.#buckets.get(keyOf(strand))?.addDay(row, slots.indexOf(strand.variable.slot), start);
    }
  }

  /** Counts the readings of the local days in [start, end); false when there are too many. */
  async #countHotRows(
    strands: readonly Strand[],
    slots: readonly number[],
    { start, end }: Window,
  ): Promise<boolean> {
    const device_ids = [...new Set(strands.map((strand) => strand.device.device_id))];
    const slowest = Math.max(...strands.map((strand) => strand.device.interval_s));
    const rows = await findHotRows(this.#tx, {
      device_ids,
      slots,
      start: start - BEFORE_MS,
      end: end + slowest * 1000,
      limit: rowLimit(slots, this.#ask),
    });
    if (!rows) return false;
    const counters = strands.filter((strand) => energyKind(strand.variable) === 'counter');
    const day = localDay(this.#zone, start).day;
    const [known, entered] =
      counters.length === 0
        ? [[], []]
        : await Promise.all([
            listPreviousValues(
              this.#tx,
              counters.map(({ device, variable }) => ({
                device_id: device.device_id,
                day,
                start,
                slot: variable.slot,
              })),
            ),
            listEnteredEvents(this.#tx, device_ids),
          ]);
    const previous = new Map(counters.map((strand, i) => [keyOf(strand), known[i]]));
    const days = daysBetween(this.#zone, start, end);
    const { resolution } = this.#ask;
    for (const strand of strands) {
      const { device, variable } = strand;
      const column = slots.indexOf(variable.slot);
      const ofDevice = rows.get(device.device_id) ?? [];
      const fine = resolution === '15m' || resolution === 'hour';
      // A state speaks when it changes: that is no rhythm.
      if (fine && variable.kind !== 'state' && isRarerThan(ofDevice, column, STEP_S[resolution] * 1000))
        this.rare.add(keyOf(strand));
      countStrand({
        strand,
        column,
        days,
        rows: ofDevice,
        previous: previous.get(keyOf(strand)),
        entered: entered.filter((e) => e.device_id === device.device_id && e.slot === variable.slot),
        buckets: this.#buckets.get(keyOf(strand)) ?? new Buckets([]),
      });
    }
    return true;
  }
}

/** The strands of some devices at a time. */
function inBatches(strands: readonly Strand[]): Strand[][] {
  const devices = [...Map.groupBy(strands, (strand) => strand.device.device_id).values()];
  const batches: Strand[][] = [];
  for (let i = 0; i < devices.length; i += BATCH_DEVICES)
    batches.push(devices.slice(i, i + BATCH_DEVICES).flat());
  return batches;
}

function daysBetween(zone: string, start: number, end: number): LocalDay[] {
  const days: LocalDay[] = [];
  for (let at = start; at < end; ) {
    const day = localDay(zone, at);
    days.push(day);
    at = day.end;
  }
  return days;
}

interface Count {
  strand: Strand;
  /** Place of the slot in the rows' values. */
  column: number;
  days: readonly LocalDay[];
  rows: readonly HotRow[];
  previous: KnownValue | undefined;
  entered: readonly EnteredEvent[];
  buckets: Buckets;
}

/** The last good value before an instant. */
function lastBefore(steps: SlotSteps, ts: number): KnownValue | undefined {
  for (let i = steps.ts.length - 1; i >= 0; i--) {
    const at = steps.ts[i] ?? Number.NaN;
    if (at < ts) return { ts: at, value: steps.values[i] ?? Number.NaN };
  }
  return undefined;
}

/** Counts day by day, exactly as the day rows are made, so that hours and days always agree. */
function countStrand({ strand, column, days, rows, previous, entered, buckets }: Count): void {
  const { device, variable } = strand;
  const meta = { ...variable, slot: column };
  const ofDevice = deviceMeta([meta], device);
  const opening = rows.filter((row) => row.ts < (days[0]?.start ?? 0));
  let known = lastBefore(slotSteps(opening, meta, ofDevice), days[0]?.start ?? 0) ?? previous;
  let from = opening.length;
  for (const day of days) {
    let until = from;
    const reach = day.end + device.interval_s * 1000;
    while (until < rows.length && (rows[until]?.ts ?? Number.POSITIVE_INFINITY) <= reach) until++;
    const past: SlotPast = { previous: known, entered };
    const steps = slotSteps(rows.slice(from, until), meta, ofDevice, past);
    addSteps(buckets, steps, day);
    known = lastBefore(steps, day.end) ?? known;
    while (from < rows.length && (rows[from]?.ts ?? Number.POSITIVE_INFINITY) < day.end) from++;
  }
  for (const row of rows) {
    const state = row.quality?.[column] ?? 0;
    if (state !== 0) buckets.addBad(row.ts, state);
  }
}
