import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../shared/contract/client.ts';
import { companyKey, queryClient } from '../../../shared/web/api/query-client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { useBelonging, useCompany } from '../../../shared/web/company/context.tsx';
import { companiesCalls } from '../../companies/companies.contract.ts';
import { plantsCalls } from '../../plants/plants.contract.ts';

const peopleApi = client({ list: companiesCalls.listColleagues }, transport);
const plantsApi = client({ list: plantsCalls.list, devices: plantsCalls.devicesName }, transport);

/** Everything that is known of a company's alarms in this browser, snoozes and logs among it. */
export const alarmsKey = (company: number) => companyKey(company, 'alarms');

/** Invalidates alarms, snoozes and logs: what is on screen is fetched again. */
export const invalidateAlarms = (company: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: alarmsKey(company) });

/** After an own change: the plant's page and its card are invalidated by the event that follows it. */
export function invalidatePlantAlarms(company: number, proj_code: string): Promise<unknown> {
  const queryKey = companyKey(company, 'plant', proj_code);
  return Promise.all([invalidateAlarms(company), queryClient.invalidateQueries({ queryKey })]);
}

export const colleaguesQuery = (company: number) =>
  queryOptions({
    queryKey: companyKey(company, 'colleagues'),
    queryFn: ({ signal }) => peopleApi.list({ signal, company }),
    staleTime: 60_000,
  });
export const useColleagues = () => useQuery(colleaguesQuery(useCompany().id_client));

/** Colleagues to choose from; oneself is marked. */
export function usePersonChoices(): { value: string; label: string }[] {
  const { t } = useTranslation('detail');
  const { user_id } = useBelonging();
  const { data = [] } = useColleagues();
  return data.map(({ id, name }) => ({
    value: String(id),
    label: id === user_id ? t('work.me', { name }) : name,
  }));
}

/** The plants that the reader may see, for the filters. */
export function usePlants() {
  const company = useCompany().id_client;
  return useQuery({
    queryKey: companyKey(company, 'plants'),
    queryFn: ({ signal }) => plantsApi.list({ signal, company }),
    staleTime: 60_000,
  });
}

/** The devices of one plant, for the filters; none is asked for while no plant is chosen. */
export function usePlantDevices(proj_code: string | undefined) {
  const company = useCompany().id_client;
  return useQuery({
    queryKey: companyKey(company, 'device-names', proj_code),
    queryFn: ({ signal }) => plantsApi.devices({ query: { proj_code: proj_code ?? '' }, signal, company }),
    enabled: proj_code !== undefined,
    staleTime: 60_000,
  });
}
