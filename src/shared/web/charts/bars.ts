import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import type { Box } from './bands.ts';
import { hatched } from './hatch.ts';
import type { StyledSeries } from './look.ts';
import { axisIndex, faded, type Picture } from './picture.ts';
import { recoveredShare } from './recovered.model.ts';
import { pointAt } from './series.model.ts';

const isBar = ({ drawn }: StyledSeries) => drawn.series.shape === 'bar';

/** The pixels of a bar within its bucket, beside the others of it, cut off at the plot's sides; null when outside. */
function barBox(params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI, { index = 0, of = 1 }) {
  const plot = params.coordSys as unknown as Box;
  const [from = 0, top = 0] = api.coord([api.value(0), api.value(2)]);
  const [to = 0, base = 0] = api.coord([api.value(1), 0]);
  const width = ((to - from) * 0.8) / of;
  const x = from + (to - from) * 0.1 + index * width;
  const left = Math.max(plot.x, x);
  const right = Math.min(plot.x + plot.width, x + Math.max(1, width - (of > 1 ? 1 : 0)));
  if (right <= left) return null;
  return { x: left, y: Math.min(top, base), width: right - left, height: Math.abs(base - top) };
}

/** Start and end of each bucket with a value, the value, and which share of it was booked when a counter came back. */
function barData({ series, points }: StyledSeries['drawn']): number[][] {
  const data: number[][] = [];
  for (let i = 0; i < points.length; i++) {
    const point = pointAt(points, i);
    const { start_at, end_at, value } = point;
    if (value !== null) data.push([start_at, end_at, value, recoveredShare(series, point)]);
  }
  return data;
}

/** A bar whose upper part was booked when a counter came back: that part is hatched within a rim. */
function splitBar(box: Box, share: number, { colour, opacity }: { colour: string; opacity: number }) {
  const height = box.height * share;
  const upper = { ...box, height };
  const lower = { ...box, y: box.y + height, height: box.height - height };
  return {
    type: 'group',
    children: [
      { type: 'rect', shape: lower, style: { fill: colour, fillOpacity: opacity } },
      { type: 'rect', shape: upper, style: { fill: colour, fillOpacity: opacity * 0.2 } },
      {
        type: 'rect',
        shape: upper,
        // Twice as strong as a bar, which is pale where lines lead.
        style: {
          fill: hatched(colour, 'falling'),
          opacity: Math.min(1, opacity * 2),
          stroke: colour,
          lineWidth: 1,
        },
      },
    ],
  };
}

/** Bars over the buckets that they stand for; what they are compared with is a paler bar with a dashed rim. */
export function barSeries(picture: Picture, one: StyledSeries) {
  const { series } = one.drawn;
  const bars = picture.series.filter(isBar);
  const place = { index: bars.indexOf(one), of: bars.length };
  const alone = bars.length === picture.series.length;
  const pale = series.beside !== undefined;
  const seen = faded(picture, series.unit);
  const opacity = (pale ? 0.3 : alone ? 0.85 : 0.32) * seen;
  const rim = { stroke: one.colour, lineWidth: 1, lineDash: [3, 2], strokeOpacity: 0.9 * seen };
  return {
    type: 'custom',
    id: series.id,
    silent: true,
    z: 2,
    yAxisIndex: axisIndex(picture, series.unit),
    encode: { x: [0, 1], y: 2 },
    data: barData(one.drawn),
    renderItem: (params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
      const shape = barBox(params, api, place);
      if (!shape) return;
      const share = Number(api.value(3));
      if (share > 0) return splitBar(shape, share, { colour: one.colour, opacity });
      const round = shape.width > 6 ? [3, 3, 0, 0] : 0;
      const style = { fill: one.colour, fillOpacity: opacity, ...(pale && shape.width > 4 ? rim : {}) };
      return { type: 'rect', shape: { ...shape, r: round }, style };
    },
  };
}
