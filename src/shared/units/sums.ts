/**
 * The sum of the figures that are known; null where none is, which is no zero. For what was measured: it says at least so much, and beside
 * it stands of how much it is.
 */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** The sum of figures all of which must be known: null where one is not; zero of no figures. For what is due and what is rated. */
export const sumIfAllKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
