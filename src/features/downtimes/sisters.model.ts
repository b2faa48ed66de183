import { medianOf } from '../../shared/units/median.ts';
/** A device of the same kind, hour by hour. */
export interface Sister {
  readonly power_kw: number;
  /** kWh of each hour; NaN is not known. */
  readonly energy: Float64Array;
  /** Whether it stood still at some time of each hour, by any downtime. */
  readonly down: readonly boolean[];
}

/** A sister that makes less than this share of what the plant's own sensors let expect stands still herself: she is no measure. */
const STANDS_STILL = 0.1;
/** It is light enough to say so when this much is expected, kWh for each kW. */
const LIT = 0.02;
/** Without a second one it is not known how far they differ. */
const ALONE = 0.1;
/** Two inverters of one plant never agree better. */
const MIN_SPREAD = 0.02;

/** What a device's sisters made for each kW in each hour. */
export interface SisterYields {
  /** kWh/kW; NaN where no sister says anything. */
  readonly values: Float64Array;
  /** Mean distance of the sisters from their median, as a share of it. */
  readonly spread: number;
}

/**
 * The median of what sisters made for each kW of their power.
 * @param sun what the plant's own sensors let expect, kWh/kW; NaN is not known
 */
export function sisterYields(
  sisters: readonly Sister[],
  { hours, sun }: { hours: number; sun: Float64Array },
): SisterYields {
  const values = new Float64Array(hours).fill(Number.NaN);
  let [apart, compared] = [0, 0];
  for (let hour = 0; hour < hours; hour++) {
    const lit = sun[hour] ?? Number.NaN;
    const said = sisters.flatMap(({ power_kw, energy, down }) => {
      const made = (energy[hour] ?? Number.NaN) / power_kw;
      const stands = lit > LIT && made < STANDS_STILL * lit;
      return down[hour] || stands || Number.isNaN(made) ? [] : [Math.max(0, made)];
    });
    const middle = medianOf(said);
    if (middle === null) continue;
    values[hour] = middle;
    if (said.length < 2) continue;
    apart += said.reduce((sum, one) => sum + Math.abs(one - middle), 0) / said.length;
    compared += middle;
  }
  return { values, spread: compared > 0 ? Math.max(MIN_SPREAD, apart / compared) : ALONE };
}
