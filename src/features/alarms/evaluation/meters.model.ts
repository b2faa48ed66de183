import { FAULTY, FINE, type Observation, UNKNOWN } from './fault-watch.model.ts';
import type { PlantSnapshot } from './plant-snapshot.model.ts';
import { ENOUGH, meanAt, newestEnd, STEPS_OF_HOUR } from './step-window.model.ts';
import { MAX_STEPS, STEP_MS, type WatchedDevice } from './watched.model.ts';

const WELL_SHARE = 0.8;
/** Less than this of the nominal power is too little to compare. */
const MIN_SHARE = 0.05;

/** The meters of what was made against the inverters, over a window. kW, means over the steps in which all are known. */
export interface Balance {
  readonly meters: readonly WatchedDevice[];
  readonly metered_kw: number;
  readonly inverters_kw: number;
  /** Share of the greater of both. */
  readonly deviation: number;
  readonly start: number;
  readonly end: number;
}

const apart = (a: number, b: number): number => {
  const [one, other] = [Math.abs(a), Math.abs(b)];
  return Math.abs(one - other) / Math.max(one, other);
};

/** Σ of means of a step over devices; null where one of them is not known. */
function sumAt(devices: readonly WatchedDevice[], end: number, back: number): number | null {
  let sum = 0;
  for (const { steps } of devices) {
    const mean = meanAt(steps, end, back);
    if (mean === null) return null;
    sum += mean;
  }
  return sum;
}

/** The meter is compared by its size: a few count what is made as negative. Null where too little is known, or made. */
export function balanceOf(snapshot: PlantSnapshot): Balance | null {
  const meters = snapshot.plant.devices.filter(({ category }) => category === 'production_meter');
  const inverters = snapshot.inverters.map(({ device }) => device);
  if (meters.length === 0 || inverters.length === 0) return null;
  const end = newestEnd(meters);
  if (end === null) return null;
  const { window_h } = snapshot.rules.ruleOf('meter_mismatch', subjectOf(snapshot, meters)).values;
  const window = Math.min(MAX_STEPS, Math.round(window_h * STEPS_OF_HOUR));
  const sums = { counted: 0, inverters: 0, meters: 0, each: meters.map(() => 0) };
  for (let back = 0; back < window; back++) {
    const [made, metered] = [sumAt(inverters, end, back), sumAt(meters, end, back)];
    if (made === null || metered === null) continue;
    sums.counted++;
    sums.inverters += made;
    sums.meters += metered;
    for (const [i, { steps }] of meters.entries())
      sums.each[i] = (sums.each[i] ?? 0) + (meanAt(steps, end, back) ?? 0);
  }
  if (sums.counted < window * ENOUGH) return null;
  const nominal = inverters.reduce((sum, { nominal_power }) => sum + (nominal_power ?? 0), 0);
  const min = Math.max(1, nominal * MIN_SHARE) * sums.counted;
  if (Math.max(Math.abs(sums.inverters), Math.abs(sums.meters)) < min) return null;
  // A second meter may measure the same again, or the rest: what fits is believed.
  const fits = [sums.meters, ...sums.each].toSorted(
    (a, b) => apart(a, sums.inverters) - apart(b, sums.inverters),
  );
  const metered = fits[0] ?? 0;
  return {
    meters,
    metered_kw: metered / sums.counted,
    inverters_kw: sums.inverters / sums.counted,
    deviation: apart(metered, sums.inverters),
    start: end - window * STEP_MS,
    end,
  };
}

/** The thing of whose alarm this is: the one meter, or the plant where it has several. */
export const subjectOf = ({ plant }: PlantSnapshot, meters: readonly WatchedDevice[]) => ({
  plant_id: plant.plant_id,
  device_id: meters.length === 1 ? (meters[0]?.device_id ?? null) : null,
});

/** The production meter against the sum of the inverters. */
export function observeMeterMismatch(snapshot: PlantSnapshot, balance: Balance | null): Observation {
  if (balance === null) return UNKNOWN;
  const limit =
    snapshot.rules.ruleOf('meter_mismatch', subjectOf(snapshot, balance.meters)).values.deviation_pct / 100;
  if (balance.deviation >= limit) return FAULTY;
  return balance.deviation < limit * WELL_SHARE ? FINE : UNKNOWN;
}
