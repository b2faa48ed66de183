import { bucketEnd, type Step, type TimeWindow } from './window.model.ts';

/** Why a point has no value, or how far its value can be trusted. */
export type PointState = 'good' | 'stale' | 'asleep' | 'missing' | 'failed';

/** One series as the chart takes it. `at` ascends (milliseconds, start of each bucket); a null value is a gap. */
export interface ChartSeries {
  id: string;
  label: string;
  unit: string;
  decimals: number;
  shape: 'line' | 'bar';
  step: Step;
  /** Seconds that a point stands for; for raw readings the device's own interval. */
  step_s: number;
  at: readonly number[];
  values: readonly (number | null)[];
  /** Stands only where not all is good. */
  states?: readonly PointState[] | undefined;
}

export type AbsenceKind = 'missing' | 'failed' | 'asleep';

/** A stretch without values: from the last one (or the window's start) to the next one. */
export interface Absence {
  start_at: number;
  end_at: number;
  kind: AbsenceKind;
}

/** A point as drawn and exported: its place on the time axis, the stretch it stands for, its value. */
export interface DrawnPoint {
  x: number;
  start_at: number;
  end_at: number;
  value: number | null;
  state: PointState;
}

export interface DrawnSeries {
  series: ChartSeries;
  points: readonly DrawnPoint[];
  absences: readonly Absence[];
}

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
 * Whether the silence after point `i` is longer than this series' rhythm there. The rhythm is the declared step or, for
 * raw readings kept more coarsely in older stretches, the spacing of the neighbours on both sides.
 */
function isSilence(series: ChartSeries, i: number, ends: readonly number[]): boolean {
  const here = series.at[i];
  const next = series.at[i + 1];
  const end = ends[i];
  if (here === undefined || next === undefined || end === undefined) return false;
  if (series.step !== 'raw') return next - end > (end - here) / 2;
  const before = series.at[i - 1];
  const after = series.at[i + 2];
  const around = Math.max(
    before === undefined ? 0 : here - before,
    after === undefined ? 0 : after - next,
    series.step_s * 1000,
  );
  return next - here > GAP_STEPS * around;
}

interface Draft {
  points: DrawnPoint[];
  absences: Absence[];
}

/** Where the absence begins that a null tells of: raw readings are missed from the last one on. */
function absentSince({ points }: Draft, { step }: ChartSeries, start_at: number): number {
  const before = points.at(-2);
  return step === 'raw' && before && before.value !== null ? before.start_at : start_at;
}

function addPoint(draft: Draft, series: ChartSeries, i: number, end_at: number): void {
  const start_at = series.at[i] ?? 0;
  const value = series.values[i] ?? null;
  const x = series.step === 'raw' ? start_at : (start_at + end_at) / 2;
  const state = series.states?.[i] ?? (value === null ? 'missing' : 'good');
  draft.points.push({ x, start_at, end_at, value, state });
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
  draft.points.push({
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

/** All points of a series with the silences between them. */
function addPoints(draft: Draft, series: ChartSeries, zone: string): void {
  const raw = series.step === 'raw';
  const ends = series.at.map((at) => bucketEnd(at, series.step, zone, series.step_s * 1000));
  for (const [i, end] of ends.entries()) {
    const next = series.at[i + 1];
    const silent = next !== undefined && isSilence(series, i, ends);
    // A reading stands until the next one; a bucket until its own end.
    const until = raw && !silent ? Math.max(next ?? end, end) : end;
    addPoint(draft, series, i, next === undefined ? until : Math.min(until, next));
    if (silent) addSilence(draft, raw ? (series.at[i] ?? end) : end, next);
  }
}

/**
 * A series as it is drawn: each point with the stretch it stands for, a null point in every silence, and the stretches
 * without values. The future is no gap, and a series without any point has none: it is said to have no data.
 */
export function draw(series: ChartSeries, { window, now, zone }: Frame): DrawnSeries {
  const draft: Draft = { points: [], absences: [] };
  const first = series.at[0];
  const last = series.at.at(-1);
  if (first === undefined || last === undefined) return { series, ...draft };
  const opening = (series.at[1] ?? first) - first;
  if (first - window.start_at > patience(series, opening)) addSilence(draft, window.start_at, first);
  addPoints(draft, series, zone);
  const edge = Math.min(now, window.end_at);
  const from = series.step === 'raw' ? last : bucketEnd(last, series.step, zone, 0);
  const closing = last - (series.at.at(-2) ?? last);
  if (edge - from > patience(series, closing)) addSilence(draft, from, edge);
  return { series, ...draft };
}

/** The points that are on screen between two instants: those whose stretch touches it. */
export function visiblePoints(drawn: DrawnSeries, view: TimeWindow): DrawnPoint[] {
  const isLine = drawn.series.step === 'raw';
  return drawn.points.filter((point) =>
    isLine && point.value !== null
      ? point.start_at >= view.start_at && point.start_at <= view.end_at
      : point.end_at > view.start_at && point.start_at < view.end_at,
  );
}

/** What a series has to say at an instant: a value, an absence, or nothing (before its time, or in the future). */
export type Answer =
  | { kind: 'value'; value: number; start_at: number; end_at: number; state: PointState }
  | { kind: 'absence'; absence: Absence }
  | { kind: 'nothing' };

/** The index of the last point that starts at or before `at`, or -1. */
function lastStarted(points: readonly DrawnPoint[], at: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.start_at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const distance = (point: DrawnPoint, at: number) => Math.abs(point.start_at - at);

/** The point that speaks for an instant: the bucket that holds it; of readings, the nearer of the two around it. */
function speakerAt({ points, series }: DrawnSeries, at: number): DrawnPoint | undefined {
  const i = lastStarted(points, at);
  const here = points[i];
  const next = points[i + 1];
  if (series.step !== 'raw') return here && at < here.end_at ? here : undefined;
  const nextSpeaks = next !== undefined && next.value !== null;
  if (!here || here.value === null || at >= here.end_at) {
    return nextSpeaks && distance(next, at) <= series.step_s * 1000 ? next : undefined;
  }
  return nextSpeaks && distance(next, at) < distance(here, at) ? next : here;
}

export function answerAt(drawn: DrawnSeries, at: number): Answer {
  const absence = drawn.absences.find((one) => at >= one.start_at && at < one.end_at);
  if (absence) return { kind: 'absence', absence };
  const speaker = speakerAt(drawn, at);
  if (!speaker || speaker.value === null) return { kind: 'nothing' };
  const { value, start_at, end_at, state } = speaker;
  return { kind: 'value', value, start_at, end_at, state };
}

/** Stretches of all series laid over one another, one list for each kind, for the bands behind the lines. */
export function bandsOf(all: readonly DrawnSeries[]): Absence[] {
  const bands: Absence[] = [];
  for (const kind of ['asleep', 'missing', 'failed'] as const) {
    const sorted = all
      .flatMap((one) => one.absences.filter((absence) => absence.kind === kind))
      .sort((a, b) => a.start_at - b.start_at);
    for (const { start_at, end_at } of sorted) {
      const running = bands.at(-1);
      if (running?.kind === kind && running.end_at >= start_at)
        running.end_at = Math.max(running.end_at, end_at);
      else bands.push({ start_at, end_at, kind });
    }
  }
  return bands;
}
