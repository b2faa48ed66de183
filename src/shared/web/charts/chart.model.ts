import { explained } from './marks.model.ts';
import {
  type Absence,
  type AbsenceKind,
  addToColumns,
  type ChartSeries,
  type DrawnPoints,
  type DrawnSeries,
  emptyPoints,
  type PointState,
} from './series.model.ts';
import { bucketEnd, type TimeWindow } from './window.model.ts';

/** Where and when a series is drawn. */
export interface Frame {
  window: TimeWindow;
  now: number;
  zone: string;
}

const absenceKind = (state: PointState | undefined): AbsenceKind =>
  state === 'failed' || state === 'asleep' ? state : 'missing';

/** A silence longer than this many steps is a gap; the server counts alike. */
const GAP_STEPS = 2.5;

/**
 * Whether the silence after point `i`, which ends at `end`, is longer than this series' rhythm there. The rhythm is the
 * declared step or, for raw readings kept more coarsely in older stretches, the spacing of the neighbours on both sides.
 */
function isSilence({ at, step, step_s }: ChartSeries, i: number, end: number): boolean {
  const here = at[i];
  const next = at[i + 1];
  if (here === undefined || next === undefined) return false;
  if (step !== 'raw') return next - end > (end - here) / 2;
  const silence = next - here;
  if (silence <= GAP_STEPS * step_s * 1000) return false;
  const before = at[i - 1];
  const after = at[i + 2];
  const around = Math.max(before === undefined ? 0 : here - before, after === undefined ? 0 : after - next);
  return silence > GAP_STEPS * around;
}

interface Draft {
  points: DrawnPoints;
  absences: Absence[];
}

/** Where the absence begins that a null tells of: raw readings are missed from the last one on. */
function absentSince({ points }: Draft, { step }: ChartSeries, start_at: number): number {
  const before = points.length - 2;
  const follows = step === 'raw' && before >= 0 && !Number.isNaN(points.value[before]);
  return follows ? (points.start_at[before] ?? start_at) : start_at;
}

function addPoint(draft: Draft, series: ChartSeries, i: number, end_at: number): void {
  const start_at = series.at[i] ?? 0;
  const value = series.values[i] ?? null;
  const x = series.step === 'raw' ? start_at : (start_at + end_at) / 2;
  const state = series.states?.[i] ?? (value === null ? 'missing' : 'good');
  addToColumns(draft.points, { x, start_at, end_at, value, state });
  if (value !== null) return;
  const kind = absenceKind(state);
  const running = draft.absences.at(-1);
  if (running && running.kind === kind && running.end_at >= start_at) running.end_at = end_at;
  else
    draft.absences.push({
      start_at: kind === 'missing' ? absentSince(draft, series, start_at) : start_at,
      end_at,
      kind,
    });
}

function addSilence(draft: Draft, start_at: number, end_at: number): void {
  addToColumns(draft.points, {
    x: start_at + (end_at - start_at) / 2,
    start_at,
    end_at,
    value: null,
    state: 'missing',
  });
  const running = draft.absences.at(-1);
  if (running && running.kind === 'missing' && running.end_at >= start_at) running.end_at = end_at;
  else draft.absences.push({ start_at, end_at, kind: 'missing' });
}

/** How long a series may stay quiet at an end of its window before that is a gap; `spacing` is its rhythm there. */
function patience(series: ChartSeries, spacing: number): number {
  const rhythm = series.step === 'raw' ? Math.max(series.step_s * 1000, spacing) : series.step_s * 1000;
  return GAP_STEPS * rhythm + 30_000;
}

/** The end of each point's stretch by itself: of a reading one interval, of a bucket its own border. */
function endsOf({ at, step, step_s }: ChartSeries, zone: string): Float64Array {
  const ends = new Float64Array(at.length);
  for (let i = 0; i < at.length; i++) ends[i] = bucketEnd(at[i] ?? 0, step, zone, step_s * 1000);
  return ends;
}

