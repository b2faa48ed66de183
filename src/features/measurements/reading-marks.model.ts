/** A longer range is marked in parts: each day of it has to be counted anew. */
export const MAX_MARK_DAYS = 400;
export const MAX_MARK_VARIABLES = 100;
export const MAX_REASON = 500;
