/** An instant as answers give it. */
export const iso = (at: Date): string => at.toISOString();

/** The same of one that may not be known. */
export const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;
