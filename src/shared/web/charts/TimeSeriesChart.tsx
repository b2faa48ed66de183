import { SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_UNITS } from '../../units/units.ts';
import { useFormat } from '../format/use-format.ts';
import { Muted, Note } from '../page/Text.tsx';
import type { CanvasHandle } from './ChartCanvas.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartPlot } from './ChartPlot.tsx';
import { ChartTable } from './ChartTable.tsx';
import { ChartToolbar } from './ChartToolbar.tsx';
import { draw, type Frame } from './chart.model.ts';
import classes from './chart.module.css';
import { withCompanions } from './companions.model.ts';
import { axesOf, styleAll } from './look.ts';
import type { Picture } from './picture.ts';
import { RecoveredNote } from './RecoveredNote.tsx';
import { useResolutionLabels } from './resolution-words.ts';
import type { ChartSeries, Mark, Moment } from './series.model.ts';
import { unitsOf, withinUnits } from './unit-guard.model.ts';
import { inShownUnit, shownUnits } from './units.model.ts';
import { usePalette } from './use-palette.ts';
import { useSaving } from './use-saving.ts';
import { panned, within, zoomed } from './view.model.ts';
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
  /** More tools, beside the chart's own: buttons of whoever shows it. */
  tools?: ReactNode;
  /** Is told what stretch of time is on screen, whenever that changes. */
  onView?: (view: TimeWindow) => void;
  /** Ranges that concern the whole chart, drawn as hatched bands with their reason. */
  marks?: readonly Mark[];
  /** Instants that the chart is about. */
  moments?: readonly Moment[];
  /** What of the window is on screen at first; all of it unless it is said. */
  opensAt?: TimeWindow | undefined;
  /** Series that are not drawn, where whoever shows the chart keeps that; else the chart keeps it itself. */
  hidden?: ReadonlySet<string>;
  onHidden?: (hidden: ReadonlySet<string>) => void;
}

const NARROW = 600;
/** From here on the legend has lines of its own. */
const MANY = 4;
const NO_MARKS: readonly Mark[] = [];
const NO_MOMENTS: readonly Moment[] = [];

/** The view, kept while the window's live edge moves and dropped when another window is chosen. */
function useView(window: TimeWindow, windowKey: string, opensAt: TimeWindow | undefined) {
  const [kept, setKept] = useState<{ key: string; view: TimeWindow } | null>(
    opensAt ? { key: windowKey, view: opensAt } : null,
  );
  const view = useMemo(
    () => (kept?.key === windowKey ? within(kept.view, window) : window),
    [kept, windowKey, window],
  );
  const setView = (next: TimeWindow) => {
    const cut = within(next, window);
    setKept(cut === window ? null : { key: windowKey, view: cut });
  };
  return { view, setView, whole: view === window };
}

/** Tells a view by its two ends, not by the object that carries them. */
function useTelling({ start_at, end_at }: TimeWindow, onView: TimeSeriesChartProps['onView']) {
  const tell = useRef(onView);
  tell.current = onView;
  useEffect(() => tell.current?.({ start_at, end_at }), [start_at, end_at]);
}

/**
 * Series over time on up to four axes, one for each unit of measure: lines with their gaps, bars for energy, zoom,
 * a cursor that tells values and gaps, the figures as a table, and PNG and CSV of exactly what is shown.
 */
export function TimeSeriesChart(props: TimeSeriesChartProps) {
  const {
    title,
    series,
    window,
    windowKey,
    now,
    zone,
    height = 420,
    tools,
    onView,
    marks = NO_MARKS,
    moments = NO_MOMENTS,
  } = props;
  const { t } = useTranslation('charts');
  const { number, language } = useFormat();
  const { ref, width } = useElementSize();
  const palette = usePalette();
  const [ownHidden, setOwnHidden] = useState<ReadonlySet<string>>(new Set());
  const hidden = props.hidden ?? ownHidden;
  const [asTable, setAsTable] = useState(false);
  const [boxing, setBoxing] = useState(false);
  const [unit, setUnit] = useState('');
  const { view, setView, whole } = useView(window, windowKey, props.opensAt);
  useTelling(view, onView);
  const canvas = useRef<CanvasHandle | null>(null);

  const all = useMemo(() => {
    const frame: Frame = { window, now, zone };
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
  }, [series, window, now, zone, palette.scheme, t]);
  const shown = useMemo(() => all.styled.filter(({ drawn }) => !hidden.has(drawn.series.id)), [all, hidden]);
  const units = unitsOf(shown.map(({ drawn }) => drawn.series));
  const narrow = width < NARROW;
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
      layout: { width, height, narrow, unit: axisUnit },
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
    axisUnit,
    number,
    t,
  ]);

  const declared = all.declared.filter(({ series: { id } }) => !hidden.has(id));
  const resolution = useResolutionLabels()(declared.map(({ series: one }) => one));
  const save = useSaving({ ...props, declared, picture, view, resolution, canvas });
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setOwnHidden(next);
    props.onHidden?.(next);
  };
  return (
    <figure ref={ref} className={classes.figure} aria-label={title}>
      {unitsOf(series).length > MAX_UNITS && (
        <Note tone="warning" filled role="alert">
          {t('too_many_units')}
        </Note>
      )}
      <div className={classes.head} data-many={series.length > MANY || undefined}>
        <ChartLegend all={all.styled} hidden={hidden} onToggle={toggle} />
        <ChartToolbar
          asTable={asTable}
          boxing={boxing}
          whole={whole}
          onZoom={(factor) => setView(zoomed(view, window, factor))}
          onPan={(share) => setView(panned(view, window, share))}
          onReset={() => setView(window)}
          onBox={() => setBoxing(!boxing)}
          onTable={() => setAsTable(!asTable)}
          onPng={save.png}
          onCsv={save.csv}
          onXlsx={save.xlsx}
          tools={tools}
        />
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
        <ChartPlot
          picture={picture}
          moments={moments}
          view={view}
          onView={setView}
          canvas={canvas}
          boxing={boxing}
          onBoxed={() => setBoxing(false)}
        />
      )}
      <figcaption className={classes.caption}>
        <Muted as="span">{resolution}</Muted>
      </figcaption>
    </figure>
  );
}
