import { useCall } from '../../../shared/web/api/use-call.ts';
import { measurementsCalls } from '../../measurements/measurements.contract.ts';

/** How much of the history is filled in, in percent; null when none is under way or that is not known. */
export function useHistoryProgress(): number | null {
  const { data = [] } = useCall(measurementsCalls.progress);
  const running = data.filter(({ kind, state }) => kind === 'history' && state === 'running');
  const total = running.reduce((sum, work) => sum + work.total, 0);
  const done = running.reduce((sum, work) => sum + work.done, 0);
  return total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : null;
}