/** Where all is good a point is written without an object of its own: there may be a hundred thousand. */
function putPoint(draft: Draft, series: ChartSeries, i: number, end_at: number): void {
  const { points } = draft;
  const value = series.states === undefined ? (series.values[i] ?? null) : null;
  if (value === null) {
    addPoint(draft, series, i, end_at);
    return;
  }
  const start_at = series.at[i] ?? 0;
  const k = points.length++;
  points.x[k] = series.step === 'raw' ? start_at : (start_at + end_at) / 2;
  points.start_at[k] = start_at;
  points.end_at[k] = end_at;
  points.value[k] = value;
}

/** All points of a series with the silences between them. */
function addPoints(draft: Draft, series: ChartSeries, zone: string): void {
  const { at, step } = series;
  const ends = endsOf(series, zone);
  for (let i = 0; i < at.length; i++) {
    const end = ends[i] ?? 0;
    const next = at[i + 1];
    if (next === undefined) {
      putPoint(draft, series, i, end);
      return;
    }
    const silent = isSilence(series, i, end);
    // A reading stands until the next one; a bucket until its own end.
    putPoint(draft, series, i, step === 'raw' && !silent ? next : Math.min(end, next));
    if (silent) addSilence(draft, step === 'raw' ? (at[i] ?? end) : end, next);
  }
}

/** Whether any value of a series that stands for some part of a stretch of time is such; NaN is none. */
function hasWithin(
  { points }: DrawnSeries,
  { start_at, end_at }: TimeWindow,
  isSuch: (value: number) => boolean,
): boolean {
  for (let i = 0; i < points.length; i++) {
    const inside = (points.end_at[i] ?? 0) >= start_at && (points.start_at[i] ?? end_at) <= end_at;
    const value = points.value[i] ?? Number.NaN;
    if (inside && !Number.isNaN(value) && isSuch(value)) return true;
  }
  return false;
}

/** Whether a stretch of time has any value of a series; a reading of before that still stands counts. */
export const hasReadings = (drawn: DrawnSeries, view: TimeWindow): boolean =>
  hasWithin(drawn, view, () => true);

/**
 * What is said over a chart in which nothing is seen: that nothing was read, or, of bars alone, that all are 0 and have no
 * height; null where something is seen.
 */
export function emptinessOf(shown: readonly DrawnSeries[], view: TimeWindow): 'none' | 'zero' | null {
  if (shown.length === 0) return null;
  if (!shown.some((drawn) => hasReadings(drawn, view))) return 'none';
  const isFlat = (drawn: DrawnSeries) =>
    drawn.series.shape === 'bar' && !hasWithin(drawn, view, (value) => value !== 0);
  return shown.every(isFlat) ? 'zero' : null;
}

/**
 * A series as it is drawn: each point with the stretch it stands for, a null point in every silence, and the stretches
 * without values. The future is no gap, and a series without any point has none: it is said to have no data.
 */
export function draw(series: ChartSeries, { window, now, zone }: Frame): DrawnSeries {
  // Each point may be followed by a silence, and one may stand before the first.
  const draft: Draft = { points: emptyPoints(2 * series.at.length + 1), absences: [] };
  const first = series.at[0];
  const last = series.at.at(-1);
  if (first === undefined || last === undefined)
    return { series, points: draft.points, absences: explained([], series) };
  const opening = (series.at[1] ?? first) - first;
  if (first - window.start_at > patience(series, opening)) addSilence(draft, window.start_at, first);
  addPoints(draft, series, zone);
  const edge = Math.min(now, window.end_at);
  const from = series.step === 'raw' ? last : bucketEnd(last, series.step, zone, 0);
  const closing = last - (series.at.at(-2) ?? last);
  if (edge - from > patience(series, closing)) addSilence(draft, from, edge);
  return { series, points: draft.points, absences: explained(draft.absences, series) };
}
