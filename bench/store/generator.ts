import { DAY_MS, HOUR_MS } from '../../src/shared/units/zones.ts';
import { END, type Field, type FieldDevice, type Piece, type SetName, TICK_MS, YEAR_START } from './field.ts';
import { airAt, clearness, clouds, dayNumber, kwpOf, noise, rounded, sunAt } from './weather.ts';

/** One device's day in a hundred is silent for an hour. */
const SILENT_DAYS = 0.01;

/** Hours of full sun from one instant to another, tick by tick: what a counter has counted. */
class SunHours {
  readonly #upTo: Float64Array;

  constructor() {
    const ticks = (END - YEAR_START) / TICK_MS;
    this.#upTo = new Float64Array(ticks + 1);
    for (let i = 0; i < ticks; i++)
      this.#upTo[i + 1] = (this.#upTo[i] ?? 0) + sunAt(YEAR_START + i * TICK_MS) * (TICK_MS / HOUR_MS);
  }

  before(ts: number): number {
    return this.#upTo[Math.round((ts - YEAR_START) / TICK_MS)] ?? 0;
  }
}
const sunHours = new SunHours();

/** Whether a plant's share of a set was not heard at an instant, whichever device reads it. */
function isSilent(set: SetName, plant: number, ts: number): boolean {
  const seed = set === 'inverter' ? 50_000 : set === 'meter' ? 100_000 + plant : plant;
  const day = dayNumber(ts);
  if (noise(seed, day, 3) >= SILENT_DAYS) return false;
  return Math.floor((ts % DAY_MS) / HOUR_MS) === Math.floor(noise(seed, day, 4) * 24);
}

/** Instants at which at least one of a device's plants was heard. */
function instants({ set, plant, reads, interval_s }: FieldDevice, start: number, end: number): Float64Array {
  const heard: number[] = [];
  for (let ts = start; ts < end; ts += interval_s * 1000) {
    let k = 0;
    while (k < reads && isSilent(set, plant + k, ts)) k++;
    if (k < reads) heard.push(ts);
  }
  return Float64Array.from(heard);
}

/** The counter of a plant: never falls, grows with the sun and the clearness of its days. */
function counterAt(plant: number, ts: number): number {
  const midnight = Math.floor(ts / DAY_MS) * DAY_MS;
  const from = Math.max(midnight, YEAR_START);
  const base = noise(plant, 0, 5) * 900_000 + kwpOf(plant) * sunHours.before(from);
  return base + kwpOf(plant) * clearness(plant, ts) * (sunHours.before(ts) - sunHours.before(from));
}

function fleetValues(plant: number, ts: number): number[] {
  const clear = clearness(plant, ts);
  const light = sunAt(ts) * clear * clouds(plant, ts, clear);
  const tick = Math.floor(ts / TICK_MS);
  return [
    rounded(kwpOf(plant) * light * 0.95, 2),
    rounded(counterAt(plant, ts), 1),
    rounded(1000 * light, 0),
    rounded(airAt(ts) + 25 * light + noise(plant, tick, 6) * 0.6, 1),
  ];
}

const meterValues = (plant: number, ts: number): number[] => [
  rounded(
    kwpOf(plant) *
      sunAt(ts + HOUR_MS / 2) *
      clearness(plant, ts) *
      (0.9 + 0.1 * noise(plant, ts / HOUR_MS, 7)),
    2,
  ),
];

