/** What calls about companies, users and invitations refuse in words: the portal has a sentence for each. */
export const COMPANY_FAULTS = [
  // Companies.
  'too_many_companies',
  'too_many_founded',
  'administrators_only',
  'readings_administrators_only',
  'own_second_factor_missing',
  // The logo.
  'logo_type',
  'logo_pixels',
  'logo_broken',
  // Users.
  'higher_rank',
  'role_above',
  'last_owner',
  // Invitations.
  'unconfirmed',
  'already_member',
  'already_invited',
  'invited_just_now',
  'too_many_invitations',
  'too_many_sent',
  'other_address',
  // Keys.
  'too_many_keys',
  'expiry_is_past',
] as const;
export type CompanyFault = (typeof COMPANY_FAULTS)[number];

/** Companies that one person may own at once. */
export const MAX_OWNED = 20;
/** Companies that one person founds in a day, those that they disabled again among them. */
export const FOUNDED_IN_A_DAY = 20;
/** Keys of a company that hold at once. */
export const MAX_KEYS = 200;
/** Invitations that a company sends in a day. */
export const INVITED_IN_A_DAY = 200;
/** Invitations that one person sends in a day, over all their companies. */
export const SENT_IN_A_DAY = 200;
