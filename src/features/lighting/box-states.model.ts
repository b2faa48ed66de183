/** What a cabinet is like just now; the first that holds. */
export const BOX_STATES = ['unpaired', 'silent', 'fault', 'by_hand', 'lit', 'dark'] as const;
