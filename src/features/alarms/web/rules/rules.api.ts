import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { savedChartsCalls } from '../../../measurements/saved-charts.contract.ts';
import { alarmRulesCalls } from '../../alarm-rules.contract.ts';
import type { RulesSearch } from './rules-search.ts';

/** Of a page of the list of everything that was set. */
export const OWN_PAGE = 25;

export type SubjectSearch = Pick<RulesSearch, 'plant' | 'device'>;
const subjectQuery = ({ plant, device }: SubjectSearch) => ({
  ...(plant ? { proj_code: plant } : {}),
  ...(device ? { device_id: String(device) } : {}),
});
/** The subject as the calls that write take it. */
export const subjectBody = ({ plant, device }: SubjectSearch) => ({
  ...(plant ? { proj_code: plant } : {}),
  ...(device ? { device_id: device } : {}),
});

export function useRules(subject: SubjectSearch) {
  const { id_client: company } = useCompany();
  const query = subjectQuery(subject);
  return useQuery({
    queryKey: companyKey(company, 'alarm-rules', query),
    queryFn: ({ signal }) => send(alarmRulesCalls.rules, { query, signal, company }),
  });
}

export function useOwnRules(page: number) {
  const { id_client: company } = useCompany();
  const query = { page: String(page), page_size: String(OWN_PAGE) };
  return useQuery({
    queryKey: companyKey(company, 'alarm-rules-set', page),
    queryFn: ({ signal }) => send(alarmRulesCalls.ownRules, { query, signal, company }),
    placeholderData: keepPreviousData,
  });
}

/** Plants with their devices, to choose from. */
export function useSubjects() {
  const { id_client: company } = useCompany();
  return useQuery({
    queryKey: companyKey(company, 'series-tree'),
    queryFn: ({ signal }) => send(savedChartsCalls.seriesTree, { company, signal }),
  });
}

/** Rules of other subjects may come from the one that was changed. */
export async function invalidateRules(company: number): Promise<void> {
  await Promise.all(
    ['alarm-rules', 'alarm-rules-set'].map((name) =>
      queryClient.invalidateQueries({ queryKey: companyKey(company, name) }),
    ),
  );
}
