import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCompany } from '../../../shared/web/company/context.tsx';
import type { Alarm } from '../alarms.contract.ts';
import { alarmsApi, alarmsKey } from './alarms.api.ts';

const PAGE_SIZE = 500;

async function loadOpenAlarms(company: number, signal: AbortSignal): Promise<Alarm[]> {
  const all: Alarm[] = [];
  for (let page = 1; ; page += 1) {
    const query = {
      closed: 'false' as const,
      consequences: 'false' as const,
      page: String(page),
      page_size: String(PAGE_SIZE),
    };
    const answer = await alarmsApi.list({ query, company, signal });
    all.push(...answer.results);
    if (answer.next === null) return all;
  }
}

/** Every open alarm of a company, over all pages. // spec §4: the notification list holds open alarms only */
export function openAlarmsQuery(company: number) {
  return queryOptions({
    queryKey: [...alarmsKey(company), 'open'],
    queryFn: ({ signal }) => loadOpenAlarms(company, signal),
  });
}

export function useOpenAlarms() {
  return useQuery(openAlarmsQuery(useCompany().id_client));
}
