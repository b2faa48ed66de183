import type { Scope, Tx } from '../../../shared/server/tenancy.ts';

/** What accounts need of companies; the composition hands it in, because identity enters no other area. */
export interface Members {
  /** Takes a user out of the company of the scope. @throws Refusal not_found, forbidden, conflict (the last owner) */
  dismiss(scope: Scope, user_id: number): Promise<void>;
  /**
   * The invitation that a link's token stands for, while it may be accepted. Only a token that was `mailed` proves the
   * address; a link that the inviter copied and handed over does not.
   */
  findInvitation(token: string): Promise<{ company_id: number; email: string; mailed: boolean } | undefined>;
  /** Makes a user a member as they were invited, inside the transaction; a mailed token also confirms their address. @throws Refusal when it was accepted or withdrawn meanwhile */
  acceptInvitation(tx: Tx, token: string, user_id: number): Promise<void>;
  /** Takes a user who removes their account out of the company of the scope. @throws Refusal conflict for its last owner */
  leave(tx: Tx, user_id: number): Promise<void>;
}
