/** Part of a statement: an instant of a column, or of what comes to one, as ms since 1970. */
export const epochMs = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
