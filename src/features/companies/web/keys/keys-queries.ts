import { queryOptions, useQuery } from '@tanstack/react-query';
import { companyKey } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import { useCompanyPlants } from '../companies.api.ts';

export function keysQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'api-keys'),
    queryFn: ({ signal }) => send(companiesCalls.listKeys, { signal, company }),
  });
}

/**
 * A plant and a device for the examples: an inverter if there is one. Whoever may not see devices gets a made-up one.
 * @param proj_code the only plant of the key, or null
 */
export function useExample(proj_code: string | null): {
  plant?: string | undefined;
  device?: string | undefined;
  /** Whether there may be better ones in a moment. */
  waiting: boolean;
} {
  const { id_client: company } = useCompany();
  const { data: plants = [], isLoading: noPlants } = useCompanyPlants();
  const { data: devices = [], isLoading: noDevices } = useQuery({
    queryKey: companyKey(company, 'devices'),
    queryFn: ({ signal }) => send(companiesCalls.listDevices, { signal, company }),
    enabled: useCan('asset.read'),
  });
  const here = devices.filter((device) => proj_code === null || device.proj_code === proj_code);
  const device = here.find(({ category }) => category === 'inverter') ?? here[0];
  return {
    plant: proj_code ?? device?.proj_code ?? plants[0]?.proj_code,
    device: device?.short_name,
    waiting: noPlants || noDevices,
  };
}
