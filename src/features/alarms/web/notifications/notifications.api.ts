import { queryOptions, useQuery } from '@tanstack/react-query';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { companiesCalls } from '../../../companies/companies.contract.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { notificationPreferencesCalls } from '../../notification-preferences.contract.ts';
import { webhooksCalls } from '../../webhooks.contract.ts';

export function preferenceQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'alarm-choice'),
    queryFn: ({ signal }) => send(notificationPreferencesCalls.choice, { signal, company }),
    // A form stands on it: what is typed must not be asked away.
    refetchOnWindowFocus: false,
  });
}

export function webhooksQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'webhooks'),
    queryFn: ({ signal }) => send(webhooksCalls.webhooks, { signal, company }),
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
      asset
        ? send(plantsCalls.list, { signal, company })
        : send(companiesCalls.listCompanyPlants, { signal, company }),
    staleTime: 60_000,
  });
}
