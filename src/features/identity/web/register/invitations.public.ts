import type { Role } from '../../../../shared/contract/capabilities.ts';

/** What a mailed invitation is about. */
export interface InvitationFound {
  company: string;
  email: string;
  first_name: string;
  last_name: string;
  roles: readonly Role[];
  invited_by: string;
  expires_at: string;
  /** Whether the address has an account, which signs in instead of registering. */
  registered: boolean;
}

/** Invitations belong to companies, which accounts know nothing of: their area lends these calls. Both throw CallError. */
export interface Invitations {
  find(token: string): Promise<InvitationFound>;
  /** Joins the company with the signed-in account; answers the company's id. */
  accept(token: string): Promise<number>;
}
