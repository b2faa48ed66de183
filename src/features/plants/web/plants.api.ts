import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../shared/contract/client.ts';
import { companyKey, queryClient } from '../../../shared/web/api/query-client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { plantsCalls } from '../plants.contract.ts';

const { list, create, update, listArchived, archive, restore } = plantsCalls;
export const plantsApi = client({ list, create, update, listArchived, archive, restore }, transport);

/** Every plant that the reader may see, with all of its fields. */
export const plantsQuery = (company: number) =>
  queryOptions({
    queryKey: companyKey(company, 'plants', 'all'),
    queryFn: ({ signal }) => plantsApi.list({ company, signal }),
  });

export const archiveQuery = (company: number) =>
  queryOptions({
    queryKey: companyKey(company, 'plants', 'archive'),
    queryFn: ({ signal }) => plantsApi.listArchived({ company, signal }),
  });

/** Cards, trees, lists to choose from: there is hardly a part of the company that does not name its plants. */
export const askAllAnew = (company: number) =>
  queryClient.invalidateQueries({ queryKey: companyKey(company) });
