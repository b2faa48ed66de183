import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { ListView } from '../../contract/list-views.contract.ts';
import type { ListFields } from './list-state.ts';
import type { ListAddress } from './use-list-state.ts';

let opened: ListView | null = null;
const readers = new Set<() => void>();

function set(view: ListView | null): void {
  opened = view;
  for (const reader of readers) reader();
}

/** Before an address leads to a saved view from elsewhere: its list takes the columns that are hidden in it. */
export function openView(view: ListView): void {
  set(view.hidden && view);
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** Hides the columns of a view that was opened from elsewhere, once the list shows it. */
export function useOpenedView<F extends ListFields>(
  { list, search }: ListAddress<F>,
  onHidden: (hidden: readonly string[]) => void,
): void {
  const view = useSyncExternalStore(subscribe, () => opened);
  useLayoutEffect(() => {
    if (!view?.hidden || view.list !== list.name) return;
    // The page may still show what it showed before.
    if (list.question({ ...search, ...list.restored(view.search) }) !== list.question(search)) return;
    set(null);
    onHidden(view.hidden);
  });
}
