import { Button, Skeleton } from '@mantine/core';
import { type ComponentType, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasHandle, ChartCanvasProps } from './ChartCanvas.tsx';
import { ChartCursor, cursorRows, cursorTime, useCursorLabels } from './ChartCursor.tsx';
import { loadCanvas } from './canvas-module.ts';
import classes from './chart.module.css';
import { pressed } from './keys.ts';
import type { Picture } from './picture.ts';
import { type PlotScale, scaleOf } from './scale.ts';
import type { Moment } from './series.model.ts';
import type { TimeWindow } from './window.model.ts';

interface Props {
  picture: Picture;
  moments: readonly Moment[];
  view: TimeWindow;
  onView: (view: TimeWindow) => void;
  canvas: RefObject<CanvasHandle | null>;
}

type Loaded = { Canvas: ComponentType<ChartCanvasProps> } | 'loading' | 'failed';

/** Fetches the drawing library with the first chart. */
function useCanvas(): { loaded: Loaded; again: () => void } {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again
  useEffect(() => {
    let gone = false;
    setLoaded('loading');
    loadCanvas().then(
      ({ ChartCanvas }) => gone || setLoaded({ Canvas: ChartCanvas }),
      () => gone || setLoaded('failed'),
    );
    return () => {
      gone = true;
    };
  }, [attempt]);
  return { loaded, again: () => setAttempt(attempt + 1) };
}

/** How far an arrow moves the cursor: a two-hundredth of the view, or the finest step where that is longer. */
function strideOf({ series }: Picture, { start_at, end_at }: TimeWindow): number {
  const finest = Math.min(...series.map(({ drawn }) => drawn.series.step_s * 1000));
  const share = (end_at - start_at) / 200;
  return Number.isFinite(finest) ? Math.max(share, finest) : share;
}

/** The last instant of the view that has a point: of a period under way the rest is still to come. */
function lastDrawn({ series }: Picture, { start_at, end_at }: TimeWindow): number {
  const ends = series.map(({ drawn: { points } }) => {
    let i = points.length - 1;
    while (i >= 0 && (points.x[i] ?? 0) > end_at) i -= 1;
    return points.x[i] ?? start_at;
  });
  return ends.length === 0 ? end_at : Math.max(start_at, ...ends);
}

const REST_MS = 500;

/** A text once it has stayed the same for a moment: what changes with every key is not read out each time. */
function useRested(text: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function pointedAt(event: PointerEvent<HTMLElement>, scale: PlotScale, height: number): number | null {
  const box = event.currentTarget.getBoundingClientRect();
  const x = event.clientX - box.left;
  const y = event.clientY - box.top;
  const inside = x >= scale.left - 4 && x <= scale.right + 4 && y >= 0 && y <= height - 56;
  return inside ? scale.toAt(x) : null;
}

/** Less than this is a click that slipped. */
const MIN_PX = 6;

/** A stretch that is drawn over the plot with the mouse or a pen; fingers move the view and pinch it. */
function useBrush(onView: Props['onView'], scale: PlotScale) {
  const [brush, setBrush] = useState<{ from: number; to: number } | null>(null);
  const xOf = (event: PointerEvent<HTMLElement>) =>
    Math.min(
      scale.right,
      Math.max(scale.left, event.clientX - event.currentTarget.getBoundingClientRect().left),
    );
  const wide = brush !== null && Math.abs(brush.to - brush.from) >= MIN_PX;
  return {
    stretch: wide ? { left: Math.min(brush.from, brush.to), width: Math.abs(brush.to - brush.from) } : null,
    begin: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setBrush({ from: xOf(event), to: xOf(event) });
    },
    move: (event: PointerEvent<HTMLElement>) => {
      if (brush) setBrush({ from: brush.from, to: xOf(event) });
    },
    end: () => {
      if (wide) {
        const [left, right] = [Math.min(brush.from, brush.to), Math.max(brush.from, brush.to)];
        onView({ start_at: scale.toAt(left), end_at: scale.toAt(right) });
      }
      setBrush(null);
    },
    cancel: () => setBrush(null),
  };
}

/** Lines through the plot at what the chart is about; a word stands on the side that has room. */
function Moments({ moments, scale, view }: Pick<Props, 'moments' | 'view'> & { scale: PlotScale }) {
  return moments
    .filter(({ at }) => at >= view.start_at && at <= view.end_at)
    .map(({ at, label }) => (
      <div
        key={`${at} ${label}`}
        className={classes.moment}
        data-left={scale.toX(at) > scale.right - 90 || undefined}
        style={{ left: scale.toX(at) }}
      >
        <span>{label}</span>
      </div>
    ));
}

/** The plot with its cursor. For screen readers and keyboards it is a slider through time that tells the values. */
export function ChartPlot({ picture, moments, view, onView, canvas }: Props) {
  const { t } = useTranslation('charts');
  const { t: common } = useTranslation('common');
  const { loaded, again } = useCanvas();
  const [at, setAt] = useState<number | null>(null);
  const [byKey, setByKey] = useState(false);
  const words = useCursorLabels(picture);
  const rows = at === null ? [] : cursorRows(picture.series, at);
  const values = rows.map((row) => `${row.styled.drawn.series.label} ${words(row)}`).join(', ');
  const spoken = useRested(byKey ? values : '');
  const { height } = picture.layout;
  const scale = scaleOf(picture, view);
  const brush = useBrush(onView, scale);
  if (loaded === 'loading') return <Skeleton height={height} radius={8} />;
  if (loaded === 'failed') {
    return (
      <div className={classes.failed} style={{ height }} role="alert">
        {t('drawing_failed')}
        <Button variant="default" onClick={again}>
          {common('retry')}
        </Button>
      </div>
    );
  }
  const cursorText = at === null ? t('cursor_empty') : cursorTime(rows, at, picture.zone);
  return (
    <>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={t('cursor')}
        aria-valuemin={Math.round(view.start_at / 1000)}
        aria-valuemax={Math.round(view.end_at / 1000)}
        aria-valuenow={Math.round((at ?? view.start_at) / 1000)}
        aria-valuetext={cursorText}
        onKeyDown={(event) => {
          const { window } = picture;
          const reach = { stride: strideOf(picture, view), last: lastDrawn(picture, view) };
          if (pressed(event, { view, window, at, ...reach, onView, onAt: setAt })) setByKey(true);
        }}
        onPointerMove={(event) => {
          setByKey(false);
          setAt(pointedAt(event, scale, height));
          brush.move(event);
        }}
        onPointerDown={(event) => {
          const here = pointedAt(event, scale, height);
          setAt(here);
          if (here !== null) brush.begin(event);
        }}
        onPointerUp={brush.end}
        onPointerCancel={brush.cancel}
        onDoubleClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          // Below the plot the slider has clicks of its own.
          if (event.clientY - box.top <= height - 56) onView(picture.window);
        }}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
      >
        <loaded.Canvas picture={picture} view={view} onView={onView} handle={canvas} />
        <Moments moments={moments} scale={scale} view={view} />
        {brush.stretch && <div className={classes.brush} style={brush.stretch} />}
        {at !== null && at >= view.start_at && at <= view.end_at && (
          <ChartCursor
            at={at}
            scale={scale}
            series={picture.series}
            marks={picture.marks}
            zone={picture.zone}
            number={picture.number}
          />
        )}
      </div>
      {/* What stands inside a slider is not read out. */}
      <output className="visually-hidden" aria-live="polite">
        {spoken}
      </output>
    </>
  );
}
