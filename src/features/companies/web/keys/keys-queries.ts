import { queryOptions, useQuery } from '@tanstack/react-query';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { companiesApi } from '../companies.api.ts';

export function keysQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'api-keys'),
    queryFn: ({ signal }) => companiesApi.listKeys({ signal, company }),
  });
}

/** A device for the examples: an inverter if there is one. Whoever may not see devices gets a made-up name. */
export function useExampleDevice(plant: string | undefined): string | undefined {
  const { id_client: company } = useCompany();
  const may = useCan('asset.read');
  const { data = [] } = useQuery({
    queryKey: companyKey(company, 'devices'),
    queryFn: ({ signal }) => companiesApi.listDevices({ signal, company }),
    enabled: may,
  });
  const here = data.filter((device) => device.proj_code === plant);
  return (here.find((device) => device.category === 'inverter') ?? here[0])?.short_name;
}
