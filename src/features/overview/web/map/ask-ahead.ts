import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { storedCompany, tabCompany } from '../../../../shared/web/company/storage.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { overviewCalls } from '../../overview.contract.ts';

/** Fetches the map's program, and asks where the plants are and how they stand, while the map's page is fetched. */
export async function mapAhead(): Promise<void> {
  // It runs while whoever asks is still being let in. Where it does not come, the page asks once more, and says so.
  import('./PlantMap.tsx').catch(() => undefined);
  const company = tabCompany() ?? storedCompany();
  if (company === null) return;
  const once = { staleTime: 30_000 } as const;
  await Promise.all([
    queryClient.prefetchQuery(callQuery(company, overviewCalls.cards, {}, once)),
    queryClient.prefetchQuery(callQuery(company, plantsCalls.list, {}, once)),
  ]);
}
