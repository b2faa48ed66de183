import { useQuery } from '@tanstack/react-query';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { type Alarm, alarmWorkCalls } from '../../alarms.contract.ts';
import { alarmsKey } from '../alarms.api.ts';
import { PAGE_SIZE } from './alarm-queries.ts';

/** Of rows that went from under their reader those that have closed, as they ended: the newest ends hold them. */
export function useClosedAlarms(gone: ReadonlySet<number | string>): ReadonlyMap<number | string, Alarm> {
  const company = useCompany().id_client;
  const { data } = useQuery({
    queryKey: [...alarmsKey(company), 'lately-closed'],
    queryFn: ({ signal }) =>
      send(alarmWorkCalls.bin, {
        query: { page_size: String(PAGE_SIZE), consequences: 'true' },
        company,
        signal,
      }),
    enabled: gone.size > 0,
  });
  return new Map(data?.results.filter(({ id }) => gone.has(id)).map((alarm) => [alarm.id, alarm]));
}
