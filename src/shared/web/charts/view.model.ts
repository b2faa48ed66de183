import type { Choice } from './choice.model.ts';
import type { TimeWindow } from './window.model.ts';

const MIN_MS = 60_000;

/** A view cut to its window; one that is nearly whole becomes the whole. */
export function within(view: TimeWindow, window: TimeWindow): TimeWindow {
  const whole = window.end_at - window.start_at;
  const length = Math.min(whole, Math.max(Math.min(MIN_MS, whole), view.end_at - view.start_at));
  if (length > whole * 0.995) return window;
  const start_at = Math.min(Math.max(view.start_at, window.start_at), window.end_at - length);
  return { start_at, end_at: start_at + length };
}

/** The view made longer or shorter around its middle: 0.5 shows half of it, 2 twice as much. */
export function zoomed(view: TimeWindow, window: TimeWindow, factor: number): TimeWindow {
  const middle = (view.start_at + view.end_at) / 2;
  const half = ((view.end_at - view.start_at) * factor) / 2;
  return within({ start_at: middle - half, end_at: middle + half }, window);
}

/** The view moved by a share of its own length, as far as the window reaches. */
export function panned(view: TimeWindow, window: TimeWindow, share: number): TimeWindow {
  const by = (view.end_at - view.start_at) * share;
  return within({ start_at: view.start_at + by, end_at: view.end_at + by }, window);
}

/** A view as it stands in an address: its ends in milliseconds. */
export const ZOOM = /^\d{12,14}-\d{12,14}$/;

export const writeZoom = (view: TimeWindow | undefined): string | undefined =>
  view && `${Math.round(view.start_at)}-${Math.round(view.end_at)}`;

export function readZoom(text: string | undefined): TimeWindow | undefined {
  const [start_at = 0, end_at = 0] = text?.split('-').map(Number) ?? [];
  return start_at < end_at ? { start_at, end_at } : undefined;
}

interface ZoomChange {
  /** What of the address changes. */
  part: { zoom: string | undefined } & Partial<Choice>;
  /** Whether it leaves no step in the browser's history: what moves within a zoom. */
  replace: boolean;
}

/**
 * How an address changes with the view. Where a zoom ends, the period stays that is on screen: the one of the address may be
 * another, because it says no day.
 * @param chosen by the address
 * @param shown `choiceHolding` the view that was
 */
export function zoomChange(
  before: TimeWindow | undefined,
  next: TimeWindow | undefined,
  { chosen, shown }: { chosen: Choice; shown: Choice },
): ZoomChange {
  const { span, date, to, last } = shown;
  const stays = next !== undefined || shown === chosen;
  return {
    part: { ...(stays ? {} : { span, date, to, last }), zoom: writeZoom(next) },
    replace: before !== undefined && next !== undefined,
  };
}
