/** Series in one chart. */
export const MAX_SERIES = 40;

/** Charts that one person keeps in a company. */
export const MAX_CHARTS = 200;

/** Why a chart is not saved or removed, where a person is to read it. */
export type ChartFault = 'too_many_charts' | 'not_the_owner' | 'too_many_units';
