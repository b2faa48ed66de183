import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { maintenanceRequestsCalls } from '../../maintenance-requests.contract.ts';
import { WAITING } from '../../request-states.model.ts';

/** A plant's page shows so many. */
const SHOWN = 5;

/** Asks for a plant's requests that nobody has solved, the most urgent first. */
export const waitingOf = (proj_code: string) => ({
  query: { proj_code, state: WAITING.join(','), sort: '-priority' as const, page_size: String(SHOWN) },
});

/** What the requests of a plant's page ask first. */
export function requestsAhead(
  client: QueryClient,
  company: number,
  { proj_code }: { proj_code: string },
): void {
  void client.prefetchQuery(callQuery(company, maintenanceRequestsCalls.list, waitingOf(proj_code)));
}
