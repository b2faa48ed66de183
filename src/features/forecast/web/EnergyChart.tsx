import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartSeries } from '../../../shared/web/charts/series.model.ts';
import { TimeSeriesChart } from '../../../shared/web/charts/TimeSeriesChart.tsx';
import type { ExpectedData } from '../forecast.contract.ts';

const HEIGHT = 280;
const STEP_S = { hour: 3600, day: 86_400, month: 2_592_000, year: 31_536_000 } as const;

/** What was made with what was expected as a dashed line of its hue: mean power of hours, energy of days and months. */
export function EnergyChart({ data, shown }: { data: ExpectedData; shown: 'power' | 'energy' }) {
  const { t } = useTranslation('forecast');
  const series = useMemo((): ChartSeries[] => {
    const isPower = shown === 'power';
    return [
      {
        id: 'energy',
        label: t(`chart.${shown}`),
        unit: isPower ? 'kW' : 'kWh',
        decimals: 1,
        shape: isPower ? 'line' : 'bar',
        step: data.resolution,
        step_s: STEP_S[data.resolution],
        at: data.ts.map((at) => Date.parse(at)),
        values: data.actual_kwh,
        expected: data.expected_kwh,
        aggregate: isPower ? 'mean' : 'energy',
      },
    ];
  }, [data, shown, t]);
  const window = useMemo(() => ({ start_at: Date.parse(data.start), end_at: Date.parse(data.end) }), [data]);
  return (
    <TimeSeriesChart
      title={t('chart.title')}
      fileName={`${data.proj_code}_expected`}
      series={series}
      window={window}
      windowKey={`${window.start_at}-${window.end_at}`}
      now={window.end_at}
      zone={data.time_zone}
      height={HEIGHT}
    />
  );
}
