import type { AxisLook, Palette, StyledSeries } from './look.ts';
import type { Mark } from './series.model.ts';
import type { TimeWindow } from './window.model.ts';

export interface Layout {
  width: number;
  height: number;
  /** On a narrow screen one axis shows; the lines of the other units stay, faded. */
  narrow: boolean;
  /** Where a finger is what points, it moves the view; a mouse draws the stretch that it wants to see. */
  touch: boolean;
  /** On paper nothing can be moved: the room of the slider is the plot's. */
  printed?: boolean;
  unit: string;
}

export interface Picture {
  series: readonly StyledSeries[];
  axes: readonly AxisLook[];
  /** Ranges that concern the whole chart. */
  marks: readonly Mark[];
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
const TIMES_ROOM = 30;

/** Below the plot: its times, and the slider where there is one. */
export const bottomOf = ({ printed = false }: Layout) => TIMES_ROOM + (printed ? 0 : SLIDER_ROOM);

/** Two axes a side at most: the first left, the second right, the third left again, outside the first. */
export const sideOf = (i: number) => (i % 2 === 0 ? 'left' : 'right');

export function marginsOf(axes: number, narrow: boolean): { left: number; right: number } {
  if (narrow) return { left: AXIS_WIDTH, right: 14 };
  const left = Math.ceil(axes / 2) * AXIS_WIDTH;
  const right = Math.floor(axes / 2) * AXIS_WIDTH;
  return { left: Math.max(left, 16), right: Math.max(right, 18) };
}

export const axisIndex = (picture: Picture, unit: string) =>
  picture.axes.findIndex((axis) => axis.unit === unit);

/** On a narrow screen the series of the other axes stay, faded. */
export const faded = ({ layout }: Picture, unit: string) =>
  layout.narrow && unit !== layout.unit ? 0.25 : 1;

const MANY_LINES = 8;

/** So many columns are told apart in a line: each pixel's own or, where many lines cross, those of every second one. */
export const columnsOf = ({ layout, series }: Picture) =>
  series.length > MANY_LINES ? Math.ceil(layout.width / 2) : layout.width;
