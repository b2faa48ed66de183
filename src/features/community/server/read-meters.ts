import type { HourAxis } from '../../../energy/community/hour-axis.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/units/zones.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { combineSources, gridSources, type PlantSource } from '../../measurements/plant-series.model.ts';
import {
  type HoursPlace,
  loadPeriodsInParts,
  placeKey,
} from '../../measurements/server/plant-hours.public.ts';
import { findLetGo } from '../../measurements/server/slot-readings.public.ts';
import { loadFirstDays } from '../../measurements/server/stored-days.public.ts';
import { hoursOfQuarters } from '../reading-hours.model.ts';
import type { GridMeter } from './plants.repository.ts';

/** Meters that are asked about in one portion: a month of this many, read every minute, is held in memory at once. */
export const METERS_AT_ONCE = 40;

/** The meters of one POD that are read together, and which of their counters. */
export interface MetersAsked {
  readonly meters: readonly GridMeter[];
  readonly quantity: 'energy_import_kwh' | 'energy_export_kwh';
}

/** What the meters of one POD come to. */
export interface MetersRead {
  /** kWh of each hour of the axis; NaN where a meter that should have told something did not. */
  readonly hours: Float64Array;
  /** Whether some of their readings were let go since: what was taken of them before is all that is left. */
  readonly let_go: boolean;
  /** The first hour that a meter of today can know: those before were told by another. */
  readonly from_hour: number;
}

/** The hours that are asked for, seen from an instant (epoch ms). */
export interface ReadAt {
  readonly axis: Pick<HourAxis, 'start' | 'count'>;
  readonly now: number;
}

export const isKnown = (kwh: number): boolean => !Number.isNaN(kwh);

type Source = PlantSource<GridMeter>;

const placeOf = ({ device, slot }: Source): HoursPlace => ({ device_id: device.device_id, slot });

/** What the database tells of the meters of a portion. */
interface Loaded {
  readonly quarters: ReadonlyMap<string, Points>;
  /** When each device was first heard of (epoch ms). */
  readonly first: ReadonlyMap<number, number>;
  readonly let_go: ReadonlySet<number>;
}

/** A day on each side: what a quarter adds is known by the readings around it. */
const windowOf = ({ start, count }: ReadAt['axis']) => ({
  start: start - DAY_MS,
  end: start + count * HOUR_MS + DAY_MS,
});

async function loadQuarters(tx: Tx, pods: readonly Source[][], { axis, now }: ReadAt) {
  const asked = { aggregate: 'energy', resolution: '15m', ...windowOf(axis), now } as const;
  const places = new Map(pods.flat().map((source) => [placeKey(placeOf(source)), placeOf(source)]));
  const all = await loadPeriodsInParts(tx, { ...asked, places: [...places.values()] });
  if (all) return all;
  // One meter alone has more readings than may be counted: that tells nothing of the others.
  const found = new Map<string, Points>();
  for (const own of pods) {
    const part = await loadPeriodsInParts(tx, { ...asked, places: own.map(placeOf) });
    for (const [key, points] of part ?? []) found.set(key, points);
  }
  return found;
}

async function loadPortion(tx: Tx, pods: readonly Source[][], at: ReadAt): Promise<Loaded> {
  const device_ids = [...new Set(pods.flat().map(({ device }) => device.device_id))];
  const { end } = windowOf(at.axis);
  const windows = pods.flat().map((source) => ({
    device_id: source.device.device_id,
    slots: [source.slot],
    start: at.axis.start,
    end,
  }));
  return {
    quarters: await loadQuarters(tx, pods, at),
    first: await loadFirstDays(tx, device_ids),
    let_go: await findLetGo(tx, windows),
  };
}

/** The first hour that meters heard since then can know; on their first day that of their first reading. */
function firstHour({ start, count }: ReadAt['axis'], since: number, hours: Float64Array): number {
  const first = Math.ceil((since - start) / HOUR_MS);
  if (first < 0) return 0;
  const known = hours.findIndex((kwh, hour) => hour >= first && isKnown(kwh));
  return Math.min(count, known === -1 ? first : Math.min(known, first + 24));
}

const NO_QUARTERS = { ts: new Float64Array(0), values: new Float64Array(0) };

/** Hours of the meters of one POD together. */
function together(sources: readonly Source[], { axis, now }: ReadAt, loaded: Loaded): MetersRead {
  const ts = Float64Array.from({ length: axis.count }, (_, hour) => axis.start + hour * HOUR_MS);
  const quality = new Uint8Array(axis.count);
  const heard = ({ device }: Source) => loaded.first.get(device.device_id) ?? Number.POSITIVE_INFINITY;
  const { values, quality: whole } = combineSources(
    sources.map((source) => {
      const known = loaded.quarters.get(placeKey(placeOf(source))) ?? NO_QUARTERS;
      // Of one that was switched off nothing is expected any more: its past counts.
      const since = source.device.enabled ? heard(source) : Number.POSITIVE_INFINITY;
      return { ts, values: hoursOfQuarters(axis, known, now), quality, since };
    }),
    'sum',
  );
  return {
    hours: values.map((kwh, hour) => (whole[hour] === 0 ? kwh : Number.NaN)),
    from_hour: firstHour(axis, Math.min(...sources.map(heard)), values),
    let_go: sources.some(({ device }) => loaded.let_go.has(device.device_id)),
  };
}

/** PODs one after the other, as many at a time as have METERS_AT_ONCE meters. */
function* portionsOf(pods: readonly Source[][]): Generator<Source[][]> {
  let [portion, meters] = [[] as Source[][], 0];
  for (const own of pods) {
    if (portion.length > 0 && meters + own.length > METERS_AT_ONCE) {
      yield portion;
      [portion, meters] = [[], 0];
    }
    portion.push(own);
    meters += own.length;
  }
  if (portion.length > 0) yield portion;
}

/**
 * Hours of the meters of many PODs, each POD's together; undefined for one without a counter. Some PODs at a time: so many questions to the
 * database as there are portions, not PODs.
 */
export async function readMeters(
  tx: Tx,
  asked: readonly MetersAsked[],
  { signal, ...at }: ReadAt & { readonly signal?: AbortSignal },
): Promise<(MetersRead | undefined)[]> {
  const pods = asked.map(({ meters, quantity }) => gridSources(meters, quantity));
  const read = new Map<Source[], MetersRead>();
  for (const portion of portionsOf(pods.filter((own) => own.length > 0))) {
    // Nobody waits for the rest of a preview that was left.
    signal?.throwIfAborted();
    const loaded = await loadPortion(tx, portion, at);
    for (const own of portion) read.set(own, together(own, at, loaded));
  }
  return pods.map((own) => read.get(own));
}
