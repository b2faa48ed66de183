import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditSearch } from './audit-search.ts';

const route = getRouteApi('/portal/apps/asset/audit');

/** The wish in the address, with the search text held here as well: typing must not wait for the router. */
export function useAuditSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [q, setQ] = useState(search.q);
  const written = useRef(search.q);
  useEffect(() => {
    if (search.q !== written.current) setQ(search.q);
    written.current = search.q;
  }, [search.q]);
  const change = useCallback(
    (next: Partial<AuditSearch>) => {
      if (next.q !== undefined) {
        setQ(next.q);
        written.current = next.q;
      }
      // Another question begins at its first page.
      const whole = { page: '1', ...next };
      void navigate({
        search: (old) => ({ ...old, ...whole }),
        replace: next.q !== undefined,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return { search: { ...search, q }, change };
}
