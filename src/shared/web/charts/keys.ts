import type { KeyboardEvent } from 'react';
import { panned, zoomed } from './view.model.ts';
import type { TimeWindow } from './window.model.ts';

interface Keys {
  view: TimeWindow;
  window: TimeWindow;
  /** Where the cursor is, null where it is not shown. */
  at: number | null;
  /** How far one press moves the cursor, in milliseconds. */
  stride: number;
  /** The last instant of the view that anything is drawn at. */
  last: number;
  onView: (view: TimeWindow) => void;
  onAt: (at: number | null) => void;
}

/** What a key does on the chart; documented to its reader by `ChartHelp`. */
function actionOf(event: KeyboardEvent, keys: Keys): (() => void) | undefined {
  const { view, window, at, stride, last, onView, onAt } = keys;
  const here = at ?? (view.start_at + view.end_at) / 2;
  const to = (next: number) => {
    const aim = Math.min(window.end_at, Math.max(window.start_at, next));
    if (aim > view.end_at) onView(panned(view, window, 0.25));
    if (aim < view.start_at) onView(panned(view, window, -0.25));
    onAt(aim);
  };
  const pan = (share: number) => () => onView(panned(view, window, share));
  const zoom = (factor: number) => () => onView(zoomed(view, window, factor));
  const move = (direction: -1 | 1) => {
    if (event.shiftKey) return pan(0.25 * direction);
    const next = here + direction * stride * (event.ctrlKey || event.metaKey ? 10 : 1);
    // The middle of today may be still to come: the cursor appears where there is something to read.
    return () => to(at === null ? Math.min(next, last) : next);
  };
  const reset = () => {
    onView(window);
    onAt(null);
  };
  const atRest = at === null && view.start_at === window.start_at && view.end_at === window.end_at;
  const actions = new Map<string, (() => void) | undefined>([
    ['ArrowRight', move(1)],
    ['ArrowLeft', move(-1)],
    ['Home', () => to(view.start_at)],
    ['End', () => to(last)],
    ['PageUp', pan(-0.5)],
    ['PageDown', pan(0.5)],
    ['+', zoom(0.5)],
    ['=', zoom(0.5)],
    ['-', zoom(2)],
    ['_', zoom(2)],
    ['0', reset],
    // Where there is nothing to undo, Escape belongs to whatever is around the chart.
    ['Escape', atRest ? undefined : reset],
  ]);
  return actions.get(event.key);
}

/** Arrows move the cursor, with Shift the view; plus and minus zoom; Escape shows all again. */
export function pressed(event: KeyboardEvent, keys: Keys): boolean {
  const action = actionOf(event, keys);
  if (!action) return false;
  event.preventDefault();
  action();
  return true;
}
