import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadQuery } from '../../../../shared/web/api/call-query.ts';
import { useCall, useLoad } from '../../../../shared/web/api/use-call.ts';
import { type Alarm, alarmsCalls, alarmWorkCalls } from '../../alarms.contract.ts';
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
  // What follows from another stands with it, not beside it.
  const query = { ...filters, page, page_size: String(PAGE_SIZE), consequences: 'false' } as const;
  return loadQuery(company, {
    name: 'alarms',
    input: { closed, ...query, order },
    of: [closed ? alarmWorkCalls.bin : alarmsCalls.list],
    load: (ask) =>
      closed
        ? ask(alarmWorkCalls.bin, { query })
        : ask(alarmsCalls.list, {
            query: { ...query, closed: 'false', order: order ?? 'severity' },
          }),
    placeholderData: keepPreviousData,
  });
}

/** How many there are in each tab, whatever the filters: one row of each is asked for. */
export function useCounts() {
  const one = { page_size: '1', consequences: 'false' } as const;
  return useLoad({
    name: 'alarm-counts',
    of: [alarmsCalls.list, alarmWorkCalls.bin, snoozesCalls.listSnoozes],
    load: async (ask) => {
      const [open, closed, snoozes] = await Promise.all([
        ask(alarmsCalls.list, { query: { ...one, closed: 'false' } }),
        ask(alarmWorkCalls.bin, { query: one }),
        ask(snoozesCalls.listSnoozes, { query: { page_size: '1', state: 'standing' } }),
      ]);
      return { open: open.count, closed: closed.count, snoozes: snoozes.count, silent: open.silent };
    },
  });
}

/** Of rows that went from under their reader those that have closed, as they ended: the newest ends hold them. */
export function useClosedAlarms(gone: ReadonlySet<number | string>): ReadonlyMap<number | string, Alarm> {
  const { data } = useCall(
    alarmWorkCalls.bin,
    gone.size > 0 ? { query: { page_size: String(PAGE_SIZE), consequences: 'true' } } : null,
  );
  return new Map(data?.results.filter(({ id }) => gone.has(id)).map((alarm) => [alarm.id, alarm]));
}

/**
 * What is said where no alarm is open: that all works only when nothing is silent within its delay, and nothing while that
 * is not known.
 */
export function useEmptyHint(): { hint?: string } {
  const { t } = useTranslation('alarms');
  const { data } = useCounts();
  if (data === undefined || data.silent === null) return {};
  return { hint: data.silent > 0 ? t('list.silent', { count: data.silent }) : t('list.none_open_hint') };
}
