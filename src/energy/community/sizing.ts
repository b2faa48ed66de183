/** What the best size is looked for by. */
export const GOALS = ['payback', 'shared_share', 'npv'] as const;
export type SizingGoal = (typeof GOALS)[number];

export interface SizePoint {
  readonly kwp: number;
  readonly battery_kwh: number;
  readonly npv_eur: number;
  readonly payback_years: number | null;
  /** Shared over injected energy; null where nothing is injected. */
  readonly shared_share: number | null;
}

/** The larger the better; what is not known is the worst. */
function merit(point: SizePoint, goal: SizingGoal): number {
  const worst = Number.NEGATIVE_INFINITY;
  if (goal === 'npv') return point.npv_eur;
  if (goal === 'payback') return point.payback_years === null ? worst : -point.payback_years;
  return point.shared_share ?? worst;
}

/**
 * Tries each size of a grid. Of equally good ones the smallest is the best; none is where no point reaches the goal.
 * @param evaluate what a size comes to
 */
export function sizeGrid<P extends SizePoint>(
  grid: { readonly kwp: readonly number[]; readonly battery_kwh: readonly number[] },
  goal: SizingGoal,
  evaluate: (kwp: number, batteryKwh: number) => P,
): { points: P[]; best: P | null } {
  const ascending = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
  const points = ascending(grid.kwp).flatMap((kwp) =>
    ascending(grid.battery_kwh).map((battery) => evaluate(kwp, battery)),
  );
  let best: P | null = null;
  for (const point of points) {
    const found = merit(point, goal);
    if (found > (best ? merit(best, goal) : Number.NEGATIVE_INFINITY)) best = point;
  }
  return { points, best };
}
