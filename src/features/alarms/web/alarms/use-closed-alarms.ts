import { useCall } from '../../../../shared/web/api/use-call.ts';
import { type Alarm, alarmWorkCalls } from '../../alarms.contract.ts';
import { PAGE_SIZE } from './alarm-queries.ts';

/** Of rows that went from under their reader those that have closed, as they ended: the newest ends hold them. */
export function useClosedAlarms(gone: ReadonlySet<number | string>): ReadonlyMap<number | string, Alarm> {
  const { data } = useCall(
    alarmWorkCalls.bin,
    gone.size > 0 ? { query: { page_size: String(PAGE_SIZE), consequences: 'true' } } : null,
  );
  return new Map(data?.results.filter(({ id }) => gone.has(id)).map((alarm) => [alarm.id, alarm]));
}
