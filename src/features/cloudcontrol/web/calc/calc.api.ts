import { queryOptions } from '@tanstack/react-query';
import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { type CalcDefinition, type CalcGroup, calculationsCalls } from '../../calculations.contract.ts';

/** Its key begins as that of all work which moves on: how far a past is calculated is told by the same events. */
export const groupsQuery = (company: number) =>
  queryOptions({
    queryKey: companyKey(company, 'progress', 'calc-groups'),
    queryFn: ({ signal }) => send(calculationsCalls.list, { company, signal }),
  });

export const groupQuery = (company: number, id: number) =>
  queryOptions({
    queryKey: companyKey(company, 'calc-group', id),
    queryFn: ({ signal }) => send(calculationsCalls.get, { params: { id: String(id) }, company, signal }),
  });

export const choicesQuery = (company: number) =>
  queryOptions({
    queryKey: companyKey(company, 'calc-choices'),
    queryFn: ({ signal }) => send(calculationsCalls.choices, { company, signal }),
    staleTime: 60_000,
  });

export const previewQuery = (company: number, definition: CalcDefinition) =>
  queryOptions({
    queryKey: companyKey(company, 'calc-preview', definition),
    queryFn: ({ signal }) => send(calculationsCalls.preview, { body: definition, company, signal }),
    retry: false,
    gcTime: 60_000,
  });

/** Shows a group as it is stored now, wherever it stands. */
export function keepGroup(company: number, group: CalcGroup): void {
  queryClient.setQueryData(groupQuery(company, group.id).queryKey, group);
  void queryClient.invalidateQueries({ queryKey: groupsQuery(company).queryKey });
  void queryClient.invalidateQueries({ queryKey: choicesQuery(company).queryKey });
}
