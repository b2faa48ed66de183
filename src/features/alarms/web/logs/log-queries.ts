import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { type Log, logsCalls } from '../../logs.contract.ts';
import { PAGE_SIZE } from '../alarms/alarm-queries.ts';
import type { LogFilters } from '../alarms/filters.model.ts';
import { alarmsKey } from '../alarms.api.ts';

/** Logs by device and day; the last seven days where no time is chosen. */
export function useLogs(filters: LogFilters, page: string, enabled: boolean) {
  const company = useCompany().id_client;
  return useQuery({
    queryKey: [...alarmsKey(company), 'logs', filters, page],
    queryFn: ({ signal }) => {
      const query = { ...filters, page, page_size: String(PAGE_SIZE) };
      return send(logsCalls.logsList, { query, company, signal });
    },
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Which log is open, as its address says it. */
export interface LogKey {
  proj_code: string;
  /** Null: the plant itself. */
  device_id: number | null;
  day: string;
}

export const logKeyOf = ({ proj_code, device_id, day }: LogKey): string =>
  `${proj_code}~${device_id ?? 0}~${day}`;

export function readLogKey(text: string): LogKey {
  const [proj_code = '', device = '0', day = ''] = text.split('~');
  return { proj_code, device_id: Number(device) || null, day };
}

export type LogWindow = Pick<Log, 'start' | 'end'>;

const ENTRIES = 100;

/** The entries of a log, newest first, page after page. */
export function useLogEntries({ proj_code, device_id, day }: LogKey, { start, end }: LogWindow) {
  const company = useCompany().id_client;
  const whose = device_id === null ? { itself: 'true' as const } : { device_id: String(device_id) };
  return useInfiniteQuery({
    queryKey: [...alarmsKey(company), 'log', proj_code, device_id, day, start, end],
    queryFn: ({ signal, pageParam }) => {
      const query = { proj_code, ...whose, start, end, page: String(pageParam), page_size: String(ENTRIES) };
      return send(logsCalls.logsDetail, { query, company, signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.next === null ? undefined : page + 1),
  });
}
