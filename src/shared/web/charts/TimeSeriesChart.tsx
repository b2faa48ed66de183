import { Button, Center, SegmentedControl } from '@mantine/core';
import { IconZoomReset } from '@tabler/icons-react';
import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { MAX_UNITS } from '../../units/units.ts';
import { useFormat } from '../format/use-format.ts';
import { Muted, Note } from '../page/Text.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import { useWidth } from '../ui/use-width.ts';
import type { CanvasHandle } from './ChartCanvas.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartPlot } from './ChartPlot.tsx';
import { ChartTable } from './ChartTable.tsx';
import { ChartToolbar } from './ChartToolbar.tsx';
import { draw, emptinessOf, type Frame } from './chart.model.ts';
import classes from './chart.module.css';
import { withCompanions } from './companions.model.ts';
import { holds } from './finer.model.ts';
import { FrameContext } from './frame-context.ts';
import { axesOf, styleAll } from './look.ts';
import type { Picture } from './picture.ts';
import { RecoveredNote } from './RecoveredNote.tsx';
import { useResolutionLabels } from './resolution-words.ts';
import type { ChartSeries, Mark, Moment } from './series.model.ts';
import { unitsOf, withinUnits } from './unit-guard.model.ts';
import { inShownUnit, shownUnits } from './units.model.ts';
import { usePalette } from './use-palette.ts';
import { useSaving } from './use-saving.ts';
import { panned, within, writeZoom, zoomed } from './view.model.ts';
import type { TimeWindow } from './window.model.ts';

export interface TimeSeriesChartProps {
  /** What the picture and the saved files are called. */
  title: string;
  fileName: string;
  series: readonly ChartSeries[];
  /** What the time axis spans: the whole period that was chosen, also what of it is still to come. */
  window: TimeWindow;
  /** Changes when another period is chosen, and then the zoom starts anew; a live edge that moves keeps it. */
  windowKey: string;
  now: number;
  /** IANA zone of the plant: all times are its own. */
  zone: string;
  height?: number;
  /** What of the window is on screen, where whoever shows the chart keeps that, in its address; else the chart keeps it itself. */
  zoom?: TimeWindow | undefined;
  onZoom?: (zoom: TimeWindow | undefined) => void;
  /** The same series in finer steps, over a stretch of the window: drawn while all that is on screen lies in it. */
  finer?: { series: readonly ChartSeries[]; window: TimeWindow } | undefined;
  /** Series that stand by name and colour beside the chart: the legend leaves them out. */
  listed?: ReadonlySet<string> | undefined;
  /** Ranges that concern the whole chart, drawn as hatched bands with their reason. */
  marks?: readonly Mark[];
  /** Instants that the chart is about. */
  moments?: readonly Moment[];
  /** Series that are not drawn, where whoever shows the chart keeps that; else the chart keeps it itself. */
  hidden?: ReadonlySet<string>;
  onHidden?: (hidden: ReadonlySet<string>) => void;
}

const NARROW = 600;
/** On a sheet of paper, which the picture then fills whatever its size. */
const PAPER = 700;
const HEIGHT = 420;
/** On a phone it stands on the first screen with its bar. */
const NARROW_HEIGHT = 340;
/** From here on the legend has lines of its own. */
const MANY = 4;
const NO_MARKS: readonly Mark[] = [];
const NO_MOMENTS: readonly Moment[] = [];

/** Long enough for the wheel to come to rest. */
const REST_MS = 250;

