import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { downtimesCalls } from '../../downtimes.contract.ts';

/** A plant's page shows so many. */
const SHOWN = 5;

/** Asks for a plant's downtimes that last. */
export const lastingOf = (proj_code: string) => ({
  query: { proj_code, open: 'true' as const, page_size: String(SHOWN) },
});

/** What the downtimes of a plant's page ask first. */
export function downtimesAhead(
  client: QueryClient,
  company: number,
  { proj_code }: { proj_code: string },
): void {
  void client.prefetchQuery(callQuery(company, downtimesCalls.list, lastingOf(proj_code)));
}
