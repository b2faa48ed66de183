import { queryOptions, useQuery } from '@tanstack/react-query';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { overviewApi } from '../overview.api.ts';

export function plantQuery(company: number, proj_code: string) {
  return queryOptions({
    queryKey: companyKey(company, 'plant', proj_code),
    queryFn: ({ signal }) => overviewApi.plantOverview({ params: { proj_code }, company, signal }),
  });
}

export function usePlant(proj_code: string) {
  return useQuery(plantQuery(useCompany().id_client, proj_code));
}
