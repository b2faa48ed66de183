import { callQuery } from '../../../shared/web/api/call-query.ts';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { storedCompany, tabCompany } from '../../../shared/web/company/storage.ts';
import { signInCalls } from '../../identity/sign-in.contract.ts';
import { residentialCalls } from '../residential.contract.ts';
import { curvesCompany } from './curves-company.ts';

/** Asks what a home's page shows first, while its route is entered: where its energy goes, what it is called, and then its days. */
export async function homeAhead(proj_code: string): Promise<void> {
  // Whoever enters has been admitted: who they are is known.
  const user = queryClient.getQueryData(callQuery(null, signInCalls.userInfo, {}).queryKey);
  const company = user && curvesCompany(user.companies, { tab: tabCompany(), stored: storedCompany() });
  if (company == null) return;
  const query = { query: { proj_code } };
  await Promise.all([
    queryClient.prefetchQuery(callQuery(company, residentialCalls.plantDataLast, query)),
    queryClient.prefetchQuery(callQuery(company, residentialCalls.getHome, { params: { proj_code } })),
    queryClient.prefetchQuery(callQuery(company, residentialCalls.pdayData, query)),
    queryClient.prefetchQuery(callQuery(company, residentialCalls.plantData, query)),
  ]);
}
