import type { ReactNode } from 'react';
import type { DataTableProps } from './DataTable.tsx';
import type { ExportFormat, ListExport } from './ExportMenu.tsx';
import type { ListDetailProps } from './ListDetail.tsx';
import type { ListFields } from './list-state.ts';
import type { LiveList } from './live-rows.tsx';
import type { ListAddress } from './use-list-state.ts';

/** What answers the rows: all of them, or one page of the server's. A query of the library fits. */
export interface ListQuery<T> {
  data: readonly T[] | { results: readonly T[]; count: number } | undefined;
  error: unknown;
  refetch: () => unknown;
  dataUpdatedAt?: number;
  isPlaceholderData?: boolean;
}

/** How all rows that fit are chosen, also those on other pages. */
export interface ListEverything<T> {
  /** At most so many in one go. */
  most: number;
  /** All of them, with the filters as they are. */
  load: (signal: AbortSignal) => Promise<readonly T[]>;
}

/** What is done with several rows in one go. */
export interface ListBulk<T> {
  /** What the box of all rows, and of one, is called. */
  all: string;
  nameOf: (row: T) => string;
  /** Names the bar, and says how much is chosen. */
  label: string;
  chosen: (rows: readonly T[]) => string;
  /** Where the server has the rows in pages: all of them at once. */
  everything?: ListEverything<T>;
  /** The bar's buttons. `choose` chooses other rows instead; none clears the selection. */
  actions: (rows: readonly T[], choose: (keys: Iterable<string | number>) => void) => ReactNode;
}

type Passed =
  | 'label'
  | 'columns'
  | 'rowKey'
  | 'empty'
  | 'counted'
  | 'actions'
  | 'card'
  | 'compact'
  | 'asCards'
  | 'fixed'
  | 'head'
  | 'level'
  | 'arranged'
  | 'noneFound';

export interface ListPageProps<T extends object, F extends ListFields>
  extends Pick<DataTableProps<T>, Passed> {
  state: ListAddress<F>;
  /** Names its columns where they are kept, where one address holds several tables. */
  name?: string;
  query: ListQuery<T>;
  /** The rows of the query that the page leaves, where it narrows them itself. */
  rows?: readonly T[] | undefined;
  /** Of the server's pages. */
  pageSize?: number;
  /** What the search is called; null: none. Usual where the address holds what is looked for. */
  search?: string | null;
  /** The order where the address does not call it `sort`. */
  sort?: { value: string; onChange: (sort: string) => void };
  /** Fields beside the search; folded on a phone. */
  filters?: ReactNode;
  /** Above the table: filters of one press, ways to look at it. */
  chips?: ReactNode;
  bulk?: ListBulk<T> | undefined;
  exportAs?: Omit<ListExport, 'load' | 'print'> & {
    /** Everything that fits the filters, with the columns that the reader has left on screen; `rows` are those on screen, as they stand there. */
    load: (format: ExportFormat, columns: readonly string[], rows: readonly T[]) => Promise<Blob>;
    print?: (columns: readonly string[]) => Promise<Blob>;
  };
  detail?: ListDetailProps;
  /** The rows change while they are read: they do not jump under their reader. */
  live?: LiveList<T>;
}

export const PAGE_SIZE = 50;
