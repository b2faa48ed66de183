import { queryOptions, useQuery } from '@tanstack/react-query';
import { companyKey, queryClient } from '../../../shared/web/api/query-client.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { type Card, overviewCalls } from '../overview.contract.ts';
import { mergeCards } from '../overview.model.ts';

/** Every card of a company; live events keep it current, so it does not grow old by itself. */
export function cardsQuery(company: number) {
  return queryOptions({
    queryKey: companyKey(company, 'cards'),
    queryFn: ({ signal }) => send(overviewCalls.cards, { signal, company }),
    staleTime: 30_000,
  });
}

export function useCards() {
  return useQuery(cardsQuery(useCompany().id_client));
}

/** So many codes would make an address longer than servers take: the whole list is asked for instead. */
const MAX_NAMED = 200;
const PAUSE_MS = 1_000;

let waiting = new Set<string>();
let waitingFor = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

async function invalidate(company: number, codes: string[]): Promise<void> {
  const { queryKey } = cardsQuery(company);
  if (queryClient.getQueryState(queryKey)?.status !== 'success') return;
  if (codes.length > MAX_NAMED) return queryClient.invalidateQueries({ queryKey });
  const renewed = await send(overviewCalls.cards, { query: { codes: codes.join(',') }, company });
  queryClient.setQueryData(queryKey, (cards: Card[] | undefined) => cards && mergeCards(cards, renewed));
}

/** Renews the cards of these plants, at most once a second whatever the events. */
export function invalidateCards(company: number, codes: readonly string[]): void {
  if (waitingFor !== company) waiting = new Set();
  waitingFor = company;
  for (const code of codes) waiting.add(code);
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    const asked = [...waiting];
    waiting = new Set();
    timer = undefined;
    invalidate(waitingFor, asked).catch((fault: unknown) => {
      // The list is kept as it is and marked as old: the next look at it asks again and says how it went.
      console.warn('cards could not be renewed', fault);
      return queryClient.invalidateQueries({ queryKey: cardsQuery(waitingFor).queryKey });
    });
  }, PAUSE_MS);
}
