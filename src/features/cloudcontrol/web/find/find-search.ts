import { z } from 'zod';

/** What the screen takes over from where it was opened: a plant, and a port of it. */
export const FindSearch = z.object({
  plant: z.string().max(32).catch('').default(''),
  port_id: z
    .string()
    .regex(/^\d{0,15}$/)
    .catch('')
    .default(''),
});
export type FindSearch = z.infer<typeof FindSearch>;

export const FIND_DEFAULTS = { plant: '', port_id: '' } as const satisfies FindSearch;
