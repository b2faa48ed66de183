import {
  type Absence,
  type DrawnPoint,
  type DrawnPoints,
  type DrawnSeries,
  type PointState,
  pointAt,
} from './series.model.ts';
import type { TimeWindow } from './window.model.ts';

/** The points that are on screen between two instants: those whose stretch touches it. */
export function visiblePoints({ series, points }: DrawnSeries, view: TimeWindow): DrawnPoint[] {
  const visible: DrawnPoint[] = [];
  for (let i = Math.max(0, lastStarted(points, view.start_at) - 1); i < points.length; i++) {
    const point = pointAt(points, i);
    if (point.start_at > view.end_at) break;
    const isReading = series.step === 'raw' && point.value !== null;
    const touches = isReading
      ? point.start_at >= view.start_at
      : point.end_at > view.start_at && point.start_at < view.end_at;
    if (touches) visible.push(point);
  }
  return visible;
}

/** What a series has to say at an instant: a value, an absence, or nothing (before its time, or in the future). */
export type Answer =
  | {
      kind: 'value';
      value: number;
      start_at: number;
      end_at: number;
      state: PointState;
      marked: Absence | undefined;
    }
  | { kind: 'absence'; absence: Absence }
  | { kind: 'nothing' };

/** The index of the last point that starts at or before `at`, or -1. */
function lastStarted(points: DrawnPoints, at: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points.start_at[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const distance = (point: DrawnPoint, at: number) => Math.abs(point.start_at - at);

/** The point that speaks for an instant: the bucket that holds it; of readings, the nearer of the two around it. */
function speakerAt({ points, series }: DrawnSeries, at: number): DrawnPoint | undefined {
  const i = lastStarted(points, at);
  const here = i < 0 ? undefined : pointAt(points, i);
  const next = i + 1 < points.length ? pointAt(points, i + 1) : undefined;
  if (series.step !== 'raw') return here && at < here.end_at ? here : undefined;
  const nextSpeaks = next !== undefined && next.value !== null;
  if (!here || here.value === null || at >= here.end_at) {
    return nextSpeaks && distance(next, at) <= series.step_s * 1000 ? next : undefined;
  }
  return nextSpeaks && distance(next, at) < distance(here, at) ? next : here;
}

export function answerAt(drawn: DrawnSeries, at: number): Answer {
  const absence = drawn.absences.find((one) => at >= one.start_at && at < one.end_at);
  // A bucket that is marked in part has the value of its other part.
  const partly = absence?.kind === 'marked' && drawn.series.step !== 'raw';
  if (absence && !partly) return { kind: 'absence', absence };
  const speaker = speakerAt(drawn, at);
  if (!speaker || speaker.value === null) return absence ? { kind: 'absence', absence } : { kind: 'nothing' };
  const { value, start_at, end_at, state } = speaker;
  return { kind: 'value', value, start_at, end_at, state, marked: absence };
}
