import { at } from './case.ts';

/** What a POD with a generator exchanges with the grid. */
export interface NetEnergy {
  readonly injected_kwh: Float64Array;
  readonly withdrawn_kwh: Float64Array;
  readonly self_used_kwh: Float64Array;
}

/** A prosumer's own use comes first; only what is left over is injected or drawn. Source: D.M. 414/2023, art. 2. */
export function netOf(produced: ArrayLike<number>, consumed: ArrayLike<number>): NetEnergy {
  if (produced.length !== consumed.length) throw new RangeError('production and consumption differ in hours');
  const row = () => new Float64Array(produced.length);
  const [injected_kwh, withdrawn_kwh, self_used_kwh] = [row(), row(), row()];
  for (let hour = 0; hour < produced.length; hour++) {
    const [made, used] = [at(produced, hour), at(consumed, hour)];
    const own = Math.min(made, used);
    self_used_kwh[hour] = own;
    injected_kwh[hour] = made - own;
    withdrawn_kwh[hour] = used - own;
  }
  return { injected_kwh, withdrawn_kwh, self_used_kwh };
}
