import { keepPreviousData } from '@tanstack/react-query';
import { loadQuery } from '../../../../shared/web/api/call-query.ts';
import { useLoad } from '../../../../shared/web/api/use-call.ts';
import { alarmsCalls, alarmWorkCalls } from '../../alarms.contract.ts';
import { snoozesCalls } from '../../snoozes.contract.ts';
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

/** A page of the alarms that stand, or of those that have ended. */
export function alarmsQuery(company: number, { closed, filters, page, order }: AlarmsQuery) {
  const query = { ...filters, page, page_size: String(PAGE_SIZE) };
  return loadQuery(company, {
    name: 'alarms',
    input: { closed, ...query, order },
    of: [closed ? alarmWorkCalls.bin : alarmsCalls.list],
    load: (ask) =>
      closed
        ? ask(alarmWorkCalls.bin, { query })
        : ask(alarmsCalls.list, { query: { ...query, closed: 'false', consequences: 'false', order } }),
    placeholderData: keepPreviousData,
  });
}

/** How many there are in each tab, whatever the filters: one row of each is asked for. */
export function useCounts() {
  const one = { page_size: '1' } as const;
  return useLoad({
    name: 'alarm-counts',
    of: [alarmsCalls.list, alarmWorkCalls.bin, snoozesCalls.listSnoozes],
    load: async (ask) => {
      const [open, closed, snoozes] = await Promise.all([
        ask(alarmsCalls.list, { query: { ...one, closed: 'false', consequences: 'false' } }),
        ask(alarmWorkCalls.bin, { query: one }),
        ask(snoozesCalls.listSnoozes, { query: { ...one, state: 'standing' } }),
      ]);
      return { open: open.count, closed: closed.count, snoozes: snoozes.count, silent: open.silent };
    },
  });
}
