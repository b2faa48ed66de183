import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../shared/web/api/call-query.ts';
import type { Choice } from '../../../shared/web/charts/choice.model.ts';
import { windowOf } from '../../../shared/web/charts/window.model.ts';
import { energyBalanceCalls } from '../../overview/energy-balance.contract.ts';
import { forecastCalls } from '../forecast.contract.ts';

export const SPANS = ['day', 'month', 'year'] as const;
const RESOLUTION = { day: 'hour', month: 'day', year: 'month' } as const;
export const FOR_MINUTES = { staleTime: 240_000 };

interface Wish {
  proj_code: string;
  time_zone: string;
  productionType: string;
  period: Choice;
}

/** What the energy of a plant asks: the balance of any plant, and what a photovoltaic one should have made. */
export function askedOf({ proj_code, time_zone, productionType, period }: Wish, now: number) {
  const span = SPANS.find((one) => one === period.span) ?? 'day';
  const { start_at, end_at } = windowOf({ span, date: period.date }, now, time_zone);
  const window = { start: new Date(start_at).toISOString(), end: new Date(end_at).toISOString() };
  return {
    solar: productionType === 'photovoltaic',
    ofBalance: { params: { proj_code }, query: { span, date: period.date } },
    ofEnergy: { query: { proj_code, ...window, resolution: RESOLUTION[span] } },
    ofLosses: { query: { proj_code, ...window } },
  };
}

/** What the energy of a plant's page asks first. */
export function energyAhead(client: QueryClient, company: number, wish: Wish): void {
  const { solar, ofBalance, ofEnergy, ofLosses } = askedOf(wish, Date.now());
  void client.prefetchQuery(callQuery(company, energyBalanceCalls.energyBalance, ofBalance, FOR_MINUTES));
  if (!solar) return;
  void client.prefetchQuery(callQuery(company, forecastCalls.expectedData, ofEnergy, FOR_MINUTES));
  void client.prefetchQuery(callQuery(company, forecastCalls.waterfall, ofLosses, FOR_MINUTES));
}
