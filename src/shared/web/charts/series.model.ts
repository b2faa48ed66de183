import type { Step } from './choice.model.ts';

export const POINT_STATES = ['good', 'stale', 'asleep', 'missing', 'failed'] as const;
/** Why a point has no value, or how far its value can be trusted. */
export type PointState = (typeof POINT_STATES)[number];

/** What one point of a series says of its stretch of time. */
export type Aggregated = 'mean' | 'sum' | 'min' | 'max' | 'last' | 'energy';

/** A range that a person declared bad, in milliseconds since 1970, and why. */
export interface Mark {
  start_at: number;
  end_at: number;
  reason: string;
}

/** An instant that is marked by a line through the chart, in milliseconds since 1970, and its word. */
export interface Moment {
  at: number;
  label: string;
}

/** The series that this one accompanies, in whose hue it is drawn. */
export type Beside =
  | { as: 'expected'; id: string }
  | {
      as: 'compared';
      id: string;
      /** What it is compared with: "the day before". */
      words: string;
      /** When each point was, while `at` says where it is drawn; times of `zone`. */
      were_at: readonly number[];
      zone: string;
    };

/** One series as the chart takes it. `at` ascends (milliseconds, start of each bucket); a null value is a gap. */
export interface ChartSeries {
  id: string;
  label: string;
  /** As it was typed: the chart spells it. */
  unit: string;
  decimals: number;
  shape: 'line' | 'bar';
  step: Step;
  /** Seconds that a point stands for; for raw readings the device's own interval. */
  step_s: number;
  at: readonly number[];
  values: readonly (number | null)[];
  /** Between which its axis stands, such as 0 and 100 for a share; else as its values need. */
  axis?: { min: number; max: number } | undefined;
  /** Stands only where not all is good. */
  states?: readonly PointState[] | undefined;
  /** The colour of its variable, #RRGGBB; without one its unit's. */
  colour?: string | undefined;
  aggregate?: Aggregated | undefined;
  /** What was to be expected at the same instants: a dashed line of the same hue. */
  expected?: readonly (number | null)[] | undefined;
  marked?: readonly Mark[] | undefined;
  /** Days whose energy was booked in part when a counter came back after a silence; energy in the series' unit. */
  recovered?: readonly { start_at: number; energy: number }[] | undefined;
  /** The words of a value that is a state or an event; null where nothing is known of it. */
  says?: ((value: number, language: 'it' | 'en') => string | null) | undefined;
  beside?: Beside | undefined;
}

/** The points of a series as columns of equal length; objects for each would cost more than drawing them. */
export interface DrawnPoints {
  length: number;
  /** Its place on the time axis. */
  x: Float64Array;
  start_at: Float64Array;
  end_at: Float64Array;
  /** NaN in a gap. */
  value: Float64Array;
  /** Index into POINT_STATES. */
  state: Uint8Array;
}

/** One point, taken out of its columns. */
export interface DrawnPoint {
  x: number;
  start_at: number;
  end_at: number;
  value: number | null;
  state: PointState;
}

export type AbsenceKind = 'missing' | 'failed' | 'asleep' | 'marked';

/** A stretch without values: from the last one (or the window's start) to the next one. */
export interface Absence {
  start_at: number;
  end_at: number;
  kind: AbsenceKind;
  /** Why a person marked it bad. */
  reason?: string;
}

export interface DrawnSeries {
  series: ChartSeries;
  points: DrawnPoints;
  absences: readonly Absence[];
}

export function pointAt(points: DrawnPoints, i: number): DrawnPoint {
  const value = points.value[i] ?? Number.NaN;
  return {
    x: points.x[i] ?? 0,
    start_at: points.start_at[i] ?? 0,
    end_at: points.end_at[i] ?? 0,
    value: Number.isNaN(value) ? null : value,
    state: POINT_STATES[points.state[i] ?? 0] ?? 'good',
  };
}

/** Columns that grow up to `most` points. */
export function emptyPoints(max: number): DrawnPoints {
  return {
    length: 0,
    x: new Float64Array(max),
    start_at: new Float64Array(max),
    end_at: new Float64Array(max),
    value: new Float64Array(max),
    state: new Uint8Array(max),
  };
}

const STATE_INDEX = new Map(POINT_STATES.map((state, i) => [state, i]));

export function addToColumns(points: DrawnPoints, { x, start_at, end_at, value, state }: DrawnPoint): void {
  const i = points.length++;
  points.x[i] = x;
  points.start_at[i] = start_at;
  points.end_at[i] = end_at;
  points.value[i] = value ?? Number.NaN;
  points.state[i] = STATE_INDEX.get(state) ?? 0;
}
