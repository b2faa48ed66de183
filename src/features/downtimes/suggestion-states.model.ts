/** What became of a suggested downtime. */
export const SUGGESTION_STATES = ['open', 'accepted', 'merged', 'dismissed'] as const;
