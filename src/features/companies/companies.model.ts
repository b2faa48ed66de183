import { z } from 'zod';

// spec §3: Company
export const Company = z.object({
  id_client: z.int(),
  name: z.string(),
  description: z.string(),
  telephone: z.string(),
  tag_key: z.string(),
  company_slug: z.string(),
  enabled: z.boolean(),
  second_factor_required: z.boolean(),
  version: z.int(),
});
export type Company = z.infer<typeof Company>;

/** First and last name as a company keeps them, from the one name of an account. */
export function namesOf(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...last] = name.trim().split(/\s+/);
  return { first_name: first_name.slice(0, 80), last_name: last.join(' ').slice(0, 80) };
}

const SLUG_AT_MOST = 60;

/** A company's short name for addresses, made from its name: small letters, digits and hyphens, never empty. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_AT_MOST)
    .replace(/^-+|-+$/g, '');
  return slug || 'company';
}
