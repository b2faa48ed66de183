import { SegmentedControl, SimpleGrid, Skeleton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '../../../../../../shared/units/zones.ts';
import { TimeSeriesChart } from '../../../../../../shared/web/charts/TimeSeriesChart.tsx';
import { HERE } from '../../../../../../shared/web/format/dates.ts';
import { Section } from '../../../../../../shared/web/page/Section.tsx';
import { ErrorState } from '../../../../../../shared/web/ui/ErrorState.tsx';
import { useHours } from '../../use-devices.ts';
import type { TabProps } from '../standing.ts';
import { hoursOf, lineOf } from './hours.model.ts';

const SPANS = { day: 24, week: 7 * 24 } as const;
type Span = keyof typeof SPANS;
const HEIGHT = 200;
const SHARE = { min: 0, max: 100 };

/** Success and latency of the last day or week, hour by hour. */
export function HealthCharts({ details: { device: shown }, now }: TabProps) {
  const { t } = useTranslation('field');
  const [span, setSpan] = useState<Span>('day');
  const { data, error, refetch } = useHours(shown.id);
  // The window moves on with the hour, not with each look at the clock.
  const end_at = Math.ceil(now / HOUR_MS) * HOUR_MS;
  // Before its first poll there was nothing that could be missing.
  const first_at = data?.[0] ? Math.min(...data.map(({ hour }) => Date.parse(hour))) : 0;
  const window = useMemo(
    () => ({ start_at: Math.max(first_at, end_at - SPANS[span] * HOUR_MS), end_at }),
    [first_at, end_at, span],
  );
  const hours = useMemo(() => data && hoursOf(data, window.start_at, window.end_at), [data, window]);
  const chart = (id: 'success' | 'latency', unit: string, decimals: number) =>
    hours && (
      <TimeSeriesChart
        title={`${shown.short_name} – ${t(`health.${id}`)}`}
        fileName={`${shown.short_name}_${id}`}
        series={[
          lineOf(
            { id, label: t(`health.${id}`), unit, decimals, ...(unit === '%' ? { axis: SHARE } : {}) },
            hours.at,
            hours[id],
          ),
        ]}
        window={window}
        windowKey={`${span}/${end_at}`}
        now={now}
        zone={HERE}
        height={HEIGHT}
      />
    );
  return (
    <Section
      title={t('health.charts')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('health.span')}
          data={[
            { value: 'day', label: t('health.day') },
            { value: 'week', label: t('health.week') },
          ]}
          value={span}
          onChange={(next) => setSpan(next as Span)}
        />
      }
    >
      {!data && error && <ErrorState error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT + 80} radius={8} />}
      {data && data.length < 2 && (
        <p className="muted">{t(data.length === 0 ? 'health.no_polls' : 'health.one_hour')}</p>
      )}
      {data && data.length > 1 && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing={12}>
          {chart('success', '%', 1)}
          {chart('latency', 'ms', 0)}
        </SimpleGrid>
      )}
    </Section>
  );
}
