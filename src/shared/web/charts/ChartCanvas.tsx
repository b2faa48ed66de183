import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { type ECharts, startChart } from './echarts.ts';
import { optionOf, optionOfView } from './option.ts';
import { type Picture, SLIDER_ROOM } from './picture.ts';
import type { TimeWindow } from './window.model.ts';

/** What the parts around the canvas may ask of it. */
export interface CanvasHandle {
  /** The plot as a picture without its slider, at twice the screen's density. */
  picture(background: string): { url: string; cropped: number };
}

export interface ChartCanvasProps {
  picture: Picture;
  view: TimeWindow;
  onView: (view: TimeWindow) => void;
  handle: RefObject<CanvasHandle | null>;
}

interface ZoomEvent {
  start?: number;
  end?: number;
  startValue?: number;
  endValue?: number;
  batch?: ZoomEvent[];
}

/** The view that a zoom event speaks of, in instants; percentages are of the whole window. */
function viewOf(event: ZoomEvent, { start_at, end_at }: TimeWindow): TimeWindow | null {
  const range = event.batch?.[0] ?? event;
  const at = (percent: number) => start_at + ((end_at - start_at) * percent) / 100;
  if (range.start !== undefined && range.end !== undefined) {
    return { start_at: at(range.start), end_at: at(range.end) };
  }
  if (range.startValue === undefined || range.endValue === undefined) return null;
  return { start_at: range.startValue, end_at: range.endValue };
}

/** Zoom events come with every turn of the wheel: the newest one of a frame is told. */
function useZoomReports(chart: RefObject<ECharts | null>, { picture, onView }: ChartCanvasProps) {
  const latest = useRef({ picture, onView });
  latest.current = { picture, onView };
  useEffect(() => {
    let frame = 0;
    const heard = (event: unknown) => {
      const view = viewOf(event as ZoomEvent, latest.current.picture.window);
      if (!view) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => latest.current.onView(view));
    };
    const started = chart.current;
    started?.on('datazoom', heard);
    return () => {
      cancelAnimationFrame(frame);
      if (started && !started.isDisposed()) started.off('datazoom', heard);
    };
  }, [chart]);
}

/** The canvas that ECharts draws on. It holds no state of its own: picture and view come from outside. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { picture, view, handle } = props;
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const drawn = useRef<{ picture: Picture; view: TimeWindow } | null>(null);

  useLayoutEffect(() => {
    if (!place.current) return;
    const started = startChart(place.current);
    chart.current = started;
    return () => {
      chart.current = null;
      drawn.current = null;
      started.dispose();
    };
  }, []);

  useLayoutEffect(() => {
    const started = chart.current;
    if (!started) return;
    const before = drawn.current;
    drawn.current = { picture, view };
    if (before?.picture !== picture) {
      started.resize({ width: picture.layout.width, height: picture.layout.height });
      started.setOption(optionOf(picture, view), { notMerge: true });
      return;
    }
    if (before.view === view) return;
    started.setOption(optionOfView(picture, view));
  }, [picture, view]);

  useZoomReports(chart, props);
  useImperativeHandle(handle, () => ({
    picture: (background) => {
      const started = chart.current;
      if (!started) throw new Error('the chart is not drawn yet');
      const url = started.getDataURL({
        type: 'png',
        pixelRatio: 2,
        backgroundColor: background,
        excludeComponents: ['dataZoom'],
      });
      return { url, cropped: SLIDER_ROOM };
    },
  }));
  return (
    <div ref={place} style={{ width: picture.layout.width, height: picture.layout.height }} aria-hidden />
  );
}
