import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ListFields, ListState, SearchOf } from './list-state.ts';
import { useHeldText } from './use-held-text.ts';

/** A list's address as its page uses it. */
export interface ListAddress<F extends ListFields> {
  readonly list: ListState<F>;
  /** What the address says, with what is being typed. */
  readonly search: SearchOf<F>;
  /**
   * Changes a part of it, keeps the scroll, and goes to the first page of another question. `replace` says otherwise than
   * the list's `passing` whether it leaves a step in the browser's history.
   */
  readonly set: (next: Partial<SearchOf<F>>, replace?: boolean) => void;
  /** Undoes every filter. */
  readonly clear: () => void;
  /** How many filters hide rows. */
  readonly active: number;
}

/**
 * The address of the list on screen, read and changed.
 * @param filters the filters that the table on screen has, where one address holds several tables
 */
export function useListState<F extends ListFields>(
  list: ListState<F>,
  filters?: (search: SearchOf<F>) => readonly (keyof F)[],
): ListAddress<F> {
  const whole = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => list.schema.parse(whole) as SearchOf<F>, [list, whole]);
  const typed: unknown = (search as Readonly<Record<string, unknown>>).q;
  const [q, type] = useHeldText(typeof typed === 'string' ? typed : '');
  const set = useCallback(
    (next: Partial<SearchOf<F>>, replace = list.passing(next)) => {
      const change: Readonly<Record<string, unknown>> = list.change(next);
      if (typeof change.q === 'string') type(change.q);
      const search = (old: object) => ({ ...old, ...change });
      void navigate({ to: '.', search: search as never, replace, resetScroll: false });
    },
    [list, navigate, type],
  );
  const clear = useCallback(() => set(list.cleared), [list, set]);
  const shown = useMemo(() => (list.has('q') ? { ...search, q } : search), [list, search, q]);
  return { list, search: shown, set, clear, active: list.active(shown, filters?.(shown)) };
}

/** The address of a declared list. */
export type AddressOf<L> = L extends ListState<infer F> ? ListAddress<F> : never;
