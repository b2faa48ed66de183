import { z } from 'zod';

/** How far back a page of entries looks: a few usual stretches, or days that a person chose. */
export const DAY_SPANS = ['all', 'today', 'week', 'month', 'free'] as const;

const DAYS = { today: 1, week: 7, month: 30 } as const;

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .catch(undefined);

/** A stretch of days in an address; `from` and `to` are the first and last day of a free one. */
export const daySpanFields = {
  span: z.enum(DAY_SPANS).default('all').catch('all'),
  from: day,
  to: day,
};
export interface DaySpan {
  span: (typeof DAY_SPANS)[number];
  from?: string | undefined;
  to?: string | undefined;
}

/** Midnight of a day of the reader's calendar, so many days later. */
function midnight(of: Date, later = 0): Date {
  return new Date(of.getFullYear(), of.getMonth(), of.getDate() + later);
}

const dayOf = (text: string): Date => {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, date);
};

/** The window of time that is looked at, half-open, in days of the reader's calendar. */
export function windowOfDays({ span, from, to }: DaySpan, now: Date): { start?: string; end?: string } {
  if (span === 'all') return {};
  if (span !== 'free') return { start: midnight(now, 1 - DAYS[span]).toISOString() };
  return {
    ...(from ? { start: dayOf(from).toISOString() } : {}),
    ...(to ? { end: midnight(dayOf(to), 1).toISOString() } : {}),
  };
}
