/** What the best size is looked for by. */
export const GOALS = ['payback', 'shared_share', 'npv'] as const;
export type SizingGoal = (typeof GOALS)[number];

/** Usually at least half of what a community injects shall be shared. */
export const SHARED_AT_LEAST = 0.5;

export interface SizePoint {
  readonly kwp: number;
  readonly battery_kwh: number;
  readonly npv_eur: number;
  readonly payback_years: number | null;
  /** Shared over injected energy; null where nothing is injected. */
  readonly shared_share: number | null;
  /** Shared over withdrawn energy; null where nothing is drawn. */
  readonly covered_share: number | null;
}

export interface Wanted {
  readonly goal: SizingGoal;
  /** For the goal of sharing: of the injected energy so much must be shared, 0…1. */
  readonly shared_at_least: number;
}

/**
 * The larger the better; what is not known is the worst. The share of injected energy alone would always choose the smallest plant,
 * that of withdrawn energy the largest: so it is the latter, as long as enough of the former is shared.
 */
function merit(point: SizePoint, { goal, shared_at_least }: Wanted): number {
  const worst = Number.NEGATIVE_INFINITY;
  if (goal === 'npv') return point.npv_eur;
  if (goal === 'payback') return point.payback_years === null ? worst : -point.payback_years;
  return (point.shared_share ?? 0) >= shared_at_least ? (point.covered_share ?? worst) : worst;
}

/**
 * Tries each size of a grid. Of equally good ones the smallest is the best; none is where no point reaches the goal.
 * @param evaluate what a size comes to
 */
export function sizeGrid<P extends SizePoint>(
  grid: { readonly kwp: readonly number[]; readonly battery_kwh: readonly number[] },
  wanted: Wanted,
  evaluate: (kwp: number, batteryKwh: number) => P,
): { points: P[]; best: P | null } {
  const ascending = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
  const points = ascending(grid.kwp).flatMap((kwp) =>
    ascending(grid.battery_kwh).map((battery) => evaluate(kwp, battery)),
  );
  let best: P | null = null;
  for (const point of points) {
    const found = merit(point, wanted);
    if (found > (best ? merit(best, wanted) : Number.NEGATIVE_INFINITY)) best = point;
  }
  return { points, best };
}
