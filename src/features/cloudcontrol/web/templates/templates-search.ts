import { z } from 'zod';

/** What the list of templates holds in its address. */
export const TemplatesSearch = z.object({
  q: z.string().max(200).catch('').default(''),
  /** A column, with a hyphen before it for descending. */
  sort: z.string().max(40).catch('').default(''),
  kind: z.string().max(40).catch('').default(''),
  maker: z.string().max(80).catch('').default(''),
  from: z.enum(['', 'own', 'program']).catch('').default(''),
});
export type TemplatesSearch = z.infer<typeof TemplatesSearch>;

export const TEMPLATES_DEFAULTS = {
  q: '',
  sort: '',
  kind: '',
  maker: '',
  from: '',
} as const satisfies TemplatesSearch;
