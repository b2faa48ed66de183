import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, HOUR_MS, type LocalDay, localDay, periodBorders } from '../../../shared/units/zones.ts';
import { addEnergySteps, Buckets, type Points, STEP_S, type Total } from '../buckets.model.ts';
import { type Column, type GoodReadings, goodReadings, placeOf } from '../columns.model.ts';
import { energyKind, readingSteps } from '../day-row.model.ts';
import type { EnteredEvent, KnownValue } from '../energy-steps.model.ts';
import type { Aggregate } from '../measurements.model.ts';
import { GOOD } from '../readings.model.ts';
import { type FixedResolution, isRarerThan, rawPoints } from '../series.model.ts';
import { deviceMeta, listEnteredEvents } from './day-rows.repository.ts';
import { listPreviousValues } from './known-days.ts';
import type { SeriesDevice, SeriesVariable } from './series.repository.ts';
import { type DayField, listDayRows } from './stored-days.repository.ts';
import { loadCounted } from './stored-readings.ts';

export interface Window {
  /** Epoch ms, inclusive. */
  start: number;
  /** Exclusive. */
  end: number;
}

/** One variable of one device, as a series or a part of one is made from it. */
export interface SeriesSource {
  device: SeriesDevice;
  variable: SeriesVariable;
}

/** Everything that was loaded for some series sources at one resolution. */
export interface SeriesSources {
  readonly resolution: FixedResolution;
  points(source: SeriesSource, aggregate: Aggregate): Points;
  /** What all its periods together come to; of raw readings nothing. */
  total(source: SeriesSource): Total;
  /** Whether its readings come more rarely than the periods, so that most of these would be empty. */
  tooFine(source: SeriesSource): boolean;
}

interface SourceRequest {
  resolution: FixedResolution;
  window: Window;
  now: number;
  /** Values of readings that may be read at once. */
  mostValues: number;
  /** What will be asked of the series sources; everything, totals too, unless it is said. */
  aggregates?: readonly Aggregate[] | undefined;
}

const FIELDS_OF: Readonly<Record<Aggregate, readonly DayField[]>> = {
  mean: ['n', 'sum'],
  sum: ['n', 'sum'],
  min: ['n', 'min'],
  max: ['n', 'max'],
  last: ['n', 'last'],
  energy: ['energy'],
};

/** More readings than this are not counted through for one answer; a coarser resolution is. */
const MAX_ROWS = 3_000_000;
/** Nor more values: rows times the slots that are read of them. Eight bytes each, at most a hundred megabytes. */
export const MAX_VALUES = 12_000_000;

const rowLimit = (slots: readonly number[], { mostValues: maxValues }: SourceRequest) =>
  Math.min(MAX_ROWS, Math.floor(maxValues / Math.max(1, slots.length)));

/** How far before a day its border value may stand in the hot rows. */
const BEFORE_MS = 2 * HOUR_MS;
const BATCH_DEVICES = 20;

const EMPTY: Points = {
  ts: new Float64Array(0),
  values: new Float64Array(0),
  quality: new Uint8Array(0),
};

const keyOf = ({ device, variable }: SeriesSource) => `${device.device_id}/${variable.slot}`;

/** Loads and counts the series sources; undefined when the readings would be too many at this resolution. */
export async function loadSources(
  tx: Tx,
  seriesSources: readonly SeriesSource[],
  ask: SourceRequest,
): Promise<SeriesSources | undefined> {
  const slots = [...new Set(seriesSources.map((source) => source.variable.slot))].sort((a, b) => a - b);
  if (ask.resolution === 'raw') return loadRaw(tx, seriesSources, slots, ask);
  const result = new Map<string, Buckets>();
  const rare = new Set<string>();
  const energies = new Map<string, SourceCount>();
  for (const zone of new Set(seriesSources.map((source) => source.device.time_zone))) {
    const ofZone = seriesSources.filter((source) => source.device.time_zone === zone);
    const zonePart = new ZonePart(tx, zone, ofZone, ask);
    const part = await zonePart.load(slots);
    if (!part) return undefined;
    for (const [key, buckets] of part) result.set(key, buckets);
    for (const key of zonePart.rare) rare.add(key);
    for (const [key, count] of zonePart.energies) energies.set(key, count);
  }
  const countEnergy = (source: SeriesSource) => {
    energies.get(keyOf(source))?.addEnergy();
    energies.delete(keyOf(source));
  };
  return {
    resolution: ask.resolution,
    points: (source, aggregate) => {
      if (aggregate === 'energy') countEnergy(source);
      return result.get(keyOf(source))?.points(aggregate) ?? EMPTY;
    },
    total: (source) => {
      countEnergy(source);
      return (result.get(keyOf(source)) ?? new Buckets([])).total();
    },
    tooFine: (source) => rare.has(keyOf(source)),
  };
}

