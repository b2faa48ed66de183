import { marginsOf, type Picture } from './picture.ts';
import type { TimeWindow } from './window.model.ts';

/** Pixels and instants of the plot, side by side. */
export interface PlotScale {
  left: number;
  right: number;
  toX(at: number): number;
  toAt(x: number): number;
}

export function scaleOf(picture: Picture, view: TimeWindow): PlotScale {
  const { left, right: margin } = marginsOf(picture.axes.length, picture.layout.narrow);
  const right = picture.layout.width - margin;
  const length = view.end_at - view.start_at;
  return {
    left,
    right,
    toX: (at) => left + ((at - view.start_at) / length) * (right - left),
    toAt: (x) => view.start_at + ((Math.min(right, Math.max(left, x)) - left) / (right - left)) * length,
  };
}
