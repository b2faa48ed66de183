import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../../../shared/contract/client.ts';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { transport } from '../../../../shared/web/api/transport.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { templatesCalls } from '../../templates.contract.ts';

const api = client({ list: templatesCalls.list, get: templatesCalls.get }, transport);

/** The templates that devices can be made from. */
function templatesQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'template-choices'),
    queryFn: ({ signal }) => api.list({ company, signal }),
    staleTime: 30_000,
  });
}

/** A template with its variables, for what its values mean. */
function templateQuery(company: number, key: string) {
  return queryOptions({
    queryKey: companyKey(company, 'template-choices', key),
    queryFn: ({ signal }) => api.get({ params: { key }, company, signal }),
    enabled: key !== '',
    staleTime: 30_000,
  });
}

export const useTemplateChoices = () => useQuery(templatesQuery(useCompany().id_client));
export const useTemplateOf = (key: string) => useQuery(templateQuery(useCompany().id_client, key));
