import { Button, Skeleton } from '@mantine/core';
import {
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { BoxZoom } from './BoxZoom.tsx';
import type { CanvasHandle, ChartCanvasProps } from './ChartCanvas.tsx';
import { ChartCursor, cursorRows, cursorTime, useCursorWords } from './ChartCursor.tsx';
import classes from './chart.module.css';
import type { Picture } from './picture.ts';
import { type PlotScale, scaleOf } from './scale.ts';
import { panned, zoomed } from './view.model.ts';
import type { TimeWindow } from './window.model.ts';

interface Props {
  picture: Picture;
  view: TimeWindow;
  onView: (view: TimeWindow) => void;
  canvas: RefObject<CanvasHandle | null>;
  boxing: boolean;
  onBoxed: () => void;
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
    import('./ChartCanvas.tsx').then(
      ({ ChartCanvas }) => gone || setLoaded({ Canvas: ChartCanvas }),
      () => gone || setLoaded('failed'),
    );
    return () => {
      gone = true;
    };
  }, [attempt]);
  return { loaded, again: () => setAttempt(attempt + 1) };
}

interface Keys {
  view: TimeWindow;
  window: TimeWindow;
  at: number | null;
  onView: (view: TimeWindow) => void;
  onAt: (at: number | null) => void;
}

/** Arrows move the cursor, plus and minus zoom, Page Up and Page Down move the view, 0 shows all. */
function pressed(event: KeyboardEvent, { view, window, at, onView, onAt }: Keys): void {
  const length = view.end_at - view.start_at;
  const here = at ?? (view.start_at + view.end_at) / 2;
  const stride = (length / 100) * (event.shiftKey ? 10 : 1);
  const to = (next: number) => onAt(Math.min(view.end_at, Math.max(view.start_at, next)));
  const actions = new Map<string, () => void>([
    ['ArrowRight', () => to(here + stride)],
    ['ArrowLeft', () => to(here - stride)],
    ['Home', () => to(view.start_at)],
    ['End', () => to(view.end_at)],
    ['PageUp', () => onView(panned(view, window, -0.5))],
    ['PageDown', () => onView(panned(view, window, 0.5))],
    ['+', () => onView(zoomed(view, window, 0.5))],
    ['-', () => onView(zoomed(view, window, 2))],
    ['0', () => onView(window)],
    ['Escape', () => onAt(null)],
  ]);
  const action = actions.get(event.key);
  if (!action) return;
  event.preventDefault();
  action();
}

function pointedAt(event: PointerEvent<HTMLElement>, scale: PlotScale, height: number): number | null {
  const box = event.currentTarget.getBoundingClientRect();
  const x = event.clientX - box.left;
  const y = event.clientY - box.top;
  const inside = x >= scale.left - 4 && x <= scale.right + 4 && y >= 0 && y <= height - 56;
  return inside ? scale.toAt(x) : null;
}

/** The plot with its cursor. For screen readers and keyboards it is a slider through time that tells the values. */
export function ChartPlot({ picture, view, onView, canvas, boxing, onBoxed }: Props) {
  const { t } = useTranslation('charts');
  const { t: common } = useTranslation('common');
  const { loaded, again } = useCanvas();
  const [at, setAt] = useState<number | null>(null);
  const words = useCursorWords(picture);
  const { height } = picture.layout;
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
  const scale = scaleOf(picture, view);
  const rows = at === null ? [] : cursorRows(picture.series, at);
  const told =
    at === null
      ? t('cursor_empty')
      : `${cursorTime(rows, at, picture.zone)}: ${rows.map((row) => `${row.styled.drawn.series.label} ${words(row)}`).join(', ')}`;
  return (
    <div
      className={classes.plot}
      role="slider"
      tabIndex={0}
      aria-label={t('cursor')}
      aria-valuemin={Math.round(view.start_at / 1000)}
      aria-valuemax={Math.round(view.end_at / 1000)}
      aria-valuenow={Math.round((at ?? view.start_at) / 1000)}
      aria-valuetext={told}
      onKeyDown={(event) => pressed(event, { view, window: picture.window, at, onView, onAt: setAt })}
      onPointerMove={(event) => setAt(pointedAt(event, scale, height))}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
    >
      <loaded.Canvas picture={picture} view={view} onView={onView} handle={canvas} />
      {boxing && (
        <BoxZoom
          scale={scale}
          height={height}
          onBox={(box) => {
            if (box) onView(box);
            onBoxed();
          }}
        />
      )}
      {at !== null && at >= view.start_at && at <= view.end_at && (
        <ChartCursor
          at={at}
          scale={scale}
          series={picture.series}
          zone={picture.zone}
          number={picture.number}
        />
      )}
    </div>
  );
}
