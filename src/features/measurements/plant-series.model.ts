import { MINUTE_MS } from '../../shared/units/zones.ts';
import type { DeviceCategory, Quantity } from '../plants/plants.model.ts';
import type { Points } from './buckets.model.ts';
import type { SlotMeta } from './day-row.model.ts';
import { QUALITIES } from './measurements.model.ts';
import { GOOD } from './readings.model.ts';
import { GAP_STEPS } from './series.model.ts';

const MISSING = QUALITIES.indexOf('missing');
const STALE = QUALITIES.indexOf('stale');
const ASLEEP = QUALITIES.indexOf('asleep');

/** One of the sources that a plant's own series is made of. */
export interface SourcePoints extends Points {
  /** Epoch ms from which it is expected to deliver: its first known day. */
  readonly since: number;
}

/** How the sources stand at one point. */
interface Standing {
  sum: number;
  present: number;
  absent: number;
  asleep: number;
}

function standingAt(sources: readonly SourcePoints[], i: number, ts: number): Standing {
  const standing = { sum: 0, present: 0, absent: 0, asleep: 0 };
  for (const source of sources) {
    const value = source.values[i] ?? Number.NaN;
    if (!Number.isNaN(value)) {
      standing.sum += value;
      standing.present++;
    } else if (source.quality[i] === ASLEEP) standing.asleep++;
    else if (source.since <= ts) standing.absent++;
  }
  return standing;
}

function qualityOf({ present, absent, asleep }: Standing): number {
  if (present > 0) return absent > 0 ? STALE : GOOD;
  return asleep > 0 && absent === 0 ? ASLEEP : MISSING;
}

/**
 * The plant's series from its sources, point by point (all on the same instants): the sum, or the mean for sensors.
 * Null where none has a value; where some that are expected have none, the rest stands and is marked stale. A source
 * that sleeps is not missing.
 */
export function combineSources(sources: readonly SourcePoints[], how: 'sum' | 'mean'): Points {
  const ts = sources[0]?.ts ?? new Float64Array(0);
  const values = new Float64Array(ts.length).fill(Number.NaN);
  const quality = new Uint8Array(ts.length);
  ts.forEach((at, i) => {
    const standing = standingAt(sources, i, at);
    quality[i] = qualityOf(standing);
    if (standing.present > 0) values[i] = how === 'sum' ? standing.sum : standing.sum / standing.present;
  });
  return { ts, values, quality };
}

export interface RawSource {
  readonly points: Points;
  readonly since: number;
  readonly interval_s: number;
}

/** The mean of good readings in [from, until), or the last quality there; undefined when nothing was delivered. */
function cellOf(points: Points, from: number, until: number): { value: number; quality: number } | undefined {
  let [sum, n] = [0, 0];
  for (let at = from; at < until; at++) {
    if (points.quality[at] !== GOOD) continue;
    sum += points.values[at] ?? 0;
    n++;
  }
  if (n > 0) return { value: sum / n, quality: GOOD };
  return until > from ? { value: Number.NaN, quality: points.quality[until - 1] ?? MISSING } : undefined;
}

function alignSource(
  { points, since, interval_s }: RawSource,
  cells: Float64Array,
  grid_ms: number,
): SourcePoints {
  const values = new Float64Array(cells.length).fill(Number.NaN);
  const quality = new Uint8Array(cells.length).fill(MISSING);
  const held_ms = GAP_STEPS * Math.max(grid_ms, interval_s * 1000);
  let from = 0;
  cells.forEach((cell, i) => {
    let until = from;
    while (until < points.ts.length && (points.ts[until] ?? 0) < cell + grid_ms) until++;
    let found = cellOf(points, from, until);
    const before = points.ts[from - 1];
    if (!found && before !== undefined && cell - before <= held_ms) found = cellOf(points, from - 1, from);
    from = until;
    if (!found) return;
    values[i] = found.value;
    quality[i] = found.quality;
  });
  return { ts: cells, values, quality, since };
}

/**
 * Raw readings of several sources on one grid, so that they can be added: the mean in each cell, or the reading before
 * it while that is younger than 2.5 intervals (devices are not asked at the same moment). Cells in which no source
 * delivered are left out.
 */
export function alignSources(sources: readonly RawSource[], grid_ms: number): SourcePoints[] {
  const cells = new Set<number>();
  for (const { points } of sources) for (const ts of points.ts) cells.add(Math.floor(ts / grid_ms) * grid_ms);
  const ts = Float64Array.from(cells).sort();
  return sources.map((source) => alignSource(source, ts, grid_ms));
}

/** A variable of a device as a source. */
export interface SourceSlot extends Pick<SlotMeta, 'slot' | 'kind' | 'quantity'> {
  /** False for one that never had a good reading. */
  readonly heard?: boolean;
}

/** What a device must tell to be chosen as a source. */
export interface SourceDevice {
  readonly category: DeviceCategory;
  /** One that is switched off keeps its past, but takes no place from those that work. */
  readonly enabled: boolean;
  readonly slots: readonly SourceSlot[];
}

