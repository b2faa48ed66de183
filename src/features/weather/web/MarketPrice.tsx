import { NativeSelect, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { TimeSeriesChart } from '../../../shared/web/charts/TimeSeriesChart.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import type { MarketPrices } from '../prices.contract.ts';
import { type PlantPrices, usePriceSeries } from './use-plant-prices.ts';

const HEIGHT = 240;

/** Which zone's prices are shown. */
export function ZoneChoice({ query, choose }: PlantPrices) {
  const { t } = useTranslation('weather');
  const { data } = query;
  // What is shown can be chosen, also where none of its prices is known.
  const zones = data ? [...new Set([data.zone, ...data.zones])].sort() : [];
  if (zones.length < 2) return null;
  return (
    <NativeSelect
      aria-label={t('price.label')}
      data={zones}
      value={data?.zone}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}

/** Whose prices they are, how old, and how many are missing; or how they would come to be known. */
export function PriceNotes({ prices }: { prices: MarketPrices }) {
  const { t } = useTranslation('weather');
  const { number, dateTime } = useFormat();
  const { zone, zones, plant_zone, imported_at, values } = prices;
  if (zones.length === 0) return <Muted>{t('price.none')}</Muted>;
  const gaps = values.filter((value) => value === null).length;
  const whose = plant_zone === null ? 'no_zone' : plant_zone === zone ? 'of_plant' : 'chosen';
  return (
    <Muted>
      {[
        t(`price.${whose}`, { zone, own: plant_zone }),
        ...(imported_at === null ? [] : [t('price.imported', { date: dateTime(imported_at) })]),
        ...(gaps > 0 ? [t('price.gaps', { hours: number(gaps, 0), count: gaps })] : []),
      ].join(' ')}
    </Muted>
  );
}

/** Where prices could not be asked for, or not again, that is said: the line is only one of the chart's. */
export function PriceFault({ query: { data, error, dataUpdatedAt } }: Pick<PlantPrices, 'query'>) {
  const { t } = useTranslation('weather');
  if (!error) return null;
  if (data) return <StaleLine updatedAt={dataUpdatedAt} />;
  return (
    <Note tone="warning" small role="status">
      {t('price.failed')}
    </Note>
  );
}

function Drawn({ prices, proj_code, zone }: { prices: MarketPrices; proj_code: string; zone: string }) {
  const { t } = useTranslation('weather');
  const line = usePriceSeries(prices);
  const window = useMemo(() => {
    const start_at = Date.parse(prices.ts[0] ?? '');
    return { start_at, end_at: start_at + prices.ts.length * HOUR_MS };
  }, [prices]);
  return (
    <Stack gap={12}>
      {line && (
        <TimeSeriesChart
          title={t('price.title')}
          fileName={`${proj_code}_price`}
          series={[line]}
          window={window}
          windowKey={`${window.start_at}`}
          now={window.end_at}
          zone={zone}
          height={HEIGHT}
        />
      )}
      <PriceNotes prices={prices} />
    </Stack>
  );
}

interface Props extends PlantPrices {
  proj_code: string;
  time_zone: string;
}

/** What energy is worth where the plant feeds in, for a plant whose power nobody forecasts. */
export function PriceSection({ proj_code, time_zone, ...asked }: Props) {
  const { t } = useTranslation('weather');
  return (
    <Section title={t('price.title')} hint={t('price.hint')} actions={<ZoneChoice {...asked} />}>
      <Known query={asked.query} height={HEIGHT}>
        {(prices) => <Drawn prices={prices} proj_code={proj_code} zone={time_zone} />}
      </Known>
    </Section>
  );
}
