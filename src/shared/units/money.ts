/**
 * The rounding rule of plants' money, wherever euros of a plant stand: on screens, in calls, reports, files and statements.
 * 1. A day is the smallest amount. What a tariff brings on a day of the plant's calendar, and what a downtime lost on one, is worked
 *    out exactly from its hours and rounded once, to the cent, halves away from zero.
 * 2. Whatever is longer, or wider, is the sum of such cents: a month is the sum of its days, a year of its months, a row of its
 *    tariffs or causes, a total of its rows. Nothing is rounded a second time.
 * 3. An amount that is given for a stretch of days (a yearly fee, what a person said that a downtime lost) is spread so that each day
 *    has the difference between two rounded running sums: its days add up to it.
 * 4. What a year's end adds (top-up of Ritiro Dedicato) is an amount of the year's last day.
 * Prices, and hours of a day, are no amounts: they are shown unrounded, with the decimals that they need.
 */
export function cents(eur: number): number {
  const rounded = Math.round(Math.abs(eur) * 100 + 1e-7) / 100;
  return eur < 0 && rounded !== 0 ? -rounded : rounded;
}

/** The sum of amounts in cents, free of binary noise. */
export const sumOfCents = (eur: readonly number[]): number => cents(eur.reduce((sum, one) => sum + one, 0));

/** The sum of the amounts that are known; null where none is. */
export function knownCents(eur: readonly (number | null)[]): number | null {
  const known = eur.filter((one) => one !== null);
  return known.length === 0 ? null : sumOfCents(known);
}
