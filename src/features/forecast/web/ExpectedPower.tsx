import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import type { ChartSeries } from '../../../shared/web/charts/series.model.ts';
import type { TimeWindow } from '../../../shared/web/charts/window.model.ts';
import { Note } from '../../../shared/web/page/Text.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { forecastCalls } from '../forecast.contract.ts';

interface Props {
  proj_code: string;
  productionType: string;
  /** What the chart shows. */
  window: TimeWindow;
  /** The id of the chart's line of power, which it is laid beside. */
  beside: string;
  onSeries: (series: readonly ChartSeries[]) => void;
  children?: ReactNode;
}

const TUNING = { staleTime: 240_000, placeholderData: <T,>(before: T | undefined) => before };
const HOUR_S = 3600;

/** Lays the power that was to be expected, the mean of each hour, into a plant's chart of days. Of itself it says only what failed. */
export function ExpectedPower({ proj_code, productionType, window, beside, onSeries, children }: Props) {
  const { t } = useTranslation('forecast');
  const { start_at, end_at } = window;
  const solar = productionType === 'photovoltaic';
  const query = {
    proj_code,
    start: new Date(start_at).toISOString(),
    end: new Date(end_at).toISOString(),
    resolution: 'hour' as const,
  };
  const { data, error, dataUpdatedAt, refetch } = useCall(
    forecastCalls.expectedData,
    solar ? { query } : null,
    TUNING,
  );
  const series = useMemo((): ChartSeries[] => {
    if (!data?.expected_kwh.some((kwh) => kwh !== null)) return [];
    return [
      {
        id: `${beside} expected`,
        label: t('chart.expected_power'),
        unit: 'kW',
        decimals: 1,
        shape: 'line',
        step: 'hour',
        step_s: HOUR_S,
        aggregate: 'mean',
        at: data.ts.map((at) => Date.parse(at)),
        values: data.expected_kwh,
        beside: { as: 'expected', id: beside },
      },
    ];
  }, [data, beside, t]);
  useEffect(() => {
    onSeries(series);
    return () => onSeries([]);
  }, [series, onSeries]);
  return (
    <>
      {error &&
        (data ? <StaleLine updatedAt={dataUpdatedAt} /> : <NotLoaded onRetry={() => void refetch()} />)}
      {children}
    </>
  );
}

/** The chart stands without it: a line says why, and asks again. */
function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('forecast');
  const { t: common } = useTranslation();
  return (
    <Note tone="warning" small icon={IconCloudOff} role="status">
      {t('chart.expected_failed')}{' '}
      <Button variant="subtle" size="compact-xs" onClick={onRetry}>
        {common('retry')}
      </Button>
    </Note>
  );
}
