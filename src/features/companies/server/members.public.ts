import type pg from 'pg';
import type { KindsOfMade } from '../../../shared/server/made-things.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { acceptIn, findOpen } from './acceptance.service.ts';
import { closeWithOwner, endPlantedIn, openWithOwner } from './first-proof.service.ts';
import { type Forgotten, forgetPerson } from './forget-person.service.ts';
import { dismissMember, leaveCompany } from './members.service.ts';

/** What accounts need of companies. */
export function membersApi(pool: pg.Pool, kinds: KindsOfMade) {
  return {
    dismiss: (tx: Tx, user_id: number, revoke: readonly string[]): Promise<void> =>
      dismissMember(tx, user_id, { kinds, revoke }),
    findInvitation: (token: string): Promise<{ company_id: number; email: string } | undefined> =>
      findOpen(pool, token, async (tx, { email }) => ({ company_id: tx.scope.company_id, email })),
    acceptInvitation: async (tx: Tx, token: string, user_id: number): Promise<void> => {
      // A fresh account, in which nothing can have been planted.
      await acceptIn(tx, token, user_id);
    },
    closeWithOwner,
    openWithOwner,
    endPlantedIn: (tx: Tx, user_id: number): Promise<void> => endPlantedIn(tx, kinds, user_id),
    leave: (tx: Tx, user_id: number): Promise<void> => leaveCompany(tx, { user_id, kinds }),
    forgetPerson: (tx: Tx, person: Forgotten): Promise<void> => forgetPerson(tx, person),
  };
}
