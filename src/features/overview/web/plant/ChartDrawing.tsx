import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { withCompared } from '../../../../shared/web/charts/compare.model.ts';
import { useCompareLabels } from '../../../../shared/web/charts/compare-words.ts';
import type { ChartSeries } from '../../../../shared/web/charts/series.model.ts';
import { TimeSeriesChart } from '../../../../shared/web/charts/TimeSeriesChart.tsx';
import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import type { ChartAnswer } from '../../../measurements/web/chart/chart-query.public.ts';
import type { PlantOverview } from '../../overview.contract.ts';

function labelled(answer: ChartAnswer, language: 'it' | 'en') {
  return answer.series.map(({ drawable, series }) => {
    const label = language === 'it' ? drawable.label_it : drawable.label_en;
    return { ...series, label: drawable.owner ? `${drawable.owner} · ${label}` : label };
  });
}

/** The series under their names, with what they are compared with behind each. */
function useSeries(answer: ChartAnswer, other: string | undefined) {
  const language = useLanguage();
  const words = useCompareLabels();
  const comparedName = answer.compared && words(answer.compared.shift, other);
  return useMemo(
    () => withCompared(labelled(answer, language), answer.compared?.series ?? [], comparedName ?? ''),
    [answer, language, comparedName],
  );
}

export interface DrawingProps {
  answer: ChartAnswer;
  plant: PlantOverview['plant'];
  /** The name of the other plant, where one is compared with. */
  other: string | undefined;
  /** Lines that other areas lay beside those of the answer. */
  laid: readonly ChartSeries[];
  zoom: TimeWindow | undefined;
  onZoom: (zoom: TimeWindow | undefined) => void;
}

/** An answer as the chart draws it. */
export function Drawing({ answer, plant, other, laid, zoom, onZoom }: DrawingProps) {
  const { t } = useTranslation('plant');
  const { t: charts } = useTranslation('charts');
  const own = useSeries(answer, other);
  const ownFiner = useSeries(answer.finer ?? answer, other);
  const series = useMemo(() => [...own, ...laid], [own, laid]);
  const finer = useMemo(() => [...ownFiner, ...laid], [ownFiner, laid]);
  const { start_at, end_at } = answer.window;
  const [from, to] = [dateOf(start_at, plant.time_zone), dateOf(end_at - 1, plant.time_zone)];
  return (
    <>
      {answer.compared?.series.length === 0 && (
        <Note tone="warning" filled role="status">
          {other === undefined ? charts('compare.nothing') : charts('compare.own_only')}
        </Note>
      )}
      <TimeSeriesChart
        title={`${plant.name} – ${t('chart.title')}`}
        fileName={[plant.proj_code, from, ...(to === from ? [] : [to])].join('_')}
        series={series}
        window={answer.window}
        windowKey={answer.key}
        now={answer.now}
        zone={plant.time_zone}
        zoom={zoom}
        onZoom={onZoom}
        finer={answer.finer && { series: finer, window: answer.finer.window }}
      />
    </>
  );
}
