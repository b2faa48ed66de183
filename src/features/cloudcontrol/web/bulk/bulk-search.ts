import { z } from 'zod';

const digits = z
  .string()
  .regex(/^\d{0,15}$/)
  .catch('')
  .default('');

/** What the screen takes over from where it was opened: a plant, and what the devices are. */
export const BulkSearch = z.object({
  plant: z.string().max(32).catch('').default(''),
  /** A template's key. */
  template: z.string().max(80).catch('').default(''),
  /** A device that the others are like. */
  like: digits,
});
export type BulkSearch = z.infer<typeof BulkSearch>;

export const BULK_DEFAULTS = { plant: '', template: '', like: '' } as const satisfies BulkSearch;
