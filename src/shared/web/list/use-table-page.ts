import { useState } from 'react';
import type { TableView } from './data-table.model.ts';
import { PAGE_SIZE } from './list-props.ts';

/**
 * Search and page of a table that has no address: `query` for its call, `table(count)` for `DataTable`. Another search begins with
 * the first page.
 */
export function useTablePage() {
  const [view, setView] = useState({ q: '', sort: '', page: 1 });
  const { q, page } = view;
  return {
    query: { page: String(page), page_size: String(PAGE_SIZE), ...(q !== '' && { search: q }) },
    table: (count: number | undefined, of?: string) => ({
      view,
      onView: (change: Partial<TableView>) => setView({ ...view, ...change, page: 1 }),
      filtered: q !== '',
      onShowAll: () => setView({ ...view, q: '', page: 1 }),
      paging: {
        page,
        page_size: PAGE_SIZE,
        count: count ?? 0,
        ...(of !== undefined && { of }),
        onPage: (next: number) => setView({ ...view, page: next }),
      },
    }),
  };
}
