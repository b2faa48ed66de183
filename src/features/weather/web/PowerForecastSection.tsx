import { Stack } from '@mantine/core';
import { IconCalendarOff, IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { ChartSeries } from '../../../shared/web/charts/series.model.ts';
import { TimeSeriesChart } from '../../../shared/web/charts/TimeSeriesChart.tsx';
import { ageWords } from '../../../shared/web/format/age.ts';
import { scaleEnergy } from '../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Figure, Figures } from '../../../shared/web/page/Figures.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import type { PowerForecast } from '../power.contract.ts';
import { STALE_MS } from '../weather.model.ts';
import { PriceFault, PriceNotes, ZoneChoice } from './MarketPrice.tsx';
import { type PlantPrices, usePriceSeries } from './use-plant-prices.ts';

const HEIGHT = 300;

/** The forecast and its band as three lines of one unit. */
function useSeries(forecast: PowerForecast, price: ChartSeries | null): ChartSeries[] {
  const { t } = useTranslation('weather');
  return useMemo(() => {
    const at = forecast.hours.map(({ start_at }) => Date.parse(start_at));
    const line = (id: 'expected_kw' | 'low_kw' | 'high_kw', label: string): ChartSeries => ({
      id,
      label,
      unit: 'kW',
      decimals: 1,
      shape: 'line',
      step: 'hour',
      step_s: 3600,
      at,
      values: forecast.hours.map((hour) => hour[id]),
    });
    return [
      line('expected_kw', t('power.expected')),
      line('low_kw', t('power.low')),
      line('high_kw', t('power.high')),
      ...(price ? [price] : []),
    ];
  }, [forecast, price, t]);
}

/** How far the forecasts of the last 30 days were off: it stands beside the new one. */
function Quality({ error }: Pick<PowerForecast, 'error'>) {
  const { t } = useTranslation('weather');
  const { number, scaled } = useFormat();
  if (!error) return <Muted>{t('power.no_error')}</Muted>;
  const [expected, actual] = [scaleEnergy(error.expected_kwh), scaleEnergy(error.actual_kwh)];
  const pct = (value: number | null) => (value === null ? null : number(value, 0));
  return (
    <Stack gap={6}>
      <Muted>
        {t('power.error', { count: error.days, days: number(error.days, 0), hours: number(error.hours, 0) })}
      </Muted>
      <Figures columns={4}>
        <Figure
          label={t('power.mean_error')}
          value={number(error.mean_absolute_kw, 1)}
          unit="kW"
          hint={t('power.mean_error_hint')}
        />
        <Figure
          label={t('power.mean_share')}
          value={pct(error.mean_absolute_pct)}
          unit="%"
          hint={t('power.mean_share_hint')}
        />
        <Figure label={t('power.bias')} value={pct(error.bias_pct)} unit="%" hint={t('power.bias_hint')} />
        <Figure
          label={t('power.made')}
          value={scaled(actual)}
          unit={actual.unit}
          hint={t('power.made_hint')}
          note={t('power.forecast_note', { energy: `${scaled(expected)} ${expected.unit}` })}
        />
      </Figures>
    </Stack>
  );
}

function Drawn({ forecast, prices }: { forecast: PowerForecast; prices: PlantPrices }) {
  const { t } = useTranslation('weather');
  const { number, language } = useFormat();
  const series = useSeries(forecast, usePriceSeries(prices.query.data));
  const window = useMemo(() => {
    const [first, last] = [forecast.hours[0], forecast.hours.at(-1)];
    return {
      start_at: Date.parse(first?.start_at ?? ''),
      end_at: Date.parse(last?.start_at ?? '') + HOUR_MS,
    };
  }, [forecast]);
  const { basis, assumed, band, proj_code, time_zone } = forecast;
  const source = t(`sources.${forecast.source}`);
  const at = useNow(60_000);
  const age = ageWords(forecast.made_at, at, language) ?? '';
  const isOld = basis === 'provider' && at - Date.parse(forecast.made_at ?? '') > STALE_MS;
  const unknown = forecast.hours.filter(({ expected_kw }) => expected_kw === null).length;
  const notes = [
    t(`power.from_${basis ?? 'clear_sky'}`, { source, age }),
    t(band === 'measured' ? 'power.band_measured' : 'power.band_assumed'),
    ...assumed.map((one) => t(`power.assumed_${one}`)),
    ...(unknown > 0 ? [t('power.unknown', { hours: number(unknown, 0), count: unknown })] : []),
  ];
  return (
    <Stack gap={12}>
      <TimeSeriesChart
        title={t('power.title')}
        fileName={`${proj_code}_forecast`}
        series={series}
        window={window}
        windowKey={`${window.start_at}`}
        now={window.end_at}
        zone={time_zone}
        height={HEIGHT}
      />
      {isOld && (
        <Note tone="warning" icon={IconCloudOff} role="status">
          {t('stale', { source, age })}
        </Note>
      )}
      <Muted>{notes.join(' ')}</Muted>
      <PriceFault {...prices} />
      {prices.query.data && <PriceNotes prices={prices.query.data} />}
      <Quality error={forecast.error} />
    </Stack>
  );
}

interface Props {
  query: UseQueryResult<PowerForecast>;
  /** Of the same hours. */
  prices: PlantPrices;
}

/** What the plant is expected to make in the next three days, and what that is worth on the market. */
export function PowerForecastSection({ query, prices }: Props) {
  const { t } = useTranslation('weather');
  return (
    <Section title={t('power.title')} hint={t('power.hint')} actions={<ZoneChoice {...prices} />}>
      <Known query={query} height={HEIGHT}>
        {(forecast) =>
          forecast.missing === null ? (
            <Drawn forecast={forecast} prices={prices} />
          ) : (
            <EmptyState icon={IconCalendarOff} title={t(`power.missing_${forecast.missing}`)} />
          )
        }
      </Known>
    </Section>
  );
}
