import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { client } from '../../../../shared/contract/client.ts';
import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { transport } from '../../../../shared/web/api/transport.ts';
import { variableNamesCalls } from '../../../plants/variable-names.contract.ts';
import { catalogueCalls } from '../../catalogue.contract.ts';

const { createVariableName, updateVariableName, removeVariableName } = variableNamesCalls;
export const namesApi = client({ createVariableName, updateVariableName, removeVariableName }, transport);

const keyOf = (company: number, what: string): QueryKey => companyKey(company, 'catalogue', what);

export const namesQuery = (company: number) =>
  queryOptions({
    queryKey: keyOf(company, 'names'),
    queryFn: ({ signal }) => send(catalogueCalls.listNames, { company, signal }),
  });

export const groupsQuery = (company: number) =>
  queryOptions({
    queryKey: keyOf(company, 'groups'),
    queryFn: ({ signal }) => send(catalogueCalls.listGroups, { company, signal }),
  });

export const categoriesQuery = (company: number) =>
  queryOptions({
    queryKey: keyOf(company, 'categories'),
    queryFn: ({ signal }) => send(catalogueCalls.listCategories, { company, signal }),
  });

export const tagsQuery = (company: number) =>
  queryOptions({
    queryKey: keyOf(company, 'tags'),
    queryFn: ({ signal }) => send(catalogueCalls.listTags, { company, signal }),
  });

/** Words stand in nearly every answer: whatever the browser keeps of the company is old once one was changed. */
export async function invalidateWords(company: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: companyKey(company) });
}
