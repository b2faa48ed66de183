import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useHeldText } from '../../../../shared/web/list/use-held-text.ts';
import type { AlarmsSearch } from './alarms-search.ts';

const route = getRouteApi('/portal/apps/asset/alarms');

/** The wish in the address, with what is being typed; `openBeside` leaves the list where it is. */
export function useAlarmsSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [q, type] = useHeldText(search.q);
  const change = useCallback(
    (next: Partial<AlarmsSearch>) => {
      if (next.q !== undefined) type(next.q);
      // Another question begins at its first page.
      const whole = { page: '1', ...next };
      void navigate({
        search: (old) => ({ ...old, ...whole }),
        replace: next.q !== undefined,
        resetScroll: false,
      });
    },
    [navigate, type],
  );
  const openBeside = useCallback(
    (beside: Pick<AlarmsSearch, 'alarm' | 'log'>) => {
      const closes = beside.alarm === undefined && beside.log === undefined;
      const next = { alarm: undefined, log: undefined, ...beside };
      void navigate({ search: (old) => ({ ...old, ...next }), replace: closes, resetScroll: false });
    },
    [navigate],
  );
  return { search: { ...search, q }, change, openBeside };
}
