import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../../../shared/contract/client.ts';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { transport } from '../../../../shared/web/api/transport.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { companiesCalls } from '../../../companies/companies.contract.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { notificationPreferencesCalls } from '../../notification-preferences.contract.ts';
import { webhooksCalls } from '../../webhooks.contract.ts';

export const notificationPreferencesApi = client(notificationPreferencesCalls, transport);
export const webhooksApi = client(webhooksCalls, transport);
const companiesApi = client(companiesCalls, transport);
const plantsApi = client(plantsCalls, transport);

export function preferenceQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'alarm-choice'),
    queryFn: ({ signal }) => notificationPreferencesApi.choice({ signal, company }),
    // A form stands on it: what is typed must not be asked away.
    refetchOnWindowFocus: false,
  });
}

export function webhooksQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'webhooks'),
    queryFn: ({ signal }) => webhooksApi.webhooks({ signal, company }),
    // What a test or a retry came to is seen without asking.
    refetchInterval: 5_000,
  });
}

export const deliveriesKey = (company: number, id: number) => companyKey(company, 'webhook-deliveries', id);

/** The plants that one may choose from; whoever administers without the applications is told their names alone. */
export function usePlantChoices() {
  const company = useCompany().id_client;
  const asset = useCan('asset.read');
  return useQuery({
    queryKey: companyKey(company, 'plant-choices', asset),
    queryFn: async ({ signal }): Promise<{ proj_code: string; name: string }[]> =>
      asset ? plantsApi.list({ signal, company }) : companiesApi.listCompanyPlants({ signal, company }),
    staleTime: 60_000,
  });
}
