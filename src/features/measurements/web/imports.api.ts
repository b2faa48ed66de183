import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { client } from '../../../shared/contract/client.ts';
import { companyKey } from '../../../shared/web/api/query-client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { type VariableName, variableNamesCalls } from '../../plants/variable-names.contract.ts';
import { measurementsCalls, type Progress } from '../measurements.contract.ts';

export const importsApi = client(measurementsCalls, transport);
const plantsApi = client(variableNamesCalls, transport);

/** The company's catalogue: what a column of a file can be stored as. */
export function useCatalogue(): UseQueryResult<VariableName[]> {
  const company = useCompany().id_client;
  return useQuery({
    queryKey: companyKey(company, 'variables-name'),
    queryFn: ({ signal }) => plantsApi.variablesName({ company, signal }),
    staleTime: 60_000,
  });
}

/** What earlier imports came to: into a plant, or into any that the reader sees (null). */
export function useRecentImports(proj_code: string | null): UseQueryResult<Progress[]> {
  const company = useCompany().id_client;
  return useQuery({
    queryKey: companyKey(company, 'progress', 'imports', ...(proj_code === null ? [] : [proj_code])),
    queryFn: ({ signal }) =>
      importsApi.listImports({ query: proj_code === null ? {} : { proj_code }, company, signal }),
    staleTime: 0,
  });
}

/** How far an import has come. Live events renew the list; the call's own answer stands until then. */
export function useImportProgress(started: Progress | null): Progress | null {
  const company = useCompany().id_client;
  const { data } = useQuery({
    queryKey: companyKey(company, 'progress'),
    queryFn: ({ signal }) => importsApi.progress({ company, signal }),
    enabled: started !== null,
    staleTime: 0,
  });
  if (!started) return null;
  const told = data?.find((work) => work.id === started.id);
  return told && told.updated_at >= started.updated_at ? told : started;
}
