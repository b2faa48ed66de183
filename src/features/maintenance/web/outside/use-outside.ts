import { useQueryClient } from '@tanstack/react-query';
import { callKey } from '../../../../shared/web/api/call-key.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { type OutsideRequest, outsideRequestsCalls } from '../../outside-requests.contract.ts';

/** What the page of a link does once its request has changed. */
export function useOutside(token: string) {
  const client = useQueryClient();
  const key = callKey(null, outsideRequestsCalls.get, { params: { token } });
  const onDone = (request: OutsideRequest) => void client.setQueryData(key, request);
  return {
    moving: useSend(outsideRequestsCalls.setState, { onDone }),
    ticking: useSend(outsideRequestsCalls.tick, { onDone }),
    /** Asks for it anew. */
    renew: () => client.invalidateQueries({ queryKey: key }),
  };
}
