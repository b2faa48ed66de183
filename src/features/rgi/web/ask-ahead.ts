import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../shared/web/api/call-query.ts';
import type { Choice } from '../../../shared/web/charts/choice.model.ts';
import { windowOf } from '../../../shared/web/charts/window.model.ts';
import { availabilityCalls } from '../availability.contract.ts';

export const FOR_MINUTES = { staleTime: 240_000 };

interface Wish {
  proj_code: string;
  time_zone: string;
  productionType: string;
  period: Choice;
}

/** What the availability of a plant's day or month asks; null for a year, which takes too many readings, and for other plants. */
export function askedOf({ proj_code, time_zone, productionType, period }: Wish, now: number) {
  if (productionType !== 'photovoltaic' || period.span === 'year') return null;
  const span = period.span === 'month' ? 'month' : 'day';
  const { start_at, end_at } = windowOf({ span, date: period.date }, now, time_zone);
  const window = { start: new Date(start_at).toISOString(), end: new Date(end_at).toISOString() };
  return { query: { codes: proj_code, ...window } };
}

/** What the availability of a plant's page asks first. */
export function availabilityAhead(client: QueryClient, company: number, wish: Wish): void {
  const asked = askedOf(wish, Date.now());
  if (asked) void client.prefetchQuery(callQuery(company, availabilityCalls.plants, asked, FOR_MINUTES));
}
