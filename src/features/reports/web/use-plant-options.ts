import { useMemo } from 'react';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { plantsCalls } from '../../plants/plants.contract.ts';

/** Plants as a report is narrowed to them. */
export function usePlantOptions() {
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  return useMemo(
    () => plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` })),
    [plants],
  );
}
