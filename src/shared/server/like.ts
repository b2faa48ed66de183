/** A text in a pattern of `like`, each of its signs standing for itself. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The pattern of what holds a text somewhere. */
export const within = (text: string): string => `%${literally(text)}%`;

/** The patterns of a text's words, for `ilike all`. */
export const wordsWithin = (text: string): string[] => text.trim().split(/\s+/).map(within);
