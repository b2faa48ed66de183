import { useQuery } from '@tanstack/react-query';
import { type Arguments, client } from '../../../shared/contract/client.ts';
import { companyKey } from '../../../shared/web/api/query-client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { seriesCalls } from '../series.contract.ts';
import { type AggregateData, NO_AGGREGATE, receiveAggregate, receiveAllDevices } from './receipt.model.ts';

export const resultsApi = client(seriesCalls, transport);

type AggregateQuery = Arguments<(typeof seriesCalls)['aggregateResultsData']>['query'];
type AllDevicesQuery = Arguments<(typeof seriesCalls)['chartResultsDataAllDevice']>['query'];

/** A request that was given up is no failure: nobody waits for its answer. */
async function unlessGivenUp<T>(signal: AbortSignal, received: Promise<T>): Promise<T> {
  const result = await received;
  signal.throwIfAborted();
  return result;
}

/**
 * Figures of devices over a window. While the answer is fetched, and after a failure, `data` is empty; `failed` tells
 * the latter. null asks nothing. // spec §4: aggregate data
 */
export function useAggregateResults(query: AggregateQuery | null) {
  const company = useCompany().id_client;
  const { data, isFetching, refetch } = useQuery({
    queryKey: companyKey(company, 'aggregate', query),
    queryFn: async ({ signal }) => {
      if (!query) throw new Error('there is nothing to ask');
      let kept: AggregateData = NO_AGGREGATE;
      const asked = resultsApi.aggregateResultsData({ query, company, signal });
      const to = { store: (received: AggregateData) => (kept = received), log: console.error };
      const answered = await unlessGivenUp(signal, receiveAggregate(asked, to));
      return { data: kept, failed: answered === null };
    },
    enabled: query !== null,
  });
  return { data: data?.data ?? NO_AGGREGATE, failed: data?.failed ?? false, isFetching, refetch };
}

/** A page of all devices' series; `desc_error` says why there are none. null asks nothing. // spec §8 */
export function useAllDevicesResults(query: AllDevicesQuery | null) {
  const company = useCompany().id_client;
  return useQuery({
    queryKey: companyKey(company, 'all-devices', query),
    queryFn: ({ signal }) => {
      if (!query) throw new Error('there is nothing to ask');
      const asked = resultsApi.chartResultsDataAllDevice({ query, company, signal });
      return unlessGivenUp(signal, receiveAllDevices(asked));
    },
    enabled: query !== null,
  });
}
