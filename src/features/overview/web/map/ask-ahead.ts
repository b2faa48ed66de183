import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { storedCompany, tabCompany } from '../../../../shared/web/company/storage.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { overviewCalls } from '../../overview.contract.ts';

/** Asks where the plants are and how they stand while the map's page and its program are fetched. */
export async function mapAhead(): Promise<void> {
  const company = tabCompany() ?? storedCompany();
  if (company === null) return;
  const once = { staleTime: 30_000 } as const;
  await Promise.all([
    queryClient.prefetchQuery(callQuery(company, overviewCalls.cards, {}, once)),
    queryClient.prefetchQuery(callQuery(company, plantsCalls.list, {}, once)),
  ]);
}
