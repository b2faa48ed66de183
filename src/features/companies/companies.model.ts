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
