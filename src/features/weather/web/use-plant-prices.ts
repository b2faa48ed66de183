import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import type { ChartSeries } from '../../../shared/web/charts/series.model.ts';
import { type MarketPrices, pricesCalls } from '../prices.contract.ts';
import { FOR_MINUTES, hoursAhead } from './ask-ahead.ts';

const PRICE_COLOUR = '#475467';

export interface PlantPrices {
  readonly query: UseQueryResult<MarketPrices>;
  /** Of another zone than the plant's. */
  readonly choose: (zone: string) => void;
}

/** Prices of the next three days in the plant's own zone of the market, until somebody chooses another. */
export function usePlantPrices(proj_code: string): PlantPrices {
  const [zone, choose] = useState<string>();
  const [hours] = useState(hoursAhead);
  const query = useCall(
    pricesCalls.meteoblueGetPrice,
    { query: { proj_code, ...(zone !== undefined && { zone }), ...hours } },
    { ...FOR_MINUTES, placeholderData: (before) => before },
  );
  return { query, choose };
}

/** The line of prices; null where none is known. */
export function usePriceSeries(prices: MarketPrices | undefined): ChartSeries | null {
  const { t } = useTranslation('weather');
  return useMemo(() => {
    if (!prices?.values.some((value) => value !== null)) return null;
    return {
      id: 'price',
      label: t('price.series', { zone: prices.zone }),
      unit: 'EUR/MWh',
      decimals: 2,
      colour: PRICE_COLOUR,
      shape: 'line',
      step: 'hour',
      step_s: 3600,
      at: prices.ts.map((at) => Date.parse(at)),
      values: prices.values,
    };
  }, [prices, t]);
}
