import { z } from 'zod';

/** What a screen of the catalogue holds in its address. */
export const CatalogueSearch = z.object({
  q: z.string().max(200).catch('').default(''),
  /** A column, with a hyphen before it for descending. */
  sort: z.string().max(40).catch('').default(''),
});
export type CatalogueSearch = z.infer<typeof CatalogueSearch>;

export const CATALOGUE_DEFAULTS = { q: '', sort: '' } as const satisfies CatalogueSearch;
