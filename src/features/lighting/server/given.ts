/** Fields of a record of which some are given. */
export type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The record as it is once these are stored: what is left out stays. */
export function withGiven<T extends object>(before: T, given: Given<T>): T {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(known) };
}
