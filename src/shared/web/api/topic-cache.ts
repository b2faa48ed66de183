import type { InvalidateOptions, Query } from '@tanstack/react-query';
import { type Topic, WIDE_TOPICS } from '../../contract/topics.ts';
import { type ByPlant, PlantBatches } from './plant-batches.ts';
import { companyKey, queryClient } from './query-client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      topics?: readonly Topic[] | undefined;
      plants?: readonly string[] | ((answer: unknown) => readonly string[]) | undefined;
      byPlant?: ByPlant<unknown> | undefined;
    };
  }
}

const shares = <T>(one: readonly T[] = [], other: readonly T[] = []): boolean =>
  one.some((item) => other.includes(item));

const isWide = (topics: readonly Topic[]): boolean => shares(topics, WIDE_TOPICS);

/** Whether a query is the company's, or belongs to no company, and is made of one of the topics. */
function concerns({ queryKey, meta }: Query, company: number | null, topics: readonly Topic[]): boolean {
  const [kind, of] = queryKey;
  if (kind === 'company' && of !== company) return false;
  return (kind === 'company' && isWide(topics)) || shares(meta?.topics, topics);
}

const following = new WeakSet<Query>();

/** Asks once more when the fetch that is under way has ended: what it answers may have been read before the change. */
function renewAfterFetch(query: Query): void {
  if (following.has(query)) return;
  following.add(query);
  const again = () => {
    following.delete(query);
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  query.promise?.then(again, again);
}

/** Asks again for everything on screen that is made of these topics; what is not on screen is marked as old. */
export async function invalidateTopics(
  company: number | null,
  topics: readonly Topic[],
  options?: InvalidateOptions,
): Promise<void> {
  if (topics.length === 0) return;
  const predicate = (query: Query) => concerns(query, company, topics);
  // The library begins no first fetch anew.
  for (const query of queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' }))
    if (query.state.data === undefined) renewAfterFetch(query);
  await queryClient.invalidateQueries({ predicate }, options);
}

/** Asks again for everything that is known of a company. */
export const invalidateCompany = (company: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: companyKey(company) });

/** Whether an answer is about plants, and about none of these. */
function isOfOthers({ meta, state }: Query, codes: readonly string[]): boolean {
  const { plants } = meta ?? {};
  if (typeof plants !== 'function') return plants !== undefined && !shares(plants, codes);
  return state.data !== undefined && !shares(plants(state.data), codes);
}

const batches = new PlantBatches(queryClient);

/**
 * What the live stream tells: answers of these topics are asked for again, those about other plants than the named ones
 * are left alone. A fetch that is under way is left to end, and followed by another: events every second would else keep a
 * slow one from answering. Only where words or plants have changed, which is rare, it begins anew.
 */
export function renewByEvent(
  company: number,
  topics: readonly Topic[],
  codes?: readonly string[],
  parts: Pick<PlantBatches, 'renew'> = batches,
): void {
  const others = (query: Query) => codes && isOfOthers(query, codes);
  const predicate = (query: Query): boolean => {
    if (!concerns(query, company, topics) || others(query)) return false;
    if (codes && query.meta?.byPlant && query.isActive()) {
      parts.renew(query, codes);
      return false;
    }
    if (isWide(topics) || query.state.fetchStatus !== 'fetching') return true;
    renewAfterFetch(query);
    return false;
  };
  void queryClient.invalidateQueries({ predicate });
}