export interface PlantSource<D> {
  readonly device: D;
  readonly slot: number;
}

const SUMMED: readonly Quantity[] = [
  'ac_power_kw',
  'dc_power_kw',
  'reactive_power_kvar',
  'energy_export_kwh',
  'energy_import_kwh',
];
/** Each machine has its own share of these; every sensor of them counts, as every machine's does. */
const FLOWS: readonly Quantity[] = ['gas_flow_m3h', 'water_flow_m3s'];
const MAKERS: readonly (readonly DeviceCategory[])[] = [['production_meter'], ['inverter', 'generator']];
const OTHERS: readonly DeviceCategory[] = ['other'];
const TAKERS: readonly (readonly DeviceCategory[])[] = [['exchange_meter'], ['production_meter']];

/** Whether a plant's own series of a quantity adds its sources up or averages them; null where it means nothing. */
export function plantRule(quantity: Quantity): 'sum' | 'mean' | null {
  if (quantity === 'device_state' || quantity === 'event_code' || quantity === 'other') return null;
  // What a battery tells is its own: a plant's sums are of what it makes and exchanges.
  if (quantity.startsWith('battery_')) return null;
  return SUMMED.includes(quantity) || FLOWS.includes(quantity) ? 'sum' : 'mean';
}

const ENERGIES: readonly Quantity[] = ['energy_export_kwh', 'energy_import_kwh'];

/**
 * The devices that a plant's quantity comes from, in cards, charts and sums alike: for power and energy made the
 * production meter if there is one that
 * tells it, else the inverters and generators; for energy taken the exchange meter; for everything else each sensor
 * of it. Energy of a device without a counter, or with one that never said anything, comes from its power.
 */
export function plantSources<D extends SourceDevice>(
  devices: readonly D[],
  quantity: Quantity,
): PlantSource<D>[] {
  if (!SUMMED.includes(quantity)) {
    return devices.flatMap((device) =>
      device.slots.filter((slot) => slot.quantity === quantity).map(({ slot }) => ({ device, slot })),
    );
  }
  const ranks = ranksOf(devices, quantity);
  return ranks.find(works) ?? ranks.find((found) => found.length > 0) ?? [];
}

const works = (found: readonly PlantSource<SourceDevice>[]) => found.some(({ device }) => device.enabled);

/** What may tell a quantity that is added up, by rank: the first of them that stands tells it. */
function ranksOf<D extends SourceDevice>(devices: readonly D[], quantity: Quantity): PlantSource<D>[][] {
  const find = (device: D): PlantSource<D>[] => {
    const kind = ENERGIES.includes(quantity) ? 'counter' : 'gauge';
    const own = device.slots.find((slot) => slot.quantity === quantity && slot.kind === kind);
    const power =
      quantity === 'energy_export_kwh'
        ? device.slots.find((slot) => slot.quantity === 'ac_power_kw' && slot.kind === 'gauge')
        : undefined;
    const mute = own?.heard === false && power !== undefined && power.heard !== false;
    const slot = mute ? power : (own ?? power);
    return slot ? [{ device, slot: slot.slot }] : [];
  };
  return [...(quantity === 'energy_import_kwh' ? TAKERS : MAKERS), OTHERS].map((categories) =>
    devices.filter((device) => categories.includes(device.category)).flatMap(find),
  );
}

/**
 * What energy made comes from, by rank: the production meters, and what tells it while none of them stands there, the inverters and
 * generators. Other devices only where `plantSources` chooses them.
 */
export function makersByRank<D extends SourceDevice>(devices: readonly D[]): PlantSource<D>[][] {
  const ranks = ranksOf(devices, 'energy_export_kwh');
  const makers = ranks.slice(0, MAKERS.length);
  return (makers.some(works) ? makers : ranks).filter((found) => found.length > 0);
}

/**
 * The devices that a plant's exchange with the grid comes from: the counters of all exchange meters, also of those that do not
 * work any more, for they keep their past. Of several counters the first that ever said something.
 */
export function gridSources<D extends SourceDevice>(
  devices: readonly D[],
  quantity: 'energy_export_kwh' | 'energy_import_kwh',
): PlantSource<D>[] {
  return devices.flatMap((device) => {
    if (device.category !== 'exchange_meter') return [];
    const counters = device.slots.filter((slot) => slot.quantity === quantity && slot.kind === 'counter');
    const own = counters.find(({ heard }) => heard !== false) ?? counters[0];
    return own ? [{ device, slot: own.slot }] : [];
  });
}

/** The grid on which sources with these intervals (seconds) are added up: the slowest of them, at least a minute. */
export function gridOf(intervals_s: readonly number[]): number {
  return Math.max(MINUTE_MS, ...intervals_s.map((seconds) => Math.ceil(seconds / 60) * MINUTE_MS));
}
