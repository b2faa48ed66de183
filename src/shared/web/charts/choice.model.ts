export const SPANS = ['day', 'week', 'month', 'year', 'free', 'last'] as const;
export type Span = (typeof SPANS)[number];

// spec §9: duration choices; here the quick windows of a live chart
export const DURATIONS = ['30m', '1h', '2h', '3h', '4h', '5h', '1d', '2d', '4d'] as const;
export type Duration = (typeof DURATIONS)[number];

export const STEPS = ['raw', '15m', 'hour', 'day', 'month', 'year'] as const;
/** What one point of a series stands for. */
export type Step = (typeof STEPS)[number];

/**
 * What a person chose to look at. `date` (YYYY-MM-DD, local to the plant) lies in the day, week, month or year, and is
 * the first day of a free range; none means the current one. `to` is the last day of a free range.
 */
export interface Choice {
  span: Span;
  date?: string | undefined;
  to?: string | undefined;
  last?: Duration | undefined;
}

/** What a chart is compared with: the period before, the same one of last year, or the same quantities of another plant. */
export type Compare = { with: 'before' } | { with: 'year' } | { with: 'plant'; proj_code: string };

const PLANT = /^plant\.([A-Za-z0-9_-]{1,32})$/;

/** As it stands in an address: before, year, plant.CODE; undefined for what is none of them. */
export function readCompare(text: string | undefined): Compare | undefined {
  if (text === 'before' || text === 'year') return { with: text };
  const proj_code = PLANT.exec(text ?? '')?.[1];
  return proj_code === undefined ? undefined : { with: 'plant', proj_code };
}

export const writeCompare = (compare: Compare | undefined): string | undefined =>
  compare?.with === 'plant' ? `plant.${compare.proj_code}` : compare?.with;
