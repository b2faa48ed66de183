import type { Tx } from '../../../shared/server/tenancy.ts';

/** An invitation that may be accepted. */
export interface OpenInvitation {
  company_id: number;
  email: string;
}

/** What accounts need of companies; the composition hands it in, because identity enters no other area. */
export interface Members {
  /** Takes a user out of the company of the scope, and ends what is named of what they made. @throws AppError not_found, forbidden, conflict (the last owner) */
  dismiss(tx: Tx, user_id: number, revoke: readonly string[]): Promise<void>;
  /** The invitation that a link's token stands for, while it may be accepted. */
  findInvitation(token: string): Promise<OpenInvitation | undefined>;
  /**
   * Makes a user a member as they were invited, inside the transaction; a token that was mailed also confirms the address.
   * @throws AppError when it was accepted or withdrawn meanwhile
   */
  acceptInvitation(tx: Tx, token: string, user_id: number): Promise<void>;
  /** Closes the company of the scope where nobody but this account belongs to it. */
  closeWithOwner(tx: Tx, user_id: number): Promise<void>;
  /** Opens the company of the scope again that was closed with its owner. */
  openWithOwner(tx: Tx): Promise<void>;
  /** Ends what an account made in the company of the scope before its address was proved, and asks its owner whether it stays. */
  endPlantedIn(tx: Tx, user_id: number): Promise<void>;
  /** Takes a user who removes their account out of the company of the scope. @throws AppError conflict for its last owner */
  leave(tx: Tx, user_id: number): Promise<void>;
  /** Removes what the company of the scope keeps of a person's name and addresses in invitations, whether they belong to it or not. */
  forgetPerson(tx: Tx, person: { user_id: number; emails: readonly string[] }): Promise<void>;
}
