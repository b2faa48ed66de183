/** Quality of a reading; its place in this list is the byte kept beside it. */
export const QUALITIES = ['good', 'stale', 'asleep', 'missing', 'failed'] as const;
export type Quality = (typeof QUALITIES)[number];

export const RESOLUTIONS = ['auto', 'raw', '15m', 'hour', 'day', 'month', 'year'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const AGGREGATES = ['mean', 'sum', 'min', 'max', 'last', 'energy'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** At most this many points of a series leave the server. */
export const MAX_POINTS = 5000;
