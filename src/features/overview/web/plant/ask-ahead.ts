import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { storedCompany, tabCompany } from '../../../../shared/web/company/storage.ts';
import { overviewCalls } from '../../overview.contract.ts';

/** Asks what a plant's page shows first, while the page itself is fetched: both take as long, one after the other. */
export async function plantAhead(proj_code: string): Promise<void> {
  const company = tabCompany() ?? storedCompany();
  if (company === null) return;
  await queryClient.prefetchQuery(callQuery(company, overviewCalls.plantOverview, { params: { proj_code } }));
}