async function loadRaw(
  tx: Tx,
  seriesSources: readonly SeriesSource[],
  slots: readonly number[],
  ask: SourceRequest,
): Promise<SeriesSources | undefined> {
  const device_ids = [...new Set(seriesSources.map((source) => source.device.device_id))];
  const { start, end } = ask.window;
  const loaded = await loadCounted(tx, {
    windows: device_ids.map((device_id) => ({ device_id, start, end: end - 1 })),
    slots,
    mostRows: rowLimit(slots, ask),
  });
  if (!loaded) return undefined;
  const readings = new Map(device_ids.map((device_id, i) => [device_id, loaded[i]]));
  return {
    resolution: 'raw',
    points: ({ device, variable }) => {
      const found = readings.get(device.device_id);
      const column = found?.columns[slots.indexOf(variable.slot)];
      return found && column ? rawPoints(found.ts, column) : EMPTY;
    },
    total: () => new Buckets([]).total(),
    tooFine: () => false,
  };
}

/** The part of a question that lies in one time zone. */
class ZonePart {
  readonly #tx: Tx;
  readonly #zone: string;
  readonly #seriesSources: readonly SeriesSource[];
  readonly #ask: SourceRequest;
  readonly #end: number;
  readonly #buckets: Map<string, Buckets>;
  /** Keys of the series sources that are read more rarely than the periods. */
  readonly rare = new Set<string>();
  /** What is left to be counted when somebody asks for energy. */
  readonly energies = new Map<string, SourceCount>();

  constructor(tx: Tx, zone: string, seriesSources: readonly SeriesSource[], ask: SourceRequest) {
    this.#tx = tx;
    this.#zone = zone;
    this.#seriesSources = seriesSources;
    this.#ask = ask;
    // Periods stand up to now: what has not happened is not a gap.
    this.#end = Math.min(ask.window.end, ask.now + 1);
    const period = ask.resolution === 'raw' ? '15m' : ask.resolution;
    const borders =
      this.#end > ask.window.start ? periodBorders(zone, period, ask.window.start, this.#end) : [];
    this.#buckets = new Map(seriesSources.map((source) => [keyOf(source), new Buckets(borders)]));
  }

