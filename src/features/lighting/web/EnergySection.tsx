import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ITALY } from '../../../shared/units/zones.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { ChartFrame } from '../../../shared/web/charts/ChartFrame.tsx';
import { ChartStage } from '../../../shared/web/charts/ChartStage.tsx';
import type { Choice } from '../../../shared/web/charts/choice.model.ts';
import type { ChartSeries } from '../../../shared/web/charts/series.model.ts';
import { TimeSeriesChart } from '../../../shared/web/charts/TimeSeriesChart.tsx';
import { windowOf } from '../../../shared/web/charts/window.model.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { type Box, boxesCalls } from '../boxes.contract.ts';
import { chartPartsOf, type ResultData } from './energy-chart.model.ts';

const SPANS = ['day', 'week', 'month', 'year'] as const;
const STEP_S = { hour: 3600, day: 86_400 } as const;

/** Energy of a box, and how long each of its lines was lit. */
export function EnergySection({ box }: { box: Box }) {
  const { t } = useTranslation('lighting');
  const now = useNow(60_000);
  const [choice, setChoice] = useState<Choice>({ span: 'week' });
  const window = useMemo(() => windowOf(choice, now, ITALY), [choice, now]);
  const resolution = choice.span === 'year' ? 'day' : 'hour';
  const [start, end] = [window.start_at, window.end_at].map((at) => new Date(at).toISOString());
  const asking = useCall(
    boxesCalls.resultData,
    { query: { box_id: String(box.id), start: start ?? '', end: end ?? '', resolution } },
    { placeholderData: (before) => before },
  );
  return (
    <Section title={t('energy.title')} look="plain">
      <ChartFrame
        label={t('energy.chart')}
        choice={choice}
        onChoice={setChoice}
        now={now}
        zone={ITALY}
        spans={SPANS}
      >
        <ChartStage
          asking={asking}
          hasValues={({ series }) => series.some(({ values }) => values.length > 0)}
        >
          {(answer) => <Drawing answer={answer} box={box} window={window} now={now} />}
        </ChartStage>
      </ChartFrame>
    </Section>
  );
}

interface DrawingProps {
  answer: ResultData;
  box: Box;
  window: { start_at: number; end_at: number };
  now: number;
}

function Drawing({ answer, box, window, now }: DrawingProps) {
  const { t } = useTranslation('lighting');
  const { resolution } = answer;
  const series = useMemo((): ChartSeries[] => {
    const shape = { decimals: 2, step: resolution, step_s: STEP_S[resolution] } as const;
    return chartPartsOf(answer, { now, zone: ITALY }).map(({ line, at, values }) => ({
      ...shape,
      at,
      values,
      id: line === null ? 'energy' : `line_${line}`,
      label: line === null ? t('energy.kwh') : t('energy.lit', { line }),
      unit: line === null ? 'kWh' : 'h',
      shape: line === null ? 'bar' : 'line',
      aggregate: line === null ? 'energy' : 'sum',
    }));
  }, [answer, now, resolution, t]);
  return (
    <TimeSeriesChart
      title={`${box.serial} – ${t('energy.title')}`}
      fileName={`${box.serial}_energy`}
      series={series}
      window={window}
      windowKey={`${window.start_at}-${window.end_at}`}
      now={Math.min(now, window.end_at)}
      zone={ITALY}
      height={300}
    />
  );
}
