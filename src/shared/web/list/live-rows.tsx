import { createContext, useContext } from 'react';
import { useReading } from './use-reading.ts';
import { useStableRows } from './use-stable-rows.ts';

type Key = string | number;
type RowNews = 'arrived' | 'gone' | null;

/** A list whose rows come and go while it is on screen. */
export interface LiveList<T> {
  /** Tells questions apart: the rows of another one are shown at once. */
  queryId: string;
  /** How much came while somebody read, in words. */
  waiting: (count: number) => string;
  /** A hook that answers what became of the rows that went, where more is known of them. */
  useGone?: (gone: ReadonlySet<Key>) => ReadonlyMap<Key, T>;
}

interface Options<T> {
  /** Undefined until they are known. */
  rows: readonly T[] | undefined;
  /** Of all pages; undefined where the rows are all there are. */
  count: number | undefined;
  live: LiveList<T> | undefined;
  /** Somebody works with the rows: nothing moves. */
  frozen: boolean;
  /** The rows are those of the question before. */
  placeholder: boolean;
  pageSize: number;
  rowKey: (row: T) => Key;
}

const NONE: ReadonlySet<Key> = new Set();
const NO_ROWS: ReadonlyMap<Key, never> = new Map<Key, never>();
const useNothing = () => NO_ROWS;

/** What is said of a row of a live list: that it is new, or that it is not in the list any more. */
export const LiveRowsContext = createContext<(key: Key) => RowNews>(() => null);
export const useRowNews = (key: Key): RowNews => useContext(LiveRowsContext)(key);

/** The rows as they stand on screen: those that were answered or, of a live list, those that do not jump. */
export function useLiveRows<T extends object>(options: Options<T>) {
  const { live, rowKey } = options;
  const { reading, handlers } = useReading(live !== undefined);
  const { stable, showAll } = useStableRows<T>({
    // What stands in for the next page is the one before: it is on screen already.
    fresh: live && !options.placeholder ? options.rows : undefined,
    queryId: live?.queryId ?? '',
    frozen: reading || options.frozen,
    page_size: options.pageSize,
    rowKey,
  });
  const gone = (live?.useGone ?? useNothing)(stable?.gone ?? NONE);
  if (!live || !stable) {
    return {
      rows: options.rows,
      count: options.count,
      news: () => null,
      waiting: null,
      showAll,
      handlers: {},
    };
  }
  return {
    rows: gone.size === 0 ? stable.rows : stable.rows.map((row) => gone.get(rowKey(row)) ?? row),
    // What is on screen is counted: what went still stands there, what waits does not yet.
    count: options.count === undefined ? undefined : options.count + stable.gone.size - stable.waiting,
    news: (key: Key): RowNews => (stable.gone.has(key) ? 'gone' : stable.arrived.has(key) ? 'arrived' : null),
    waiting: stable.waiting > 0 ? live.waiting(stable.waiting) : null,
    showAll,
    handlers,
  };
}
