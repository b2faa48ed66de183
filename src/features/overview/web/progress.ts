import { useQuery } from '@tanstack/react-query';
import { companyKey } from '../../../shared/web/api/query-client.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { measurementsCalls } from '../../measurements/measurements.contract.ts';

/** How much of the history is filled in, in percent; null when none is under way or that is not known. */
export function useHistoryProgress(): number | null {
  const { id_client } = useCompany();
  const { data = [] } = useQuery({
    queryKey: companyKey(id_client, 'progress'),
    queryFn: ({ signal }) => send(measurementsCalls.progress, { company: id_client, signal }),
  });
  const running = data.filter(({ kind, state }) => kind === 'history' && state === 'running');
  const total = running.reduce((sum, work) => sum + work.total, 0);
  const done = running.reduce((sum, work) => sum + work.done, 0);
  return total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : null;
}
