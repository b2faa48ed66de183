import { MAX_UNITS, spellUnit } from '../../units/units.ts';

/** The distinct units of a list of variables, however they were typed, in the order in which they first stand. */
export function unitsOf(chosen: readonly { unit: string }[]): string[] {
  return [...new Set(chosen.map((one) => spellUnit(one.unit)))];
}

/** Whether `candidate` may join the chosen variables: its unit is among theirs, or there is room for one more. */
export function fits(chosen: readonly { unit: string }[], candidate: { unit: string }): boolean {
  const units = unitsOf(chosen);
  return units.includes(spellUnit(candidate.unit)) || units.length < MAX_UNITS;
}

/** The first of `wanted` that fit together into one chart: the first four units of measure, and all that are in them. */
export function withinUnits<T extends { unit: string }>(wanted: readonly T[]): T[] {
  const units = unitsOf(wanted).slice(0, MAX_UNITS);
  return wanted.filter((one) => units.includes(spellUnit(one.unit)));
}
