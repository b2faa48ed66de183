import { keepPreviousData } from '@tanstack/react-query';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCallPages } from '../../../../shared/web/api/use-call-pages.ts';
import { type Log, logsCalls } from '../../logs.contract.ts';
import { PAGE_SIZE } from '../alarms/alarm-queries.ts';
import type { LogFilters } from '../alarms/filters.model.ts';

/** Logs by device and day; the last seven days where no time is chosen. */
export const useLogs = (filters: LogFilters, page: string, enabled: boolean) =>
  useCall(
    logsCalls.logsList,
    { query: { ...filters, page, page_size: String(PAGE_SIZE) } },
    { placeholderData: keepPreviousData, enabled },
  );

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
export function useLogEntries({ proj_code, device_id }: LogKey, { start, end }: LogWindow) {
  const whose = device_id === null ? { itself: 'true' as const } : { device_id: String(device_id) };
  return useCallPages(
    logsCalls.logsDetail,
    { query: { proj_code, ...whose, start, end } },
    { page_size: ENTRIES, keyOf: ({ source, id, kind }) => `${source} ${id} ${kind}` },
  );
}
