import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { alarmsCalls, alarmWorkCalls } from '../../alarms.contract.ts';
import { snoozesCalls } from '../../snoozes.contract.ts';
import { alarmsKey } from '../alarms.api.ts';
import type { AlarmsSearch } from './alarms-list.ts';
import type { AlarmFilters } from './filters.model.ts';

export const PAGE_SIZE = 50;

export interface AlarmsQuery {
  /** Those that have ended, instead of those that stand. */
  closed: boolean;
  filters: AlarmFilters;
  page: string;
  order?: AlarmsSearch['order'];
}

export function alarmsQuery(company: number, query: AlarmsQuery) {
  const { closed, filters, page, order } = query;
  return queryOptions({
    queryKey: [...alarmsKey(company), 'list', query],
    queryFn: ({ signal }) => {
      const query = { ...filters, page, page_size: String(PAGE_SIZE) };
      return closed
        ? send(alarmWorkCalls.bin, { query, company, signal })
        : send(alarmsCalls.list, {
            query: { ...query, closed: 'false', consequences: 'false', order },
            company,
            signal,
          });
    },
    placeholderData: keepPreviousData,
  });
}

/** How many there are in each tab, whatever the filters: one row of each is asked for. */
export function useCounts() {
  const company = useCompany().id_client;
  const one = { page_size: '1' } as const;
  return useQuery({
    queryKey: [...alarmsKey(company), 'counts'],
    queryFn: async ({ signal }) => {
      const [open, closed, snoozes] = await Promise.all([
        send(alarmsCalls.list, {
          query: { ...one, closed: 'false', consequences: 'false' },
          company,
          signal,
        }),
        send(alarmWorkCalls.bin, { query: one, company, signal }),
        send(snoozesCalls.listSnoozes, { query: { ...one, state: 'standing' }, company, signal }),
      ]);
      return { open: open.count, closed: closed.count, snoozes: snoozes.count, silent: open.silent };
    },
  });
}

export function alarmQuery(company: number, id: number) {
  return queryOptions({
    queryKey: [...alarmsKey(company), 'one', id],
    queryFn: ({ signal }) => send(alarmWorkCalls.one, { params: { id: String(id) }, company, signal }),
  });
}
