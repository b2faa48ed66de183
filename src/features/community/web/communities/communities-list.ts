import { z } from 'zod';
import { defineListState, mode, q, sort } from '../../../../shared/web/list/list-state.ts';

/** What the page of communities holds in its address. */
export const CommunitiesList = defineListState('communities', { q: q(), sort: sort(), form: mode(['new']) });

/** Which community's settings are open, and whether a file is taken in for it. */
export const SettingsAddress = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .optional()
    .catch(undefined),
  form: z.enum(['members', 'hours', 'readings']).optional().catch(undefined),
});
