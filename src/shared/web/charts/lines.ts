import type { StyledSeries } from './look.ts';
import { axisIndex, columnsOf, faded, type Picture } from './picture.ts';
import { flatPoints, lonelyPoints } from './thin.model.ts';
import type { TimeWindow } from './window.model.ts';

const FEW_POINTS = 40;
/** More filled areas than this hide each other and cost more than their lines. */
const MAX_AREAS = 3;

export const isLine = ({ drawn }: StyledSeries) => drawn.series.shape === 'line';

const common = (picture: Picture, { drawn: { series } }: StyledSeries) => ({
  type: 'line' as const,
  yAxisIndex: axisIndex(picture, series.unit),
  dimensions: ['x', 'y'],
  connectNulls: false,
  silent: true,
  animation: false,
});

/** A line with its gaps; of a long series only what the pixels of the view can show. */
export function lineSeries(picture: Picture, one: StyledSeries, view: TimeWindow) {
  const { drawn, colour, dash, opacity, width } = one;
  const place = picture.series.indexOf(one);
  const seen = opacity * faded(picture, drawn.series.unit);
  const area = axisIndex(picture, drawn.series.unit) === 0 && !drawn.series.beside && dash === 'solid';
  return {
    ...common(picture, one),
    id: drawn.series.id,
    showSymbol: false,
    // The first series of the legend lies on top.
    z: 3 + picture.series.length - place,
    lineStyle: { color: colour, width, type: dash, opacity: seen, join: 'bevel' as const },
    itemStyle: { color: colour, opacity: seen },
    areaStyle: area && picture.series.length <= MAX_AREAS ? { color: colour, opacity: 0.06 } : undefined,
    data: flatPoints(drawn.points, view, columnsOf(picture)),
  };
}

/** The dots of a line: of a short one all its points, of a long one those that stand between two gaps. */
export function dotSeries(picture: Picture, one: StyledSeries) {
  const { drawn, colour, opacity } = one;
  const few = drawn.points.length < FEW_POINTS;
  const data = lonelyPoints(drawn.points, few);
  if (data.length === 0) return null;
  return {
    ...common(picture, one),
    id: `${drawn.series.id} dots`,
    showSymbol: true,
    symbol: 'circle',
    symbolSize: few ? 4 : 5,
    z: 4 + picture.series.length,
    lineStyle: { width: 0, opacity: 0 },
    itemStyle: { color: colour, opacity: opacity * faded(picture, drawn.series.unit) },
    data,
  };
}
