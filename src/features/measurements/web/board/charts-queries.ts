import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../../shared/contract/client.ts';
import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import { transport } from '../../../../shared/web/api/transport.ts';
import { type OpenedChart, savedChartsCalls } from '../../saved-charts.contract.ts';

export const chartsApi = client(savedChartsCalls, transport);

export const treeQuery = (company: number) =>
  queryOptions({
    queryKey: companyKey(company, 'series-tree'),
    queryFn: ({ signal }) => chartsApi.seriesTree({ company, signal }),
    staleTime: 5 * 60_000,
  });

export const chartsQuery = (company: number) =>
  queryOptions({
    queryKey: companyKey(company, 'charts'),
    queryFn: ({ signal }) => chartsApi.list({ company, signal }),
  });

export const chartQuery = (company: number, id: number) =>
  queryOptions({
    queryKey: companyKey(company, 'saved-chart', id),
    queryFn: ({ signal }) => chartsApi.get({ params: { id: String(id) }, company, signal }),
  });

/** Shows a chart as it is stored now, wherever it stands. */
export function keepChart(company: number, chart: OpenedChart): void {
  queryClient.setQueryData(chartQuery(company, chart.id).queryKey, chart);
  void queryClient.invalidateQueries({ queryKey: chartsQuery(company).queryKey });
}

export function forgetChart(company: number, id: number): void {
  queryClient.removeQueries({ queryKey: chartQuery(company, id).queryKey });
  void queryClient.invalidateQueries({ queryKey: chartsQuery(company).queryKey });
}
