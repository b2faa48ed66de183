import { useQuery } from '@tanstack/react-query';
import { client } from '../../../shared/contract/client.ts';
import { companyKey } from '../../../shared/web/api/query-client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { configurationCalls } from '../configuration.contract.ts';

const { dashboard } = client({ dashboard: configurationCalls.dashboard }, transport);

/** How many devices the active company has configured, and how many do not answer; undefined until known. */
export function useDeviceCount() {
  const { id_client: company } = useCompany();
  const { data, isLoadingError } = useQuery({
    // Renewed by what is told live of devices.
    queryKey: companyKey(company, 'devices', 'dashboard'),
    queryFn: ({ signal }) => dashboard({ company, signal }),
  });
  return { total: data?.devices.total, silent: data?.devices.silent, failed: isLoadingError };
}
