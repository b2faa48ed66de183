import { z } from 'zod';
import { ROLES } from '../../shared/contract/capabilities.ts';
import { Company } from '../companies/companies.model.ts';

export const Membership = Company.extend({
  roles: z.array(z.enum(ROLES)),
  /** The company asks for a second factor that this user has not switched on: until then it stays closed to them. */
  second_factor_due: z.boolean(),
  /** It was made before its owner's address was proved: its owner says whether it stays. */
  claim_due: z.boolean(),
});
export type Membership = z.infer<typeof Membership>;

// spec §3: User
export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  language: z.enum(['it', 'en']),
  color_scheme: z.enum(['auto', 'light', 'dark']),
  /** Whether the address was confirmed by its mailed link. */
  confirmed: z.boolean(),
  /** The address that waits for its link to be followed, or null. */
  pending_email: z.string().nullable(),
  second_factor: z.boolean(),
  recovery_codes_left: z.int(),
  /** Content hash of the picture, or null. */
  avatar: z.string().nullable(),
  version: z.int(),
  companies: z.array(Membership),
  currentCompany: Membership.nullable(),
});
export type User = z.infer<typeof User>;

export const Tokens = z.object({ access: z.string(), refresh: z.string() });
export const SignedIn = Tokens.extend({ user: User });