  async load(slots: readonly number[]): Promise<Map<string, Buckets> | undefined> {
    const { window, now, resolution } = this.#ask;
    if (this.#end <= window.start) return this.#buckets;
    const today = localDay(this.#zone, now);
    const first = localDay(this.#zone, window.start);
    const last = localDay(this.#zone, this.#end - 1);
    if (resolution === '15m' || resolution === 'hour')
      return (await this.#countReadings(this.#seriesSources, slots, { start: first.start, end: last.end }))
        ? this.#buckets
        : undefined;
    await this.#addDayRows(slots, first.day, last.day < today.day ? last.day : addDays(today.day, -1));
    if (last.day < today.day) return this.#buckets;
    // No resolution is coarser than today: a large plant's readings are counted some devices at a time.
    for (const seriesSources of inBatches(this.#seriesSources)) {
      if (!(await this.#countReadings(seriesSources, slots, { start: today.start, end: last.end })))
        return undefined;
    }
    return this.#buckets;
  }

  async #addDayRows(slots: readonly number[], from: string, to: string): Promise<void> {
    if (from > to) return;
    const device_ids = [...new Set(this.#seriesSources.map((source) => source.device.device_id))];
    const byDevice = Map.groupBy(this.#seriesSources, (source) => source.device.device_id);
    const fields = this.#ask.aggregates && [
      ...new Set(this.#ask.aggregates.flatMap((one) => FIELDS_OF[one])),
    ];
    const query = { device_ids, slots, from, to, ...(fields ? { fields } : {}) };
    for (const { device_id, start, row } of await listDayRows(this.#tx, query)) {
      for (const source of byDevice.get(device_id) ?? [])
        this.#buckets.get(keyOf(source))?.addDay(row, slots.indexOf(source.variable.slot), start);
    }
  }

  /** Counts the readings of the local days in [start, end); false when there are too many. */
  async #countReadings(
    seriesSources: readonly SeriesSource[],
    slots: readonly number[],
    { start, end }: Window,
  ): Promise<boolean> {
    const device_ids = [...new Set(seriesSources.map((source) => source.device.device_id))];
    const slowest = Math.max(...seriesSources.map((source) => source.device.interval_s));
    const loaded = await loadCounted(this.#tx, {
      windows: device_ids.map((device_id) => ({
        device_id,
        start: start - BEFORE_MS,
        end: end + slowest * 1000,
      })),
      slots,
      mostRows: rowLimit(slots, this.#ask),
    });
    if (!loaded) return false;
    const readings = new Map(device_ids.map((device_id, i) => [device_id, loaded[i]]));
    const counters = seriesSources.filter((source) => energyKind(source.variable) === 'counter');
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
    const previous = new Map(counters.map((source, i) => [keyOf(source), known[i]]));
    const days = daysBetween(this.#zone, start, end);
    const { resolution } = this.#ask;
    for (const source of seriesSources) {
      const { device, variable } = source;
      const found = readings.get(device.device_id);
      const column = found?.columns[slots.indexOf(variable.slot)];
      if (!found || !column) continue;
      const fine = resolution === '15m' || resolution === 'hour';
      // A state speaks when it changes: that is no rhythm.
      if (fine && variable.kind !== 'state' && isRarerThan(found.ts, column, STEP_S[resolution] * 1000))
        this.rare.add(keyOf(source));
      const count = new SourceCount({
        source,
        ts: found.ts,
        column,
        days,
        previous: previous.get(keyOf(source)),
        entered: entered.filter((e) => e.device_id === device.device_id && e.slot === variable.slot),
        buckets: this.#buckets.get(keyOf(source)) ?? new Buckets([]),
      });
      count.addValues();
      // Quarters and hours are kept until somebody asks for their energy: it costs more than all else.
      if (fine) this.energies.set(keyOf(source), count);
      else count.addEnergy();
    }
    return true;
  }
}

/** The series sources of some devices at a time. */
function inBatches(seriesSources: readonly SeriesSource[]): SeriesSource[][] {
  const devices = [...Map.groupBy(seriesSources, (source) => source.device.device_id).values()];
  const batches: SeriesSource[][] = [];
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
  source: SeriesSource;
  ts: Float64Array;
  column: Column;
  days: readonly LocalDay[];
  previous: KnownValue | undefined;
  entered: readonly EnteredEvent[];
  buckets: Buckets;
}

/** One series source's readings on their way into periods. */
class SourceCount {
  readonly #count: Count;
  readonly #good: GoodReadings;
  readonly #window: Window;

  constructor(count: Count) {
    this.#count = count;
    this.#good = goodReadings(count.ts, count.column);
    this.#window = { start: count.days[0]?.start ?? 0, end: count.days.at(-1)?.end ?? 0 };
  }

  /** Adds the values of the days, and why there was none. */
  addValues(): void {
    const { ts, column, buckets } = this.#count;
    buckets.addValues(this.#good, this.#window);
    const { quality } = column;
    if (!quality) return;
    for (let i = placeOf(ts, this.#window.start); i < ts.length; i++) {
      const state = quality[i] ?? GOOD;
      if (state !== GOOD) buckets.addBad(ts[i] ?? Number.NaN, state);
    }
  }

  /** Adds the energy day by day, exactly as the day rows are made, so that hours and days always agree. */
  addEnergy(): void {
    const { source, days, previous, entered, buckets } = this.#count;
    const { device, variable } = source;
    if (energyKind(variable) === null) return;
    const ofDevice = deviceMeta([variable], device);
    let known = this.#lastBefore(this.#window.start) ?? previous;
    for (const day of days) {
      const readings = this.#within(day.start, day.end + device.interval_s * 1000);
      const steps = readingSteps(readings, variable, ofDevice, { previous: known, entered });
      addEnergySteps(buckets, steps, day);
      known = this.#lastBefore(day.end) ?? known;
    }
  }

  /** The last good value before an instant. */
  #lastBefore(at: number): KnownValue | undefined {
    const i = placeOf(this.#good.ts, at) - 1;
    return i < 0
      ? undefined
      : { ts: this.#good.ts[i] ?? Number.NaN, value: this.#good.values[i] ?? Number.NaN };
  }

  /** The good readings of [start, end], as if nothing were known after the end. */
  #within(start: number, end: number): GoodReadings {
    const { ts, values, next } = this.#good;
    const [from, until] = [placeOf(ts, start), placeOf(ts, end + 1)];
    const ahead = next.slice(from, until);
    if ((ahead[until - from - 1] ?? Number.NaN) > end) ahead[until - from - 1] = Number.NaN;
    return { ts: ts.subarray(from, until), values: values.subarray(from, until), next: ahead };
  }
}
