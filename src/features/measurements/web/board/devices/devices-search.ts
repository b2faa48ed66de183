import { z } from 'zod';
import { type Choice, DURATIONS, SPANS } from '../../../../../shared/web/charts/choice.model.ts';
import { DEVICE_CATEGORIES } from '../../../../plants/plants.model.ts';

const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .catch(undefined);

/** The address of the view over all devices: which variable, where, over which period, which page. */
export const DevicesSearch = z.object({
  variable: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}$/)
    .optional()
    .catch(undefined),
  /** Of one plant only. */
  plant: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/)
    .optional()
    .catch(undefined),
  /** Devices of one kind only; `all` for all. */
  kind: z
    .enum([...DEVICE_CATEGORIES, 'all'])
    .optional()
    .catch(undefined),
  span: z.enum(SPANS).default('day').catch('day'),
  date,
  to: date,
  last: z.enum(DURATIONS).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).default(1).catch(1),
});
export type DevicesSearch = z.infer<typeof DevicesSearch>;

export const DEVICES_DEFAULTS = { span: 'day', page: 1 } as const;

export const choiceOf = ({ span, date: day, to, last }: DevicesSearch): Choice => ({
  span,
  date: day,
  to,
  last,
});
