import type { TimeWindow } from './window.model.ts';

const HOUR = 3_600_000;
/** Asked for on each side of what is on screen, so that a small move shows no edge. */
const BESIDE = 0.1;
/** A stretch that is nearly the whole has nothing finer to show. */
const NEARLY_WHOLE = 0.8;

/** The stretch that is asked for in finer steps while a view is on screen; null where the whole window says as much. */
export function finerStretch(view: TimeWindow, window: TimeWindow): TimeWindow | null {
  const beside = (view.end_at - view.start_at) * BESIDE;
  const start_at = Math.max(window.start_at, Math.floor((view.start_at - beside) / HOUR) * HOUR);
  const end_at = Math.min(window.end_at, Math.ceil((view.end_at + beside) / HOUR) * HOUR);
  const share = (end_at - start_at) / (window.end_at - window.start_at);
  return end_at > start_at && share < NEARLY_WHOLE ? { start_at, end_at } : null;
}

export const holds = (outer: TimeWindow, inner: TimeWindow): boolean =>
  outer.start_at <= inner.start_at && outer.end_at >= inner.end_at;
