/** A group as a knot: it feeds whatever takes the variable of its result. */
export interface Knot {
  readonly id: number;
  readonly name: string;
  /** The variable of its result. */
  readonly variable_id: number;
  readonly input_ids: readonly number[];
}

/** Groups that stand upon one another, at most. */
export const MAX_LEVELS = 5;

const byResult = (knots: readonly Knot[]) => new Map(knots.map((knot) => [knot.variable_id, knot]));

/** The groups that feed this one directly. */
const feeding = (knot: Knot, results: ReadonlyMap<number, Knot>): Knot[] =>
  knot.input_ids.flatMap((id) => results.get(id) ?? []);

/** The way round on which a group would feed itself: from it, each taking the next, back to it. Undefined for none. */
export function wayRound(knots: readonly Knot[], id: number): Knot[] | undefined {
  const results = byResult(knots);
  const seen = new Set<number>();
  const search = (way: readonly Knot[]): Knot[] | undefined => {
    const last = way.at(-1);
    for (const next of last ? feeding(last, results) : []) {
      if (next.id === id) return [...way, next];
      if (seen.has(next.id)) continue;
      seen.add(next.id);
      const found = search([...way, next]);
      if (found) return found;
    }
    return undefined;
  };
  return search(knots.filter((knot) => knot.id === id));
}

/** How many groups each stands upon, by its id: 0 for one that takes measured variables only. A way round has none. */
export function levelsOf(knots: readonly Knot[]): Map<number, number> {
  const results = byResult(knots);
  const levels = new Map<number, number>();
  for (let before = -1; before < levels.size; ) {
    before = levels.size;
    for (const knot of knots) {
      if (levels.has(knot.id)) continue;
      const below = feeding(knot, results).map(({ id }) => levels.get(id));
      if (below.every((level) => level !== undefined))
        levels.set(
          knot.id,
          below.reduce<number>((max, level) => Math.max(max, (level ?? 0) + 1), 0),
        );
    }
  }
  return levels;
}

/** The groups that hang on one, directly or through others; itself among them. */
export function fedBy(knots: readonly Knot[], id: number): Knot[] {
  const results = byResult(knots);
  const fed = new Set([id]);
  for (let before = 0; before < fed.size; ) {
    before = fed.size;
    for (const knot of knots) if (feeding(knot, results).some((one) => fed.has(one.id))) fed.add(knot.id);
  }
  return knots.filter((knot) => fed.has(knot.id));
}
