/** Fewest characters of a password; no other rule of composition stands beside it. */
export const MIN_PASSWORD = 12;

/**
 * What can be wrong with a field of an account's forms: the codes that the calls answer beside their English sentences. The
 * portal's words for them stand under `faults`.
 */
export type AccountFault =
  | 'password_confirm'
  | 'password_short'
  | 'password_common'
  | 'password_personal'
  | 'password_wrong'
  | 'password_needed'
  | 'code_wrong'
  | 'account_disabled'
  | 'email_taken'
  | 'email_unavailable'
  | 'link_invalid'
  | 'too_many_links'
  | 'invitation_needed'
  | 'invitation_invalid'
  | 'invitation_email'
  | 'avatar_type'
  | 'avatar_pixels'
  | 'avatar_broken';

/** An address as it is kept and compared: without regard to case. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

// spec §5: the sentences of the form, for an empty field and for one that is not there
export const INSERT = { email: 'Insert email address', password: 'Insert password' } as const;
