import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { DASHBOARD_DEFAULTS } from '../../overview.model.ts';
import type { Wish } from './Toolbar.tsx';

/** The wish in the address, with the search text held here as well: typing must not wait for the router. */
export function useWish() {
  const search = useSearch({ from: '/portal/apps/asset' });
  const navigate = useNavigate({ from: '/apps/asset' });
  const [q, setQ] = useState(search.q);
  const written = useRef(search.q);
  useEffect(() => {
    // Back, forward or a link changed the text; what was typed here comes back unchanged and is left alone.
    if (search.q !== written.current) setQ(search.q);
    written.current = search.q;
  }, [search.q]);

  const change = useCallback(
    (next: Partial<Wish>) => {
      if (next.q !== undefined) {
        setQ(next.q);
        written.current = next.q;
      }
      const typing = next.q !== undefined && next.q !== '';
      void navigate({ search: (old) => ({ ...old, ...next }), replace: typing, resetScroll: false });
    },
    [navigate],
  );
  const showAll = useCallback(
    () => change({ q: DASHBOARD_DEFAULTS.q, status: DASHBOARD_DEFAULTS.status }),
    [change],
  );
  return { wish: { ...search, q }, change, showAll };
}
