import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allows, type Role } from '../../../../shared/contract/capabilities.ts';
import { type MadeThing, tokenOf } from '../../../../shared/contract/made-things.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { madeQuery } from '../companies.api.ts';

/** What of it could not be made with these roles any more; all of it with none. */
export function beyond(things: readonly MadeThing[], roles: readonly Role[]): MadeThing[] {
  return things.filter(({ capability }) => !allows(capability, roles));
}

/**
 * What a user made that goes on without these roles, and what of it is to end: what is advised, until somebody chooses.
 */
export function useMade(user_id: number, roles: readonly Role[]) {
  const { id_client } = useCompany();
  const { data, error, refetch, isPending } = useQuery(madeQuery(id_client, user_id));
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const things = beyond(data ?? [], roles);
  const tokens = things.map(tokenOf);
  const advised = things.filter((thing) => thing.advised).map(tokenOf);
  const chosen = picked === null ? advised : picked.filter((token) => tokens.includes(token));
  return { things, chosen, choose: setPicked, error, refetch, isPending };
}
