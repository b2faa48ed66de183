import type { AnyCall } from '../../contract/call.ts';
import { beside, type ListFields, page, q, type SearchOf, sort } from '../list/list-state.ts';
import type { ListAddress } from '../list/use-list-state.ts';

/** A record as a book's pages know it. */
export interface BookRecord {
  readonly id: number;
  readonly version: number;
}

/** What `recordBook` of the area's contract comes to. */
export interface ScreenBook {
  readonly calls: Readonly<
    Record<
      | 'list'
      | 'get'
      | 'create'
      | 'update'
      | 'remove'
      | 'history'
      | 'listBin'
      | 'restore'
      | 'purge'
      | 'exportList',
      AnyCall
    >
  >;
  readonly sorts: readonly string[];
  readonly columns: readonly string[];
}

/**
 * What every book holds in its address: spread it into the list's declaration. `open` is the record beside the list, `form` what
 * is written: a new record, or that one.
 */
export const bookFields = () => ({
  q: q(),
  sort: sort(),
  page: page(),
  open: beside(),
  form: beside(/^(new|edit)$/),
});
type BookFields = ReturnType<typeof bookFields>;

/** The part of a list's address that is every book's, whatever else the list holds. */
export function bookAddress<F extends ListFields>(
  state: ListAddress<F>,
): Pick<ListAddress<BookFields>, 'search' | 'set'> {
  return state as unknown as ListAddress<BookFields>;
}

/** What an area asks of the list by its address: the names of the call's query. */
export type BookAsk<F extends ListFields> = (
  search: SearchOf<F>,
) => Readonly<Record<string, string | undefined>>;
