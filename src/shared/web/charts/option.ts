import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import type { EChartsCoreOption } from 'echarts/core';
import { type Box, bandSeries } from './bands.ts';
import type { AxisLook, StyledSeries } from './look.ts';
import { AXIS_WIDTH, BOTTOM, marginsOf, type Picture, sideOf, TOP } from './picture.ts';
import { type Tick, ticksFor } from './ticks.model.ts';
import type { Step, TimeWindow } from './window.model.ts';
import { zoomParts } from './zoom.ts';

/** Axis figures stay within five characters: 1.200, 12 k, 3,4 M. */
function axisFigure(value: number, number: Picture['number']): string {
  const size = Math.abs(value);
  const short = (scaled: number, mark: string) =>
    `${number(scaled, Number.isInteger(scaled) ? 0 : 1)} ${mark}`;
  if (size >= 1e6) return short(value / 1e6, 'M');
  if (size >= 1e5) return short(value / 1e3, 'k');
  return number(value, Number.isInteger(value) ? 0 : Number.isInteger(value * 10) ? 1 : 2);
}

const FROM_ZERO = new Set([
  'kW',
  'MW',
  'GW',
  'kWh',
  'MWh',
  'GWh',
  'W/m²',
  'A',
  'kvar',
  'm/s',
  'm³/s',
  'm³/h',
  '€',
]);

function valueAxis(picture: Picture, look: AxisLook, i: number) {
  const { layout, palette, number, noUnit } = picture;
  const shown = !layout.narrow || look.unit === layout.unit;
  const bars = picture.series.some(
    ({ drawn }) => drawn.series.shape === 'bar' && drawn.series.unit === look.unit,
  );
  const position = layout.narrow ? 'left' : sideOf(i);
  return {
    type: 'value',
    show: shown,
    name: look.unit || noUnit,
    nameLocation: 'end',
    nameGap: 12,
    nameTextStyle: {
      color: look.label,
      fontWeight: 600,
      fontSize: 12,
      align: position === 'left' ? 'right' : 'left',
    },
    position,
    offset: layout.narrow ? 0 : Math.floor(i / 2) * AXIS_WIDTH,
    scale: !bars && !FROM_ZERO.has(look.unit),
    alignTicks: i > 0,
    splitNumber: layout.height < 320 ? 3 : 5,
    axisLabel: { color: look.label, fontSize: 11, formatter: (value: number) => axisFigure(value, number) },
    axisLine: { show: true, lineStyle: { color: look.line } },
    axisTick: { show: false },
    splitLine: { show: i === 0 || (layout.narrow && shown), lineStyle: { color: palette.border } },
  };
}

const axisIndex = (picture: Picture, unit: string) => picture.axes.findIndex((axis) => axis.unit === unit);

const faded = ({ layout }: Picture, unit: string) => (layout.narrow && unit !== layout.unit ? 0.25 : 1);

function lineSeries(picture: Picture, { drawn, colour, dash }: StyledSeries) {
  const { series, points } = drawn;
  const alone = points.length < 80;
  return {
    type: 'line',
    id: series.id,
    yAxisIndex: axisIndex(picture, series.unit),
    // A reading between two gaps has no line: only its dot tells of it.
    showSymbol: true,
    symbol: 'circle',
    symbolSize: (_: unknown, params: { dataIndex: number }) => {
      const { dataIndex: i } = params;
      const isolated = (points[i - 1]?.value ?? null) === null && (points[i + 1]?.value ?? null) === null;
      return isolated ? 5 : alone && points.length < 40 ? 4 : 0;
    },
    connectNulls: false,
    silent: true,
    animation: false,
    // The first series of the legend lies on top.
    z: 3 + picture.series.length - picture.series.findIndex((one) => one.drawn.series.id === series.id),
    lineStyle: { color: colour, width: 1.75, type: dash, opacity: faded(picture, series.unit) },
    itemStyle: { color: colour, opacity: faded(picture, series.unit) },
    areaStyle:
      axisIndex(picture, series.unit) === 0 && dash === 'solid'
        ? { color: colour, opacity: 0.06 }
        : undefined,
    data: points.map((point) => [point.x, point.value]),
  };
}

