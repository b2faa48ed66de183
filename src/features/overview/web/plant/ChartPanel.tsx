import { Skeleton } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RangePicker } from '../../../../shared/web/charts/RangePicker.tsx';
import { ResolutionSelect } from '../../../../shared/web/charts/ResolutionSelect.tsx';
import { TimeSeriesChart } from '../../../../shared/web/charts/TimeSeriesChart.tsx';
import { windowOf } from '../../../../shared/web/charts/window.model.ts';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import type { PlantOverview } from '../../overview.contract.ts';
import classes from './plant.module.css';
import { type ChartAnswer, isLive, useChart } from './plant-queries.ts';
import { choiceOf, type PlantSearch } from './plant-search.ts';
import { VariablePicker } from './VariablePicker.tsx';
import type { Drawable } from './variables.model.ts';

interface Props {
  plant: PlantOverview['plant'];
  search: PlantSearch;
  onSearch: (part: Partial<PlantSearch>) => void;
  drawables: readonly Drawable[];
  chosen: readonly Drawable[];
  /** The address named more units of measure than a chart can have: some are left out. */
  tooMany: boolean;
  now: number;
  /** When the plant's figures last changed: new readings may have come with them. */
  readAt: number;
}

const LIVE_PAUSE_MS = 10_000;
const SLOW_PAUSE_MS = 60_000;

/** Asks for the series again when readings have come, at most every ten seconds (long windows: every minute). */
function useLiveEdge(live: boolean, readAt: number, pause_ms: number, refetch: () => unknown) {
  const asked = useRef(Date.now());
  const ask = useRef(refetch);
  ask.current = refetch;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new reading may move the edge
  useEffect(() => {
    if (!live) return;
    const wait = Math.max(0, asked.current + pause_ms - Date.now());
    const timer = setTimeout(() => {
      asked.current = Date.now();
      ask.current();
    }, wait);
    return () => clearTimeout(timer);
  }, [live, readAt, pause_ms]);
}

function labelled(answer: ChartAnswer, language: 'it' | 'en') {
  return answer.series.map(({ drawable, series }) => {
    const label = language === 'it' ? drawable.label_it : drawable.label_en;
    return { ...series, label: drawable.owner ? `${drawable.owner} · ${label}` : label };
  });
}

function Drawing({ answer, plant }: { answer: ChartAnswer; plant: PlantOverview['plant'] }) {
  const { t } = useTranslation('plant');
  const language = useLanguage();
  const series = useMemo(() => labelled(answer, language), [answer, language]);
  const { start_at, end_at } = answer.window;
  if (series.every((one) => one.values.every((value) => value === null))) {
    return <EmptyState title={t('chart.none_found')} hint={t('chart.none_found_hint')} />;
  }
  const [from, to] = [dateOf(start_at, plant.time_zone), dateOf(end_at - 1, plant.time_zone)];
  return (
    <TimeSeriesChart
      title={`${plant.name} – ${t('chart.title')}`}
      fileName={[plant.proj_code, from, ...(to === from ? [] : [to])].join('_')}
      series={series}
      window={answer.window}
      windowKey={answer.key}
      now={answer.now}
      zone={plant.time_zone}
    />
  );
}

/** The chart in each of its states; while another period is fetched the old one stays, dimmed. */
function ChartBody({ plant, search, chosen, drawables, now, readAt }: Omit<Props, 'onSearch' | 'tooMany'>) {
  const { t } = useTranslation('plant');
  const choice = choiceOf(search);
  const zone = plant.time_zone;
  const { data, error, isPlaceholderData, isFetching, dataUpdatedAt, refetch } = useChart({
    proj_code: plant.proj_code,
    zone,
    choice,
    step: search.step,
    chosen,
  });
  const slow = choice.span !== 'day' && choice.span !== 'last';
  useLiveEdge(isLive(choice, now, zone), readAt, slow ? SLOW_PAUSE_MS : LIVE_PAUSE_MS, refetch);
  if (drawables.length === 0) return <EmptyState title={t('chart.no_data')} />;
  if (chosen.length === 0) {
    return <EmptyState title={t('chart.nothing_chosen')} hint={t('chart.nothing_chosen_hint')} />;
  }
  if (error && (!data || isPlaceholderData)) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height={470} radius={8} />;
  const waiting = isPlaceholderData && isFetching;
  return (
    <div className={classes.drawing} data-waiting={waiting || undefined} aria-busy={waiting}>
      {error && <StaleLine updatedAt={dataUpdatedAt} />}
      {waiting && <div className={classes.progress} role="status" aria-label={t('chart.updating')} />}
      <Drawing answer={data} plant={plant} />
    </div>
  );
}

/** The plant's trend: the period, the resolution and the variables, all in the page's address, and their chart. */
export function ChartPanel(props: Props) {
  const { plant, search, onSearch, drawables, chosen, tooMany, now } = props;
  const { t } = useTranslation('plant');
  const { t: charts } = useTranslation('charts');
  const choice = choiceOf(search);
  const window = windowOf(choice, now, plant.time_zone);
  return (
    <section className={`panel ${classes.panel}`} aria-label={t('chart.title')}>
      <div className={classes.controls}>
        <RangePicker
          choice={choice}
          now={now}
          zone={plant.time_zone}
          onChoice={({ span, date, to, last }) => onSearch({ span, date, to, last, step: undefined })}
        />
        <div className={classes.controlsEnd}>
          <ResolutionSelect
            window={window}
            chosen={search.step}
            onChosen={(step) => onSearch({ step })}
            lines={chosen.some((one) => one.shape === 'line')}
            bars={chosen.some((one) => one.shape === 'bar')}
          />
          <VariablePicker
            drawables={drawables}
            chosen={chosen}
            main={search.vars === undefined}
            onChosen={(next) => onSearch({ vars: next?.map((one) => one.key).join(',') })}
          />
        </div>
      </div>
      {tooMany && (
        <p role="alert" className={classes.tooMany}>
          {charts('too_many_units')}
        </p>
      )}
      <ChartBody {...props} />
    </section>
  );
}
