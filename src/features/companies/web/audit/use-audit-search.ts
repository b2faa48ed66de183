import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useHeldText } from '../../../../shared/web/list/use-held-text.ts';
import type { AuditSearch } from './audit-search.ts';

const route = getRouteApi('/portal/apps/asset/audit');

/** The wish in the address, with what is being typed. */
export function useAuditSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [q, type] = useHeldText(search.q);
  const change = useCallback(
    (next: Partial<AuditSearch>) => {
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
  return { search: { ...search, q }, change };
}
