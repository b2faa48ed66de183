import { z } from 'zod';
import {
  type Choice,
  DURATIONS,
  readCompare,
  SPANS,
  STEPS,
} from '../../../../shared/web/charts/choice.model.ts';
import { ZOOM } from '../../../../shared/web/charts/view.model.ts';

const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .catch(undefined);

/** Periods that energy is told of. */
export const ENERGY_SPANS = ['day', 'month', 'year'] as const;

/** The plant page's part of the address: the period, the resolution and what is drawn. What is not understood is left out. */
export const PlantSearch = z.object({
  span: z.enum(SPANS).default('day').catch('day'),
  date,
  to: date,
  last: z.enum(DURATIONS).optional().catch(undefined),
  step: z.enum(STEPS).optional().catch(undefined),
  /** Keys of what is drawn, joined by commas; none means the main variables. */
  vars: z.string().max(2000).optional().catch(undefined),
  /** What it is compared with: before, year, plant.CODE. */
  compare: z
    .string()
    .refine((text) => readCompare(text) !== undefined)
    .optional()
    .catch(undefined),
  /** The period that energy is told of, and a day that lies in it; none is the current one. */
  energy: z.enum(ENERGY_SPANS).default('day').catch('day'),
  on: date,
  /** The day of the strings' map; none is today. */
  strings: date,
  /** What of the period is on screen, in milliseconds. */
  zoom: z.string().regex(ZOOM).optional().catch(undefined),
});
export type PlantSearch = z.infer<typeof PlantSearch>;

export const PLANT_DEFAULTS = { span: 'day', energy: 'day' } as const;

export const choiceOf = ({ span, date, to, last }: PlantSearch): Choice => ({ span, date, to, last });

/** The keys that the address names, or null when it leaves the choice to the page; an empty text is none at all. */
export const chosenKeys = ({ vars }: PlantSearch): string | null => vars ?? null;
