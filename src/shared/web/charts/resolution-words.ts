import { useTranslation } from 'react-i18next';
import type { ChartSeries } from './series.model.ts';

type Resolved = Pick<ChartSeries, 'step' | 'aggregate' | 'shape' | 'beside'>;

/** What one point of the chart stands for, in words: "15 min averages · hourly energy". */
export function useResolutionLabels(): (series: readonly Resolved[]) => string {
  const { t } = useTranslation('charts');
  const said = ({ step, aggregate, shape }: Resolved): string => {
    if (step === 'raw') return t('each.raw');
    const how = aggregate ?? (shape === 'bar' ? 'energy' : 'mean');
    if (how === 'mean' || how === 'energy') return t(`each.${how}.${step}`);
    return t(`each.${how}`, { step: t(`each.step.${step}`) });
  };
  return (series) => [...new Set(series.filter(({ beside }) => !beside).map(said))].join(' · ');
}
