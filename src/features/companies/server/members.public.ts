import type pg from 'pg';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { acceptIn, findOpen } from './acceptance.service.ts';
import { cameByMail } from './invitation-link.ts';
import { dismissMember, leaveCompany } from './members.service.ts';

/** An invitation that may be accepted, as far as whoever registers with it is concerned. */
export interface OpenInvitation {
  company_id: number;
  email: string;
  /** Whether the token came by mail, which proves the address; a link that the inviter handed over proves nothing. */
  mailed: boolean;
}

/** What accounts need of companies. */
export function membersDoor(pool: pg.Pool) {
  return {
    dismiss: (scope: Scope, user_id: number): Promise<void> =>
      inScope(pool, scope, (tx) => dismissMember(tx, user_id)),
    findInvitation: (token: string): Promise<OpenInvitation | undefined> =>
      findOpen(pool, token, async (tx, { email, digest }) => ({
        company_id: tx.scope.company_id,
        email,
        mailed: cameByMail(token, digest),
      })),
    acceptInvitation: (tx: Tx, token: string, user_id: number): Promise<void> => acceptIn(tx, token, user_id),
    leave: (tx: Tx, user_id: number): Promise<void> => leaveCompany(tx, user_id),
  };
}
