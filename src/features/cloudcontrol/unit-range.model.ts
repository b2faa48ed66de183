/** Why a text is no list of unit ids: `out_of_range` says between which numbers each must be, `many` how many may be named. */
export type UnitsFault =
  | { code: 'units' }
  | { code: 'out_of_range'; params: { least: number; most: number } }
  | { code: 'many'; most: number };

export interface UnitLimits {
  readonly least: number;
  readonly most: number;
  /** How many may be named. */
  readonly count: number;
}

const PART = /^(\d{1,5})(?:-(\d{1,5}))?$/;
/** Hyphens as people and their keyboards write them. */
const HYPHEN = /\s*[-–—]\s*/g;

/** Numbers on a bus as people write them, such as `1-10, 126`: each once, in order. */
export function parseUnits(
  text: string,
  limits: UnitLimits,
): { units: number[]; fault?: never } | { fault: UnitsFault } {
  const { least: min, most: max, count } = limits;
  const units = new Set<number>();
  const parts = text.replace(HYPHEN, '-').split(/[,;\s]+/);
  for (const part of parts.filter((one) => one !== '')) {
    const [, first, last = first] = PART.exec(part) ?? [];
    if (first === undefined || Number(last) < Number(first)) return { fault: { code: 'units' } };
    if (Number(first) < min || Number(last) > max)
      return { fault: { code: 'out_of_range', params: { least: min, most: max } } };
    for (let unit = Number(first); unit <= Number(last); unit++) units.add(unit);
  }
  if (units.size === 0) return { fault: { code: 'units' } };
  if (units.size > count) return { fault: { code: 'many', most: count } };
  return { units: [...units].toSorted((a, b) => a - b) };
}

/** The same the other way: `1–10, 126`. */
export function unitsText(units: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const unit of units.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && unit <= run[1] + 1) run[1] = unit;
    else runs.push([unit, unit]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}