function barSeries(
  picture: Picture,
  { drawn, colour }: StyledSeries,
  place: { index: number; of: number; alone: boolean },
) {
  const { series, points } = drawn;
  const filled = points.filter((point) => point.value !== null);
  return {
    type: 'custom',
    id: series.id,
    silent: true,
    z: 2,
    yAxisIndex: axisIndex(picture, series.unit),
    encode: { x: [0, 1], y: 2 },
    data: filled.map((point) => [point.start_at, point.end_at, point.value]),
    renderItem: (params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
      const plot = params.coordSys as unknown as Box;
      const [from = 0, top = 0] = api.coord([api.value(0), api.value(2)]);
      const [to = 0, base = 0] = api.coord([api.value(1), 0]);
      const room = (to - from) * 0.8;
      const width = room / place.of;
      const x = from + (to - from) * 0.1 + place.index * width;
      const left = Math.max(plot.x, x);
      const right = Math.min(plot.x + plot.width, x + Math.max(1, width - (place.of > 1 ? 1 : 0)));
      if (right <= left) return;
      const shape = { x: left, y: Math.min(top, base), width: right - left, height: Math.abs(base - top) };
      const round = shape.width > 6 ? [3, 3, 0, 0] : 0;
      return {
        type: 'rect',
        shape: { ...shape, r: round },
        style: { fill: colour, opacity: (place.alone ? 0.85 : 0.32) * faded(picture, series.unit) },
      };
    },
  };
}

/** The step whose bars carry the picture, so that labels stand under their middle; none when lines lead. */
function leadingBars(picture: Picture): Step | undefined {
  const [first] = picture.series;
  const all = picture.series.every(({ drawn }) => drawn.series.shape === 'bar');
  return all ? first?.drawn.series.step : undefined;
}

export function ticksOf(picture: Picture, view: TimeWindow): Tick[] {
  const { left, right } = marginsOf(picture.axes.length, picture.layout.narrow);
  const most = Math.floor((picture.layout.width - left - right) / 64);
  return ticksFor({ view, zone: picture.zone, most, locale: picture.locale, centred: leadingBars(picture) });
}

/** The time axis with its marks for a view; the marks are made anew whenever the view moves. */
export function timeAxis(picture: Picture, view: TimeWindow) {
  const ticks = ticksOf(picture, view);
  const labels = new Map(ticks.map(({ at, label }) => [at, label]));
  const values = ticks.map(({ at }) => at);
  const { palette, window } = picture;
  return {
    type: 'value',
    min: window.start_at,
    max: window.end_at,
    axisLine: { lineStyle: { color: palette.border } },
    axisTick: { show: true, customValues: values, lineStyle: { color: palette.border } },
    axisLabel: {
      color: palette.muted,
      fontSize: 11,
      hideOverlap: true,
      showMinLabel: true,
      showMaxLabel: true,
      customValues: values,
      formatter: (value: number) => labels.get(value) ?? '',
    },
    splitLine: { show: false },
  };
}

/** The whole picture for ECharts. Gaps are nulls in the lines and hatched bands behind them; bars are their buckets. */
export function optionOf(picture: Picture, view: TimeWindow): EChartsCoreOption {
  const { axes, layout } = picture;
  const bars = picture.series.filter(({ drawn }) => drawn.series.shape === 'bar');
  return {
    animation: false,
    textStyle: { fontFamily: 'Inter Variable, Inter, system-ui, sans-serif' },
    grid: { ...marginsOf(axes.length, layout.narrow), top: TOP, bottom: BOTTOM, outerBoundsMode: 'none' },
    xAxis: timeAxis(picture, view),
    yAxis: [
      ...axes.map((look, i) => valueAxis(picture, look, i)),
      { type: 'value', show: false, min: 0, max: 1 },
    ],
    dataZoom: zoomParts(picture, view),
    series: [
      bandSeries(picture),
      ...picture.series.map((one) =>
        one.drawn.series.shape === 'bar'
          ? barSeries(picture, one, {
              index: bars.indexOf(one),
              of: bars.length,
              alone: bars.length === picture.series.length,
            })
          : lineSeries(picture, one),
      ),
    ],
  };
}
