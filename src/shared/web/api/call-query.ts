import { type QueryMeta, queryOptions, skipToken, type UseQueryOptions } from '@tanstack/react-query';
import type { AnyCall } from '../../contract/call.ts';
import type { Topic } from '../../contract/topics.ts';
import { type Answer, callKey, type Input, plantsOf } from './call-key.ts';
import type { ByPlant } from './plant-batches.ts';
import { companyKey } from './query-client.ts';
import { type Given, send } from './send.ts';

type Tuning<A, T> = Pick<
  UseQueryOptions<A, Error, T>,
  | 'enabled'
  | 'gcTime'
  | 'placeholderData'
  | 'refetchInterval'
  | 'refetchOnWindowFocus'
  | 'retry'
  | 'retryOnMount'
  | 'select'
  | 'staleTime'
>;

/** How an answer is kept and renewed, beyond what the call declares. */
export interface QueryTuning<A, T = A> extends Tuning<A, T> {
  /** The plants that an answer is about, where the input does not name them: events of other plants leave it alone. */
  plants?: readonly string[] | ((answer: A) => readonly string[]) | undefined;
  /** Renews only the part of the answer that belongs to the plants of an event. */
  byPlant?: ByPlant<A>;
}

/** The cache keeps answers of every kind: their types are left behind here. */
const metaOf = (meta: object): QueryMeta => meta;

/**
 * The query of a call: its key, its signal and what makes it old come from the declaration. For `useQuery`, loaders and
 * prefetching. Without an input (null) nothing is asked yet.
 */
export function callQuery<C extends AnyCall, T = Answer<C>>(
  company: number | null,
  call: C,
  input: Input<C> | null,
  { plants = plantsOf(input), byPlant, ...tuning }: QueryTuning<Answer<C>, T> = {},
) {
  return queryOptions<Answer<C>, Error, T>({
    ...tuning,
    queryKey: callKey(company, call, input),
    queryFn:
      input === null
        ? skipToken
        : ({ signal }) => send(call, { ...input, ...(company !== null && { company }), signal } as Given<C>),
    meta: metaOf({ topics: call.topics, plants, byPlant }),
  });
}

/** Makes a call in the company and for the query that asks. */
export type Ask = <C extends AnyCall>(call: C, input: Input<C>) => Promise<Answer<C>>;

/** A question that takes several calls, or shapes their answers before they are kept. */
export interface Load<A, T = A> extends QueryTuning<A, T> {
  /** With `input`, where the answer is kept. */
  name: string;
  input?: unknown;
  /** The calls that are made: their topics are those of the question. */
  of: readonly AnyCall[];
  load: (ask: Ask, signal: AbortSignal) => Promise<A>;
}

/** The query of a question that takes several calls. */
export function loadQuery<A, T = A>(company: number, { name, input, of, load, ...given }: Load<A, T>) {
  const { plants = plantsOf({ query: input }), byPlant, ...tuning } = given;
  const topics: Topic[] = of.flatMap((call) => [...(call.topics ?? [])]);
  return queryOptions<A, Error, T>({
    ...tuning,
    queryKey: companyKey(company, name, input ?? {}),
    queryFn: ({ signal }) => load((call, own) => send(call, { ...own, company, signal } as never), signal),
    meta: metaOf({ topics, plants, byPlant }),
  });
}
