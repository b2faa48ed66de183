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

/** A company as its own page shows it. */
export const CompanyDetails = Company.extend({
  /** Readings older than this are let go, the figures of their days stay; null keeps them for ever. */
  readings_kept_months: z.int().nullable(),
  /** Content hash of the logo that its documents print; null where there is none. */
  logo: z.string().nullable(),
});
export type CompanyDetails = z.infer<typeof CompanyDetails>;

/** Live readings may be 400 days old when they come: nobody keeps them for less. */
export const MIN_KEPT_MONTHS = 15;
export const MAX_KEPT_MONTHS = 600;

/** Digits with the usual marks between them, perhaps with an extension behind. */
const TELEPHONE =
  /^\(?\+?[0-9 ()\-/.]*[0-9][0-9 ()\-/.]*(?:[,;]? ?(?:ext|extension|x|int|interno)[. :]*[0-9]{1,8})?$/i;
export const MAX_TELEPHONE = 40;

/** Whether something can be dialled; nothing at all is no fault, since a company need not have a telephone. */
export function looksLikeTelephone(text: string): boolean {
  const typed = text.trim();
  return typed === '' || (typed.length <= MAX_TELEPHONE && TELEPHONE.test(typed));
}

/** First and last name as a company keeps them, from the one name of an account. */
export function namesOf(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...last] = name.trim().split(/\s+/);
  return { first_name: first_name.slice(0, 80), last_name: last.join(' ').slice(0, 80) };
}

const MAX_SLUG = 60;

/** A company's short name for addresses, made from its name: small letters, digits and hyphens, never empty. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');
  return slug || 'company';
}
