import { queryOptions, useQuery } from '@tanstack/react-query';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { type Alarm, alarmsCalls } from '../alarms.contract.ts';
import { alarmsKey } from './alarms.api.ts';

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
    const answer = await send(alarmsCalls.list, { query, company, signal });
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
