/** How far a downtime's insurance claim is. */
export const CLAIM_STATES = ['none', 'to_report', 'reported', 'accepted', 'refused', 'paid'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];
