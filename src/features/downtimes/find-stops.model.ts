import { medianOf } from '../../shared/units/median.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/units/zones.ts';

export const QUARTER_MS = 15 * MINUTE_MS;

/** What a stop was held against. */
export const STOP_MEASURES = ['siblings', 'irradiance', 'expected'] as const;
export type StopMeasure = (typeof STOP_MEASURES)[number];
export const STOP_KINDS = ['none', 'much_less'] as const;
export type StopKind = (typeof STOP_KINDS)[number];

/** How much what is expected says of one day: whether the sun was measured here, or at least said by somebody who saw the day. */
export type Trust = 'measured' | 'said' | 'rough';

export interface QuarterDevice {
  readonly device_id: number;
  readonly power_kw: number;
  /** Mean power of each quarter of an hour for each kW of its nominal power; NaN is not known. */
  readonly specific: Float64Array;
}

/** A plant on one local day, by quarters of an hour that are over. */
export interface QuarterDay {
  readonly start: number;
  readonly quarters: number;
  readonly devices: readonly QuarterDevice[];
  /** kW for each kW of the plant that it should have made; NaN is not known. */
  readonly should: Float64Array;
  readonly trust: Trust;
}

/** An interval in which devices made nothing or much less than they should have. */
export interface Stop {
  readonly device_ids: readonly number[];
  readonly start: number;
  readonly stop: number;
  readonly kind: StopKind;
  /** Share of what they should have made that they did not, 0…1. */
  readonly share: number;
  /** kWh that they should have made beyond what they did. */
  readonly energy_kwh: number;
  readonly measure: StopMeasure;
  /** It stood so from the first quarter with light that is known, and to the last: it may have begun earlier, and go on. */
  readonly head: boolean;
  readonly tail: boolean;
}

/** Light enough to tell, kW for each kW; of what nobody measured more is asked. */
const LIT = 0.05;
const LIT_UNMEASURED = 0.15;
/** Below these shares of what it should make a device makes nothing, or much less. */
const NONE = 0.03;
const MUCH_LESS = 0.5;
/** Quarters that a stop lasts at least. */
const MIN_QUARTERS: Readonly<Record<StopKind, number>> = { none: 2, much_less: 4 };
/** kWh for each kW that are worth a question. */
const MIN_ENERGY = 0.1;
/** So many unknown quarters within a stop belong to it. */
const BRIDGED = 4;
/** Devices whose stops begin and end as near as this stopped together. */
const TOGETHER_MS = QUARTER_MS;

interface Reference {
  readonly value: number;
  readonly measure: StopMeasure;
}

/** What a device should have made in a quarter; undefined where it was too dark, or nobody knows. */
function referenceAt(day: QuarterDay, device: QuarterDevice, quarter: number): Reference | undefined {
  const siblings = day.devices.flatMap((other) => {
    const value = other.specific[quarter] ?? Number.NaN;
    return other.device_id === device.device_id || Number.isNaN(value) ? [] : [value];
  });
  const beside = medianOf(siblings) ?? Number.NaN;
  const sun = day.should[quarter] ?? Number.NaN;
  const lit = day.trust === 'measured' ? LIT : LIT_UNMEASURED;
  const isSunny = !Number.isNaN(sun) && sun >= lit;
  // Siblings that stand still themselves are no measure where the plant's own sensor says so; where only somebody else does, they
  // are as long as they make anything.
  const stand = day.trust === 'measured' ? beside < MUCH_LESS * sun : beside < LIT;
  if (!Number.isNaN(beside) && beside >= LIT && !(isSunny && stand))
    return { value: beside, measure: 'siblings' };
  if (!isSunny) return undefined;
  return { value: sun, measure: day.trust === 'measured' ? 'irradiance' : 'expected' };
}

type Verdict = StopKind | 'fine' | 'unknown' | 'dark';

interface Judged {
  readonly verdict: Verdict;
  readonly reference: Reference | undefined;
  readonly own: number;
}

function judge(day: QuarterDay, device: QuarterDevice, quarter: number): Judged {
  const reference = referenceAt(day, device, quarter);
  const own = device.specific[quarter] ?? Number.NaN;
  if (!reference) return { verdict: 'dark', reference, own };
  // Silence is no standstill: who says nothing is asked again once it has spoken.
  if (Number.isNaN(own)) return { verdict: 'unknown', reference, own };
  if (own < NONE * reference.value) return { verdict: 'none', reference, own };
  // What nobody measured is too rough for more than the difference between something and nothing.
  const tells = reference.measure !== 'expected';
  return { verdict: tells && own < MUCH_LESS * reference.value ? 'much_less' : 'fine', reference, own };
}

