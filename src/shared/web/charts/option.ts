import type { EChartsCoreOption } from 'echarts/core';
import { tickDecimals } from '../../units/units.ts';
import { bandSeries } from './bands.ts';
import { barSeries } from './bars.ts';
import type { Step } from './choice.model.ts';
import { dotSeries, isLine, lineSeries } from './lines.ts';
import type { AxisLook } from './look.ts';
import { AXIS_WIDTH, bottomOf, columnsOf, marginsOf, type Picture, sideOf, TOP } from './picture.ts';
import { flatPoints, isThinned } from './thin.model.ts';
import { type Tick, ticksFor } from './ticks.model.ts';
import type { TimeWindow } from './window.model.ts';
import { zoomParts } from './zoom.ts';

/** Axis figures stay short: 1.200, 120 k, 3,4 M; small ones keep their digits. */
function axisFigure(value: number, number: Picture['number']): string {
  const size = Math.abs(value);
  const short = (scaled: number, mark: string) =>
    `${number(scaled, Number.isInteger(scaled) ? 0 : 1)} ${mark}`;
  if (size >= 1e6) return short(value / 1e6, 'M');
  if (size >= 1e5) return short(value / 1e3, 'k');
  return number(value, tickDecimals(value));
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
    // Beside other axes there is no room for the words; alone they stand over the plot.
    name: look.unit || (picture.axes.length > 1 && !layout.narrow ? '' : noUnit),
    nameLocation: 'end',
    nameGap: 12,
    nameTextStyle: {
      color: look.label,
      fontWeight: 600,
      fontSize: 12,
      align: position === 'left' && look.unit !== '' ? 'right' : 'left',
    },
    position,
    offset: layout.narrow ? 0 : Math.floor(i / 2) * AXIS_WIDTH,
    scale: !bars && !FROM_ZERO.has(look.unit),
    ...picture.series.find(({ drawn }) => drawn.series.unit === look.unit)?.drawn.series.axis,
    alignTicks: i > 0,
    splitNumber: layout.height < 320 ? 3 : 5,
    axisLabel: { color: look.label, fontSize: 11, formatter: (value: number) => axisFigure(value, number) },
    axisLine: { show: true, lineStyle: { color: look.line } },
    axisTick: { show: false },
    splitLine: { show: i === 0 || (layout.narrow && shown), lineStyle: { color: palette.border } },
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
  const max = Math.floor((picture.layout.width - left - right) / 64);
  return ticksFor({
    view,
    zone: picture.zone,
    most: max,
    locale: picture.locale,
    centred: leadingBars(picture),
  });
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
  return {
    animation: false,
    textStyle: { fontFamily: 'Inter Variable, Inter, system-ui, sans-serif' },
    grid: {
      ...marginsOf(axes.length, layout.narrow),
      top: TOP,
      bottom: bottomOf(layout),
      outerBoundsMode: 'none',
    },
    xAxis: timeAxis(picture, view),
    yAxis: [
      ...axes.map((look, i) => valueAxis(picture, look, i)),
      { type: 'value', show: false, min: 0, max: 1 },
    ],
    dataZoom: zoomParts(picture, view),
    series: [
      bandSeries(picture),
      ...picture.series.map((one) =>
        isLine(one) ? lineSeries(picture, one, view) : barSeries(picture, one),
      ),
      ...picture.series.filter(isLine).flatMap((one) => dotSeries(picture, one) ?? []),
    ],
  };
}

/** What changes when the view alone moves: the marks of time, the zoom, and lines thinned for the pixels they get. */
export function optionOfView(picture: Picture, view: TimeWindow): EChartsCoreOption {
  const zoom = { startValue: view.start_at, endValue: view.end_at };
  return {
    xAxis: timeAxis(picture, view),
    dataZoom: [
      { id: 'inside', ...zoom },
      { id: 'slider', ...zoom },
    ],
    series: picture.series
      .filter((one) => isLine(one) && isThinned(one.drawn.points, columnsOf(picture)))
      .map(({ drawn }) => ({
        id: drawn.series.id,
        data: flatPoints(drawn.points, view, columnsOf(picture)),
      })),
  };
}
