import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withCompared } from '../../../../shared/web/charts/compare.model.ts';
import { useCompareLabels } from '../../../../shared/web/charts/compare-words.ts';
import { TimeSeriesChart } from '../../../../shared/web/charts/TimeSeriesChart.tsx';
import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { ChartState } from '../chart/board-search.public.ts';
import { type ChartAnswer, isLive } from '../chart/chart-query.public.ts';
import { newestAt } from './age.model.ts';
import { useChooserBeside } from './Chooser.tsx';
import { fullLabel } from './ChosenSeries.tsx';
import { type Item, zoneOf } from './tree.model.ts';

interface Props {
  answer: ChartAnswer;
  title: string;
  state: ChartState;
  items: readonly Item[];
  /** The name of the plant that is compared with. */
  other: string | undefined;
  now: number;
  /** What of the period is on screen, and the moment that the chart is about, in milliseconds. */
  zoom: TimeWindow | undefined;
  at: string | undefined;
  onZoom: (zoom: TimeWindow | undefined) => void;
  onState: (part: Partial<ChartState>) => void;
}

const OLD_MS = 3_600_000;
/** Beside the chooser, which is as high as the window. */
export const BOARD_HEIGHT = 520;

function fileNameOf(title: string, from: string, to: string): string {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return [name || 'chart', from, ...(to === from ? [] : [to])].join('_');
}

/** Of a live chart whose newest value is old: how old. */
function AgeLine({ answer, now }: Pick<Props, 'answer' | 'now'>) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const newest = newestAt(answer);
  if (newest === null || now - newest < OLD_MS) return null;
  return (
    <Muted role="status">{t('old', { age: ageWords(new Date(newest).toISOString(), now, language) })}</Muted>
  );
}

/** What each series is called: by its plant only where there are several, with its figure where one was chosen. */
function useLabels({ items, state }: Pick<Props, 'items' | 'state'>): ReadonlyMap<string, string> {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const { aggregate } = state;
  return useMemo(() => {
    const one = new Set(items.map(({ proj_code }) => proj_code)).size === 1;
    return new Map(
      items.map((item) => {
        const whole = fullLabel(one ? { ...item, plant_name: '' } : item, language);
        const summed = aggregate && item.shape === 'line' && item.device_id !== null;
        return [item.key, summed ? `${whole} (${t(`of.${aggregate}`)})` : whole];
      }),
    );
  }, [items, aggregate, language, t]);
}

/** The series under their names, with what they are compared with behind each. */
function useSeries({ answer, items, state, other }: Pick<Props, 'answer' | 'items' | 'state' | 'other'>) {
  const labels = useLabels({ items, state });
  const words = useCompareLabels();
  const comparedName = answer.compared && words(answer.compared.shift, other);
  return useMemo(() => {
    const own = answer.series.map(({ series }) => ({
      ...series,
      label: labels.get(series.id) ?? series.label,
    }));
    return withCompared(own, answer.compared?.series ?? [], comparedName ?? '');
  }, [answer, labels, comparedName]);
}

const NOTHING: ReadonlySet<string> = new Set();

/** What is hidden: a chart's own series in its address, what accompanies them only here. */
function useHidden({ state, onState }: Pick<Props, 'state' | 'onState'>) {
  const [companions, setCompanions] = useState(NOTHING);
  const hidden = useMemo(() => new Set([...state.hidden, ...companions]), [state.hidden, companions]);
  const onHidden = (next: ReadonlySet<string>) => {
    const own = [...next].filter((id) => state.keys.includes(id));
    setCompanions(new Set([...next].filter((id) => !state.keys.includes(id))));
    if (own.length !== state.hidden.length) onState({ hidden: own });
  };
  return { hidden, onHidden };
}

/** The moment that a link from elsewhere is about. */
function useMoments(at: string | undefined) {
  const { t } = useTranslation('board');
  return useMemo(() => (at ? [{ at: Number(at), label: t('moment') }] : []), [at, t]);
}

/** An answer as the chart draws it. */
export function BoardDrawing(props: Props) {
  const { answer, title, state, items, other, now, zoom, at, onZoom } = props;
  const { t: charts } = useTranslation('charts');
  const zone = zoneOf(items);
  const series = useSeries(props);
  const finer = useSeries({ ...props, answer: answer.finer ?? answer });
  const beside = useChooserBeside();
  const listed = useMemo(() => new Set(beside ? state.keys : []), [beside, state.keys]);
  const moments = useMoments(at);
  const { start_at, end_at } = answer.window;
  return (
    <>
      {isLive(state.choice, now, zone) && <AgeLine answer={answer} now={now} />}
      {answer.compared?.series.length === 0 && (
        <Muted role="status">
          {other === undefined ? charts('compare.nothing') : charts('compare.own_only')}
        </Muted>
      )}
      <TimeSeriesChart
        title={title}
        fileName={fileNameOf(title, dateOf(start_at, zone), dateOf(end_at - 1, zone))}
        series={series}
        window={answer.window}
        windowKey={`${zone} ${JSON.stringify(state.choice)}`}
        now={answer.now}
        zone={zone}
        height={beside ? BOARD_HEIGHT : 400}
        zoom={zoom}
        onZoom={onZoom}
        finer={answer.finer && { series: finer, window: answer.finer.window }}
        moments={moments}
        listed={listed}
        {...useHidden(props)}
      />
    </>
  );
}
