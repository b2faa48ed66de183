/** A longer range is marked in parts: each day of it has to be counted anew. */
export const MARK_DAYS_AT_MOST = 400;
export const MARK_VARIABLES_AT_MOST = 100;
export const REASON_AT_MOST = 500;
