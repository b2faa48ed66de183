import { z } from 'zod';
import { ALARM_CODES } from '../../alarms.model.ts';

/** The address of the thresholds: whose they are, and which alarm is open. */
export const RulesSearch = z.object({
  plant: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/)
    .optional()
    .catch(undefined),
  device: z.coerce.number().int().positive().optional().catch(undefined),
  code: z.enum(ALARM_CODES).optional().catch(undefined),
});
export type RulesSearch = z.infer<typeof RulesSearch>;