function inverterValues(plant: number, ts: number): number[] {
  const tick = Math.floor(ts / TICK_MS);
  const some = (kind: number) => noise(kind, tick, 8);
  const clear = clearness(plant, ts);
  const light = sunAt(ts) * clear * clouds(plant, ts, clear);
  const ac = 100 * light * 0.96;
  const dc = 100 * light;
  const volts = [0, 1, 2].map((phase) => 231 + 3 * Math.sin(tick / 40 + phase) + some(phase));
  const dcVolts = light > 0 ? 620 + 60 * (1 - light) + 4 * some(3) : 0;
  const dcAmps = light > 0 ? (dc * 1000) / dcVolts : 0;
  return [
    rounded(ac, 2),
    rounded(dc, 2),
    rounded(ac * 0.05 * (some(4) - 0.5), 2),
    light > 0 ? rounded(0.97 + 0.03 * some(5), 3) : 0,
    rounded(49.97 + 0.06 * some(6), 2),
    ...volts.map((value) => rounded(value, 1)),
    ...volts.map((value, phase) => rounded((ac * 1000) / 3 / value + 0.2 * light * some(7 + phase), 2)),
    rounded(dcVolts, 1),
    rounded(dcAmps, 2),
    rounded(counterAt(plant, ts), 1),
    rounded(airAt(ts) + 8 + 20 * light + some(10) * 0.4, 1),
    light > 0.02 ? 4 : light > 0 ? 2 : 0,
    some(11) > 0.999 ? 301 : 0,
    ...[12, 13, 14].map((string) => rounded((dcAmps / 3) * (0.97 + 0.06 * some(string)), 2)),
  ];
}

const VALUES = { fleet: fleetValues, meter: meterValues, inverter: inverterValues };

/** What a device of the field delivered in [start, end); of a plant that was silent alone, nothing. */
export function makePiece(device: FieldDevice, start: number, end: number): Piece {
  const { set, plant, reads, variables } = device;
  if (set === 'real') throw new Error('real series are read, not made');
  const valuesAt = VALUES[set];
  const ts = instants(device, start, end);
  const columns = variables.map(() => new Float64Array(ts.length).fill(Number.NaN));
  for (let k = 0; k < reads; k++) {
    const first = k * (variables.length / reads);
    ts.forEach((at, i) => {
      if (reads > 1 && isSilent(set, plant + k, at)) return;
      for (const [slot, value] of valuesAt(plant + k, at).entries()) {
        const column = columns[first + slot];
        if (column) column[i] = value;
      }
    });
  }
  return { device, ts, columns };
}

export interface Chunk {
  /** `history` is handed over in bulk; each of `ticks` is a delivery of its own, as gateways send them. */
  readonly kind: 'history' | 'ticks';
  readonly pieces: readonly Piece[];
  /** Everything up to here has been delivered; epoch ms. */
  readonly until: number;
}

const HISTORY_DAYS = 14;
const TICKS_IN_CHUNK = 24;

/** Chunks in which the field delivers, in the order of time: real series, the year, the fleet, its last day tick by tick. */
export function* chunksOf({ scale, fleet, inverter, meters, real }: Field): Generator<Chunk> {
  if (real.length > 0) yield { kind: 'history', pieces: real, until: scale.historyStart };
  for (let at = scale.historyStart; at < END; at += HISTORY_DAYS * DAY_MS) {
    const until = Math.min(END, at + HISTORY_DAYS * DAY_MS);
    const pieces = [inverter, ...meters].map((device) => makePiece(device, at, until));
    yield { kind: 'history', pieces, until };
  }
  const lastDay = Math.max(scale.fleetStart, END - DAY_MS);
  for (let at = scale.fleetStart; at < lastDay; at += DAY_MS) {
    yield {
      kind: 'history',
      pieces: fleet.map((device) => makePiece(device, at, at + DAY_MS)),
      until: at + DAY_MS,
    };
  }
  for (let at = lastDay; at < END; at += TICKS_IN_CHUNK * TICK_MS) {
    const until = Math.min(END, at + TICKS_IN_CHUNK * TICK_MS);
    yield { kind: 'ticks', pieces: fleet.map((device) => makePiece(device, at, until)), until };
  }
}

/** The pieces cut by instant: one delivery of all devices each. */
export function ticksOf(pieces: readonly Piece[]): Piece[][] {
  const byInstant = new Map<number, Piece[]>();
  for (const { device, ts, columns } of pieces) {
    ts.forEach((at, i) => {
      const piece = {
        device,
        ts: ts.subarray(i, i + 1),
        columns: columns.map((column) => column.subarray(i, i + 1)),
      };
      const others = byInstant.get(at);
      if (others) others.push(piece);
      else byInstant.set(at, [piece]);
    });
  }
  return [...byInstant.entries()].sort(([a], [b]) => a - b).map(([, tick]) => tick);
}
