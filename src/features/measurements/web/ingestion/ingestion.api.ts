import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../../../shared/contract/client.ts';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { transport } from '../../../../shared/web/api/transport.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { ingestionCalls } from '../../ingestion.contract.ts';
import { mqttCredentialsCalls } from '../../mqtt-credentials.contract.ts';

export const mqttApi = client(mqttCredentialsCalls, transport);
const ingestionApi = client(ingestionCalls, transport);
const plantsApi = client(plantsCalls, transport);

export function credentialsQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'mqtt-credentials'),
    queryFn: ({ signal }) => mqttApi.list({ query: {}, company, signal }),
  });
}

export function refusedQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'refused-readings'),
    queryFn: ({ signal }) => ingestionApi.refusedReadings({ company, signal }),
  });
}

/** Where messages go by MQTT, and whether they can. */
export function useMqttBroker() {
  const company = useCompany().id_client;
  return useQuery({
    queryKey: companyKey(company, 'mqtt-door'),
    queryFn: ({ signal }) => mqttApi.door({ company, signal }),
  });
}

/** The company's devices, plant by plant. */
export function useDevices() {
  const company = useCompany().id_client;
  return useQuery({
    queryKey: companyKey(company, 'devices-of-plants'),
    queryFn: ({ signal }) => plantsApi.listDevices({ query: {}, company, signal }),
  });
}
