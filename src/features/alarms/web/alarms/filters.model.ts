import { windowOfDays } from '../../../../shared/web/list/day-span.model.ts';
import type { AlarmCode } from '../../../notifications/alarm-codes.model.ts';
import type { LogSource } from '../../logs.contract.ts';
import type { AlarmsSearch } from './alarms-list.ts';

/** What narrows a question for alarms, as the calls take it. */
export interface AlarmFilters {
  search?: string;
  proj_code?: string;
  device_id?: string;
  type?: 'E' | 'W';
  code?: AlarmCode;
  assigned?: string;
  acknowledged?: 'true' | 'false';
  start?: string;
  end?: string;
}

export interface LogFilters {
  proj_code?: string;
  device_id?: string;
  source?: LogSource;
  actor_id?: string;
  routine: 'true' | 'false';
  start?: string;
  end?: string;
}

/** What the address says of alarms, as the calls take it. It changes with the day, not with the second. */
export function alarmFiltersOf(search: AlarmsSearch, now: Date): AlarmFilters {
  const { q, plant, device, type, code, assigned, acknowledged } = search;
  return {
    ...(q.trim() === '' ? {} : { search: q.trim() }),
    ...(plant ? { proj_code: plant } : {}),
    ...(device ? { device_id: device } : {}),
    ...(type ? { type } : {}),
    ...(code ? { code } : {}),
    ...(assigned ? { assigned } : {}),
    ...(acknowledged ? { acknowledged } : {}),
    ...windowOfDays(search, now),
  };
}

/** The same of logs. */
export function logFiltersOf(search: AlarmsSearch, now: Date): LogFilters {
  const { plant, device, source, person, routine } = search;
  return {
    routine: routine ?? 'false',
    ...(person ? { actor_id: person } : {}),
    ...(plant ? { proj_code: plant } : {}),
    ...(device ? { device_id: device } : {}),
    ...(source ? { source } : {}),
    ...windowOfDays(search, now),
  };
}
