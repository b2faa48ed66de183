import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { AnyCall } from '../../contract/call.ts';
import { CallError } from '../../contract/client.ts';
import { useCompany, useCompanyIfAny } from '../company/context.tsx';
import { type Answer, type Input, isCompanyFree } from './call-key.ts';
import { callQuery, type Load, loadQuery, type QueryTuning } from './call-query.ts';
import { type Given, send } from './send.ts';

type Query<C extends AnyCall, T> =
  Record<never, never> extends Input<C>
    ? [input?: Input<C> | null, tuning?: QueryTuning<Answer<C>, T>]
    : [input: Input<C> | null, tuning?: QueryTuning<Answer<C>, T>];

/** The company that a call is made in; null for one that belongs to none. */
function useCompanyOf(call: AnyCall): number | null {
  const company = useCompanyIfAny();
  if (isCompanyFree(call)) return null;
  if (!company) throw new Error(`${call.path} is asked inside a company`);
  return company.id_client;
}

/**
 * What a call answers, kept current while it is on screen: by live events, and by writes that change its topics. Leaving
 * the screen cancels it. Without an input (null) nothing is asked yet.
 */
export function useCall<C extends AnyCall, T = Answer<C>>(
  call: C,
  ...[input, tuning]: Query<C, T>
): UseQueryResult<T> {
  const given = input === undefined ? ({} as Input<C>) : input;
  return useQuery(callQuery<C, T>(useCompanyOf(call), call, given, tuning));
}

/** What several calls answer together. */
export function useLoad<A, T = A>(question: Load<A, T>): UseQueryResult<T> {
  return useQuery(loadQuery(useCompany().id_client, question));
}

interface SendOptions<C extends AnyCall> {
  onDone?: (answer: Answer<C>, input: Input<C>) => unknown;
  onFailed?: (fault: Error, input: Input<C>) => unknown;
  /** Whoever removes what somebody else has just removed finds it as it should be. */
  goneIsDone?: boolean;
}

const isGone = (fault: unknown): boolean => fault instanceof CallError && fault.status === 404;

/** Makes a write from the screen: `mutate(input)`, `isPending`, `error`. What it changes is renewed by itself. */
export function useSend<C extends AnyCall>(
  call: C,
  { onDone, onFailed, goneIsDone = false }: SendOptions<C> = {},
) {
  const company = useCompanyOf(call);
  return useMutation({
    mutationFn: async (input: Input<C>) => {
      try {
        return await send(call, { ...input, ...(company !== null && { company }) } as Given<C>);
      } catch (fault) {
        if (goneIsDone && isGone(fault)) return undefined as Answer<C>;
        throw fault;
      }
    },
    ...(onDone && { onSuccess: (answer: Answer<C>, input: Input<C>) => onDone(answer, input) }),
    ...(onFailed && { onError: onFailed }),
  });
}
