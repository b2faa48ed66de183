import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { overviewCalls } from '../overview.contract.ts';
import { mergeCards } from '../overview.model.ts';

/** So many codes would make an address longer than servers take: the whole list is asked for instead. */
const MAX_NAMED = 200;

interface CardsTuning {
  readonly retryOnMount?: boolean;
  /** Codes of the plants on screen. */
  readonly inView?: () => readonly string[];
  /** False: what another screen has asked for is shown, and nothing is asked. */
  readonly enabled?: boolean;
}

/**
 * Every card of the company; live events renew those of their plants, so it does not grow old by itself. A part of a page
 * that is shown once they came or failed does not ask again: the page would wait for it, and take the part away.
 * Of thousands of plants those in view are renewed at once, the others with the whole list, now and then.
 */
export function useCards({ retryOnMount = true, inView, enabled = true }: CardsTuning = {}) {
  const company = useCompany().id_client;
  return useCall(
    overviewCalls.cards,
    {},
    {
      staleTime: 30_000,
      retryOnMount,
      enabled,
      byPlant: {
        max: MAX_NAMED,
        ...(inView && { inView }),
        load: async (codes) => {
          const renewed = await send(overviewCalls.cards, { query: { codes: codes.join(',') }, company });
          return (cards) => mergeCards(cards, renewed);
        },
      },
    },
  );
}
