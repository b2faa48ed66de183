import { useCallback, useState } from 'react';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { type Filter, orderIn, Sort, USUAL_SORT } from '../../dashboard.model.ts';
import type { Card } from '../../overview.contract.ts';
import { DashboardList } from './dashboard-search.ts';

export interface CardFilter {
  q: string;
  status: Filter | 'all';
  sort: Sort;
  /** The column of the list that orders them instead; '' where none does. */
  order: string;
  type?: Card['productionType'] | undefined;
  /** A region, a tag or a municipality, `region:Lazio`; '' for all. */
  part: string;
}

const keyOf = (user: number) => `dashboardSort:${user}`;

/**
 * What the address says of the cards; where it names no order it is the one that this person keeps in this browser, else the
 * usual one of the page.
 */
export function useCardFilter(usual: Sort = USUAL_SORT) {
  const state = useListState(DashboardList);
  const { search, set, clear } = state;
  const { user_id } = useBelonging();
  const [ownSort, setOwnSort] = useState(() => Sort.catch(usual).parse(localStorage.getItem(keyOf(user_id))));
  const change = useCallback(
    ({ sort, ...next }: Partial<CardFilter>) =>
      set(sort === undefined ? next : { ...next, order: '', sort: sort === ownSort ? undefined : sort }),
    [set, ownSort],
  );
  const keepSort = useCallback(
    (sort: Sort) => {
      localStorage.setItem(keyOf(user_id), sort);
      setOwnSort(sort);
      set({ sort: undefined, order: '' });
    },
    [set, user_id],
  );
  return {
    state,
    filter: { ...search, ...orderIn(search, ownSort) },
    change,
    showAll: clear,
    ownSort,
    keepSort,
  };
}
