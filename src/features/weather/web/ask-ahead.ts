import type { QueryClient } from '@tanstack/react-query';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { callQuery } from '../../../shared/web/api/call-query.ts';
import { powerCalls } from '../power.contract.ts';
import { pricesCalls } from '../prices.contract.ts';
import { weatherCalls } from '../weather.contract.ts';
import { HOURS_AHEAD } from '../weather.model.ts';

export const FOR_MINUTES = { staleTime: 300_000 };

export const ofPlant = (proj_code: string) => ({ query: { proj_code } });

/** From the hour that runs. */
export function hoursAhead(): { start: string; end: string } {
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  return {
    start: new Date(start).toISOString(),
    end: new Date(start + HOURS_AHEAD * HOUR_MS).toISOString(),
  };
}

/** What the weather of a plant's page asks first. */
export function weatherAhead(
  client: QueryClient,
  company: number,
  { proj_code, productionType }: { proj_code: string; productionType: string },
): void {
  const input = ofPlant(proj_code);
  void client.prefetchQuery(callQuery(company, weatherCalls.weatherPlantDetail, input, FOR_MINUTES));
  const prices = { query: { proj_code, ...hoursAhead() } };
  if (productionType === 'photovoltaic')
    void client.prefetchQuery(callQuery(company, powerCalls.meteoblueGetExpected, input, FOR_MINUTES));
  void client.prefetchQuery(callQuery(company, pricesCalls.meteoblueGetPrice, prices, FOR_MINUTES));
}
