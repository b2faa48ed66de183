import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { DASHBOARD_DEFAULTS, type Sort } from '../../dashboard.model.ts';
import { keepOwnSort, ownSortOf } from './own-sort.ts';
import type { CardFilter } from './Toolbar.tsx';

/** The wish in the address, with the search text held here as well: typing must not wait for the router. */
export function useCardFilter() {
  const search = useSearch({ from: '/portal/apps/asset' });
  const navigate = useNavigate({ from: '/apps/asset' });
  const { user_id } = useBelonging();
  const [ownSort, setOwnSort] = useState(() => ownSortOf(user_id));
  const [q, setQ] = useState(search.q);
  const written = useRef(search.q);
  useEffect(() => {
    // Back, forward or a link changed the text; what was typed here comes back unchanged and is left alone.
    if (search.q !== written.current) setQ(search.q);
    written.current = search.q;
  }, [search.q]);

  const change = useCallback(
    (next: Partial<CardFilter>) => {
      if (next.q !== undefined) {
        setQ(next.q);
        written.current = next.q;
      }
      const typing = next.q !== undefined && next.q !== '';
      const asOwn = next.sort === ownSort ? { sort: undefined } : {};
      void navigate({
        search: (old) => ({ ...old, ...next, ...asOwn }),
        replace: typing,
        resetScroll: false,
      });
    },
    [navigate, ownSort],
  );
  const keepSort = useCallback(
    (sort: Sort) => {
      keepOwnSort(user_id, sort);
      setOwnSort(sort);
      void navigate({ search: (old) => ({ ...old, sort: undefined }), replace: true, resetScroll: false });
    },
    [navigate, user_id],
  );
  const showAll = useCallback(
    () => change({ q: DASHBOARD_DEFAULTS.q, status: DASHBOARD_DEFAULTS.status }),
    [change],
  );
  return { wish: { ...search, q, sort: search.sort ?? ownSort }, change, showAll, ownSort, keepSort };
}
