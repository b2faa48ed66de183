import { queryOptions, useQuery } from '@tanstack/react-query';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { overviewCalls } from '../../overview.contract.ts';

export function plantQuery(company: number, proj_code: string) {
  return queryOptions({
    queryKey: companyKey(company, 'plant', proj_code),
    queryFn: ({ signal }) => send(overviewCalls.plantOverview, { params: { proj_code }, company, signal }),
  });
}

export function usePlant(proj_code: string) {
  return useQuery(plantQuery(useCompany().id_client, proj_code));
}