/** The view: what is being moved just now, else what the address says, else the whole window. */
function useView({ window, windowKey, zoom, onZoom }: TimeSeriesChartProps) {
  const [moved, setMoved] = useState<{ key: string; view: TimeWindow } | null>(null);
  const zoomKey = writeZoom(zoom);
  const [seen, setSeen] = useState(zoomKey);
  if (zoomKey !== seen) {
    setSeen(zoomKey);
    setMoved(null);
  }
  const wanted = moved?.key === windowKey ? moved.view : zoom;
  const view = useMemo(() => (wanted ? within(wanted, window) : window), [wanted, window]);
  const tell = useRef(onZoom);
  tell.current = onZoom;
  const resting = moved?.key === windowKey ? view : null;
  useEffect(() => {
    if (!resting || !tell.current) return;
    const next = resting === window ? undefined : resting;
    const timer = setTimeout(() => {
      if (writeZoom(next) === zoomKey) setMoved(null);
      else tell.current?.(next);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [resting, window, zoomKey]);
  return {
    view,
    setView: (next: TimeWindow) => setMoved({ key: windowKey, view: next }),
    whole: view === window,
  };
}

/** What is drawn of a view: the finer figures where they hold all of it. */
function shownOf({ series, window, finer }: TimeSeriesChartProps, view: TimeWindow) {
  return finer && view !== window && holds(finer.window, view) ? finer : { series, window };
}

/** Tells the frame that a chart is there, as long as it is. */
function useDrawn(onDrawn: ((drawn: boolean) => void) | undefined) {
  useEffect(() => {
    onDrawn?.(true);
    return () => onDrawn?.(false);
  }, [onDrawn]);
}

/**
 * Series over time on up to four axes, one for each unit of measure: lines with their gaps, bars for energy, zoom,
 * a cursor that tells values and gaps, the figures as a table, and PNG and CSV of exactly what is shown.
 */
export function TimeSeriesChart(props: TimeSeriesChartProps) {
  const { title, window, now, zone, marks = NO_MARKS, moments = NO_MOMENTS } = props;
  const { t } = useTranslation('charts');
  const { number, language } = useFormat();
  const { ref, width: onScreen } = useWidth<HTMLElement>();
  const printed = usePrinting();
  const width = printed ? PAPER : onScreen;
  const narrow = width < NARROW;
  const height = narrow ? Math.min(NARROW_HEIGHT, props.height ?? HEIGHT) : (props.height ?? HEIGHT);
  const palette = usePalette();
  const [ownHidden, setOwnHidden] = useState<ReadonlySet<string>>(new Set());
  const hidden = props.hidden ?? ownHidden;
  const [asTable, setAsTable] = useState(false);
  const [unit, setUnit] = useState('');
  const { view, setView, whole } = useView(props);
  const { series, window: stretch } = shownOf(props, view);
  const canvas = useRef<CanvasHandle | null>(null);

  const all = useMemo(() => {
    const frame: Frame = { window: stretch, now, zone };
    const drawn = withCompanions(withinUnits(series), { expected: t('expected') }).map((one) =>
      draw(one, frame),
    );
    const scales = shownUnits(drawn);
    // Colours go by the declared unit, so that a longer period recolours none.
    const styled = styleAll(drawn, palette.scheme).map((one) => ({
      ...one,
      drawn: inShownUnit(one.drawn, scales),
    }));
    const axes = axesOf(drawn, palette.scheme).map((axis) => ({
      ...axis,
      unit: scales.get(axis.unit)?.unit ?? axis.unit,
    }));
    return { declared: drawn, styled, axes };
  }, [series, stretch, now, zone, palette.scheme, t]);
  const shown = useMemo(() => all.styled.filter(({ drawn }) => !hidden.has(drawn.series.id)), [all, hidden]);
  const units = unitsOf(shown.map(({ drawn }) => drawn.series));
  const axisUnit = units.includes(unit) ? unit : (units[0] ?? '');
  const unitKey = units.join('\n');

  const picture = useMemo<Picture>(() => {
    const kept = unitKey.split('\n');
    return {
      series: shown,
      axes: all.axes.filter((axis) => kept.includes(axis.unit)),
      marks,
      window,
      zone,
      locale: language === 'it' ? 'it-IT' : 'en-GB',
      palette,
      layout: {
        width,
        height,
        narrow,
        printed,
        unit: axisUnit,
        touch: matchMedia('(pointer: coarse)').matches,
      },
      number,
      noUnit: t('no_unit'),
    };
  }, [
    shown,
    all,
    unitKey,
    marks,
    window,
    zone,
    language,
    palette,
    width,
    height,
    narrow,
    printed,
    axisUnit,
    number,
    t,
  ]);

  const emptiness = useMemo(
    () =>
      emptinessOf(
        shown.map(({ drawn }) => drawn),
        view,
      ),
    [shown, view],
  );
  const declared = all.declared.filter(({ series: { id } }) => !hidden.has(id));
  const resolution = useResolutionLabels()(declared.map(({ series: one }) => one));
  const save = useSaving({ ...props, declared, picture, view, resolution, canvas });
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setOwnHidden(next);
    props.onHidden?.(next);
  };
  const frame = useContext(FrameContext);
  useDrawn(frame?.onDrawn);
  const toolbar = (
    <ChartToolbar
      asTable={asTable}
      whole={whole}
      onZoom={(factor) => setView(zoomed(view, window, factor))}
      onPan={(share) => setView(panned(view, window, share))}
      onReset={() => setView(window)}
      onTable={() => setAsTable(!asTable)}
      onPng={save.png}
      onCsv={save.csv}
      onXlsx={save.xlsx}
      menu={frame?.menu}
    />
  );
  return (
    <figure ref={ref} className={classes.figure} aria-label={title}>
      {frame?.place && createPortal(toolbar, frame.place)}
      {unitsOf(props.series).length > MAX_UNITS && (
        <Note tone="warning" filled role="alert">
          {t('too_many_units')}
        </Note>
      )}
      <div className={classes.head} data-many={all.styled.length > MANY || undefined}>
        <ChartLegend all={all.styled} hidden={hidden} listed={props.listed} onToggle={toggle} />
        {!frame && (
          <div className={classes.toolbar} role="toolbar" aria-label={t('toolbar')}>
            {toolbar}
          </div>
        )}
      </div>
      <RecoveredNote series={declared.map((one) => one.series)} zone={zone} number={number} />
      {narrow && units.length > 1 && !asTable && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('axis')}
          data={units.map((one) => ({ value: one, label: one || t('no_unit') }))}
          value={axisUnit}
          onChange={setUnit}
        />
      )}
      {asTable && (
        <ChartTable title={title} series={shown} view={view} zone={zone} height={height} number={number} />
      )}
      {!asTable && width > 0 && (
        <div className={classes.stage}>
          <ChartPlot picture={picture} moments={moments} view={view} onView={setView} canvas={canvas} />
          {emptiness && (
            <Center pos="absolute" inset={0} style={{ pointerEvents: 'none' }}>
              <Muted role="status">{t(`${emptiness}_in_view`)}</Muted>
            </Center>
          )}
          {!whole && (
            <div className={classes.reset}>
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<IconZoomReset size={15} stroke={1.7} />}
                onClick={() => setView(window)}
              >
                {t('reset')}
              </Button>
            </div>
          )}
        </div>
      )}
      <figcaption className={classes.caption}>
        <Muted as="span">{resolution}</Muted>
      </figcaption>
    </figure>
  );
}