const isBad = ({ verdict }: Judged): boolean => verdict === 'none' || verdict === 'much_less';
const tells = (one: Judged): boolean => one.verdict === 'fine' || isBad(one);

/** Runs of quarters in which a device stood, first and last included; what is unknown or dark for a while within one belongs to it. */
function runsOf(judged: readonly Judged[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  let gap = 0;
  for (const [quarter, one] of judged.entries()) {
    const run = runs.at(-1);
    if (one.verdict === 'fine') gap = Number.POSITIVE_INFINITY;
    else if (!isBad(one)) gap += 1;
    else {
      if (run && gap <= BRIDGED) run[1] = quarter;
      else runs.push([quarter, quarter]);
      gap = 0;
    }
  }
  return runs;
}

function stopOf(
  day: QuarterDay,
  device: QuarterDevice,
  { judged, run: [first, last] }: { judged: readonly Judged[]; run: [number, number] },
): Stop | undefined {
  const within = judged.slice(first, last + 1).filter(isBad);
  const kind =
    within.filter(({ verdict }) => verdict === 'none').length >= 0.8 * within.length ? 'none' : 'much_less';
  if (within.length < MIN_QUARTERS[kind]) return undefined;
  const should = within.reduce((sum, { reference }) => sum + (reference?.value ?? 0), 0);
  const made = within.reduce((sum, { own }) => sum + Math.max(0, own), 0);
  const hours = QUARTER_MS / HOUR_MS;
  if ((should - made) * hours < MIN_ENERGY) return undefined;
  const measures = Map.groupBy(within, ({ reference }) => reference?.measure ?? 'expected');
  const [measure] = [...measures].sort((a, b) => b[1].length - a[1].length)[0] ?? ['expected'];
  return {
    device_ids: [device.device_id],
    start: day.start + first * QUARTER_MS,
    stop: day.start + (last + 1) * QUARTER_MS,
    kind,
    share: 1 - made / should,
    energy_kwh: (should - made) * hours * device.power_kw,
    measure,
    head: !judged.slice(0, first).some(tells),
    tail: !judged.slice(last + 1).some(tells),
  };
}

/** Stops of several devices that began and ended together, as one. */
function together(stops: readonly Stop[]): Stop[] {
  const groups: Stop[][] = [];
  for (const stop of stops.toSorted((a, b) => a.start - b.start)) {
    const group = groups.find(([first]) => {
      const isNear = (one: number, other: number) => Math.abs(one - other) <= TOGETHER_MS;
      return (
        first !== undefined &&
        first.kind === stop.kind &&
        isNear(first.start, stop.start) &&
        isNear(first.stop, stop.stop)
      );
    });
    if (group) group.push(stop);
    else groups.push([stop]);
  }
  return groups.map((group) => {
    const [first] = group as [Stop, ...Stop[]];
    const energy_kwh = group.reduce((sum, stop) => sum + stop.energy_kwh, 0);
    return {
      ...first,
      device_ids: group.flatMap(({ device_ids }) => device_ids).sort((a, b) => a - b),
      start: Math.min(...group.map(({ start }) => start)),
      stop: Math.max(...group.map(({ stop }) => stop)),
      share: group.reduce((sum, stop) => sum + stop.share * stop.energy_kwh, 0) / energy_kwh,
      energy_kwh,
      head: group.every(({ head }) => head),
      tail: group.every(({ tail }) => tail),
    };
  });
}

/** What a day of a plant was searched for, and how much of it nobody could tell. */
export interface FoundStops {
  readonly stops: readonly Stop[];
  /** Share of the quarters with light of which devices told nothing. */
  readonly unknown_share: number;
  /** Devices of which some quarter tells whether they stood still. */
  readonly told: ReadonlySet<number>;
}

/**
 * The intervals of a day in which devices made nothing or much less than their siblings, or the sun, say that they should have.
 * Silence alone is none of them.
 */
export function findStops(day: QuarterDay): FoundStops {
  let [lit, unknown] = [0, 0];
  const told = new Set<number>();
  const stops = day.devices.flatMap((device) => {
    const judged = Array.from({ length: day.quarters }, (_, quarter) => judge(day, device, quarter));
    lit += judged.filter(({ verdict }) => verdict !== 'dark').length;
    unknown += judged.filter(({ verdict }) => verdict === 'unknown').length;
    if (judged.some(tells)) told.add(device.device_id);
    return runsOf(judged).flatMap((run) => stopOf(day, device, { judged, run }) ?? []);
  });
  return { stops: together(stops), unknown_share: lit === 0 ? 0 : unknown / lit, told };
}
