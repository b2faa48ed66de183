import { useEffect, useState } from 'react';
import { freshRows, type StableRows, updateStableRows } from './stable-rows.model.ts';

interface StableRowsOptions<T> {
  /** Undefined until they are known. */
  fresh: readonly T[] | undefined;
  /** Tells questions apart: the rows of another one are shown at once. */
  queryId: string;
  /** Somebody reads: nothing may move under their eyes. */
  frozen: boolean;
  page_size: number;
  rowKey: (row: T) => number | string;
}

interface StableRowsState<T> {
  queryId: string;
  fresh: readonly T[];
  frozen: boolean;
  stable: StableRows<T>;
}

/** Keeps a live list from jumping under its reader; `showAll` shows it as it is. */
export function useStableRows<T>({ fresh, queryId, frozen, page_size, rowKey }: StableRowsOptions<T>) {
  const [state, setState] = useState<StableRowsState<T> | null>(null);
  let now = state;
  if (fresh && (state === null || state.queryId !== queryId)) {
    now = { queryId, fresh, frozen, stable: freshRows(fresh) };
  } else if (fresh && state && (state.fresh !== fresh || state.frozen !== frozen)) {
    now = {
      queryId,
      fresh,
      frozen,
      stable: updateStableRows(state.stable, fresh, { frozen, page_size, rowKey }),
    };
  }
  if (now !== state) setState(now);
  useEffect(() => {
    if (!now || now.stable.arrived.size === 0) return;
    const timer = setTimeout(
      () => setState((last) => last && { ...last, stable: { ...last.stable, arrived: new Set() } }),
      NEW_FOR_MS,
    );
    return () => clearTimeout(timer);
  }, [now]);
  return {
    stable: now?.stable,
    showAll: () =>
      fresh &&
      setState({
        queryId,
        fresh,
        frozen,
        stable: updateStableRows(freshRows(now?.stable.rows ?? []), fresh, {
          frozen: false,
          page_size,
          rowKey,
        }),
      }),
  };
}

/** So long a row says that it is new. */
const NEW_FOR_MS = 30_000;
