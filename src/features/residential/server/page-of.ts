import type { PageQuery } from '../../../shared/server/http/pages.ts';

/** A page of rows that are all there. */
export const pageOf = <T>(rows: readonly T[], { page, page_size }: PageQuery) => ({
  count: rows.length,
  results: rows.slice((page - 1) * page_size, page * page_size),
});
