/** What stands where a figure is not known: never 0. Apart from the formats, which a page before the sign-in does not need. */
export const UNKNOWN = '–';
