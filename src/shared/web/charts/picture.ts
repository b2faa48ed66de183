import type { AxisLook, Palette, StyledSeries } from './look.ts';
import type { TimeWindow } from './window.model.ts';

export interface Layout {
  width: number;
  height: number;
  /** On a narrow screen one axis shows; the lines of the other units stay, faded. */
  narrow: boolean;
  unit: string;
}

export interface Picture {
  series: readonly StyledSeries[];
  axes: readonly AxisLook[];
  window: TimeWindow;
  zone: string;
  locale: string;
  palette: Palette;
  layout: Layout;
  number: (value: number, decimals: number) => string;
  noUnit: string;
}

export const AXIS_WIDTH = 58;
export const SLIDER_ROOM = 46;
export const TOP = 34;
export const BOTTOM = 30 + SLIDER_ROOM;

/** Two axes a side at most: the first left, the second right, the third left again, outside the first. */
export const sideOf = (i: number) => (i % 2 === 0 ? 'left' : 'right');

export function marginsOf(axes: number, narrow: boolean): { left: number; right: number } {
  if (narrow) return { left: AXIS_WIDTH, right: 14 };
  const left = Math.ceil(axes / 2) * AXIS_WIDTH;
  const right = Math.floor(axes / 2) * AXIS_WIDTH;
  return { left: Math.max(left, 16), right: Math.max(right, 18) };
}
