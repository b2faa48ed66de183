/** A page of a list that grows, as asked for. */
export interface PageQuery {
  readonly page: number;
  readonly page_size: number;
}

/**
 * Where the neighbouring pages are found: the request's own address with another page, or null at either end.
 * @param url path and query of the request
 */
export function neighbours(
  url: string,
  { page, page_size }: PageQuery,
  count: number,
): { next: string | null; previous: string | null } {
  const at = (number: number): string => {
    const address = new URL(url, 'http://here');
    address.searchParams.set('page', String(number));
    return `${address.pathname}${address.search}`;
  };
  const last = Math.max(1, Math.ceil(count / page_size));
  return {
    next: page < last ? at(page + 1) : null,
    previous: page > 1 ? at(Math.min(page - 1, last)) : null,
  };
}
