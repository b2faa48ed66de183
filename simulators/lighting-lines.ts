/** Lines of a cabinet. */
export const LINES = 6;

/** 1 to 6. */
export const lineNumbers = (): number[] => Array.from({ length: LINES }, (_, i) => i + 1);
