import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import type { AnyCall } from '../../contract/call.ts';
import { useCall } from '../api/use-call.ts';
import { PAGE_SIZE } from '../list/list-props.ts';
import type { ListFields, SearchOf } from '../list/list-state.ts';
import type { ListAddress } from '../list/use-list-state.ts';
import { type BookAsk, bookAddress, type ScreenBook } from './book-list.ts';

/** Typing is over before the server is asked. */
const PAUSE_MS = 250;

export interface BookPage<R> {
  readonly count: number;
  readonly results: readonly R[];
}

const isOrder = (sort: string, { sorts }: ScreenBook): boolean => sorts.includes(sort.replace(/^-/, ''));

/** What the address asks of the book, page aside, and a page of the records that fit. */
export function useBookQuery<R, F extends ListFields>(
  book: ScreenBook,
  state: ListAddress<F>,
  ask: BookAsk<F>,
) {
  const { q, sort, page } = bookAddress(state).search;
  const [typed] = useDebouncedValue(q, PAUSE_MS);
  const filters = ask({ ...state.search, q: typed } as SearchOf<F>);
  // An address may name an order that there is not: then the usual one stands.
  const asked = isOrder(sort, book) ? { ...filters, sort } : filters;
  const query = useCall<AnyCall, BookPage<R>>(
    book.calls.list,
    { query: { ...asked, page, page_size: String(PAGE_SIZE) } },
    { placeholderData: keepPreviousData },
  );
  return { asked, query, queryId: JSON.stringify([asked, page]) };
}
