import { callQuery } from '../../../shared/web/api/call-query.ts';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { storedCompany, tabCompany } from '../../../shared/web/company/storage.ts';
import { residentialCalls } from '../residential.contract.ts';

/** Asks what a home's page shows first, while its route is entered: where its energy goes, what it is called, and then its days. */
export async function homeAhead(proj_code: string): Promise<void> {
  const company = tabCompany() ?? storedCompany();
  if (company === null) return;
  const query = { query: { proj_code } };
  await Promise.all([
    queryClient.prefetchQuery(callQuery(company, residentialCalls.plantDataLast, query)),
    queryClient.prefetchQuery(callQuery(company, residentialCalls.getHome, { params: { proj_code } })),
    queryClient.prefetchQuery(callQuery(company, residentialCalls.pdayData, query)),
    queryClient.prefetchQuery(callQuery(company, residentialCalls.plantData, query)),
  ]);
}
