import { useState } from 'react';
import { allows, type Role } from '../../../../shared/contract/capabilities.ts';
import { type MadeThing, tokenOf } from '../../../../shared/contract/made-things.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { companiesCalls } from '../../companies.contract.ts';

/** What of it could not be made with these roles any more; all of it with none. */
export function beyond(things: readonly MadeThing[], roles: readonly Role[]): MadeThing[] {
  return things.filter(({ capability }) => !allows(capability, roles));
}

/**
 * What a user made that goes on without these roles, and what of it is to end: what is advised, until somebody chooses.
 */
export function useMade(user_id: number, roles: readonly Role[]) {
  const { data, error, refetch, isPending } = useCall(
    companiesCalls.listMade,
    { params: { id: String(user_id) } },
    // Asked for each time that somebody is about to decide, and once: what the decision itself changes is not asked of
    // somebody who is no member any more.
    { staleTime: 0, gcTime: 0, enabled: ({ state }) => state.data === undefined },
  );
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const things = beyond(data ?? [], roles);
  const tokens = things.map(tokenOf);
  const advised = things.filter((thing) => thing.advised).map(tokenOf);
  const chosen = picked === null ? advised : picked.filter((token) => tokens.includes(token));
  return { things, chosen, choose: setPicked, error, refetch, isPending };
}
