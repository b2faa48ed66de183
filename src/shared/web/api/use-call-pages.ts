import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { AnyCall } from '../../contract/call.ts';
import { useCompany } from '../company/context.tsx';
import { type Answer, callKey, type Input, type LooseInput, plantsOf } from './call-key.ts';
import { send } from './send.ts';

interface Page<T> {
  count: number;
  results: T[];
}

/** A call that answers page by page. */
type PagedCall<T> = AnyCall & { ok: { _zod: { output: Page<T> } } };
type RowOf<C extends AnyCall> = Answer<C> extends Page<infer T> ? T : never;

interface PagesOptions<T> {
  page_size: number;
  keyOf: (row: T) => number | string;
  /** The plants that the answer is about. */
  plants?: readonly string[];
}

/** Goes on while there is more than has been shown. */
function nextPage<T>({ count }: Page<T>, pages: readonly Page<T>[]): number | undefined {
  const shown = pages.reduce((sum, { results }) => sum + results.length, 0);
  return shown < count && pages.at(-1)?.results.length !== 0 ? pages.length + 1 : undefined;
}

/** A list that grows page by page, as one list; what slid from one page to the next while they came stands in it once. */
export function useCallPages<C extends PagedCall<unknown>>(
  call: C,
  input: Omit<Input<C>, 'query'> & LooseInput,
  { page_size, keyOf, plants = plantsOf(input) }: PagesOptions<RowOf<C>>,
) {
  const company = useCompany().id_client;
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [...callKey(company, call, input), 'pages'],
      queryFn: ({ pageParam, signal }) => {
        const query = { ...input.query, page: String(pageParam), page_size: String(page_size) };
        return send<AnyCall>(call, { ...input, query, company, signal }) as Promise<Page<RowOf<C>>>;
      },
      initialPageParam: 1,
      getNextPageParam: nextPage,
      select: ({ pages }) => ({
        results: [
          ...new Map(pages.flatMap(({ results }) => results).map((row) => [keyOf(row), row])).values(),
        ],
        count: pages.at(-1)?.count ?? 0,
      }),
      placeholderData: keepPreviousData,
      meta: { topics: call.topics, plants },
    }),
  );
}
