import type { AnyCall } from '../../contract/call.ts';
import { type Answer, callKey, type Input } from './call-key.ts';
import { callQuery } from './call-query.ts';
import { queryClient } from './query-client.ts';

type Change<C extends AnyCall> = (before: Answer<C> | undefined) => Answer<C> | undefined;

/** Shows an answer that is known already, wherever the call is on screen; a function makes it from the one before. */
export function keepAnswer<C extends AnyCall>(
  company: number | null,
  call: C,
  input: Input<C>,
  answer: Answer<C> | Change<C>,
): void {
  const before = queryClient.getQueryData<Answer<C>>(callKey(company, call, input));
  const next = typeof answer === 'function' ? (answer as Change<C>)(before) : answer;
  if (next === undefined) return;
  const options = callQuery(company, call, input);
  // With its options: what is kept before anybody asks knows already what makes it old.
  queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions(options));
  queryClient.setQueryData(options.queryKey, next);
}

/** Drops an answer about what is gone, so that nobody asks for it again. */
export function forgetAnswer<C extends AnyCall>(company: number | null, call: C, input: Input<C>): void {
  queryClient.removeQueries({ queryKey: callKey(company, call, input), exact: true });
}
