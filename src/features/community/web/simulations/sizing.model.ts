import type { SizingGoal } from '../../../../energy/community/sizing.ts';
import type { SizePoint } from '../../what-if.contract.ts';

/** So many sizes in equal steps up to the largest; none up to 0. */
export const sizesUpTo = (most: number, count: number): number[] =>
  most > 0 ? Array.from({ length: count }, (_, i) => Math.round((most * (i + 1) * 10) / count) / 10) : [];

type Size = Pick<SizePoint, 'kwp' | 'battery_kwh'>;

/** What a size comes to by a goal, as it is shown: years, percent or euros. */
export function figureOf(point: SizePoint, goal: SizingGoal): number | null {
  if (goal === 'npv') return point.npv_eur;
  if (goal === 'payback') return point.payback_years;
  return point.covered_share === null ? null : point.covered_share * 100;
}

/** Whether the best size lies at the end of the sizes that were tried, so that a better one may lie beyond; no battery is no end. */
export function isAtLimit(best: Size, points: readonly Size[]): boolean {
  const isEnd = (name: keyof Size) => {
    const sizes = points.map((point) => point[name]);
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
    return least < most && (best[name] === most || (best[name] === least && least > 0));
  };
  return isEnd('kwp') || isEnd('battery_kwh');
}
