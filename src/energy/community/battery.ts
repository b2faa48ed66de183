import { at } from './case.ts';

/** A battery as it is reckoned with: what it holds, what it loses each way, and between which states it works. */
export interface Battery {
  readonly capacity_kwh: number;
  /** Most power in and out; null for none but the capacity in an hour. */
  readonly power_kw: number | null;
  /** One way, 0…1. */
  readonly charge_efficiency: number;
  readonly discharge_efficiency: number;
  /** Least and most state of charge, shares of the capacity. */
  readonly least_share: number;
  readonly most_share: number;
}

export const BATTERY: Omit<Battery, 'capacity_kwh'> = {
  power_kw: null,
  charge_efficiency: 0.95,
  discharge_efficiency: 0.95,
  least_share: 0.1,
  most_share: 1,
};

/** Energy that a battery took and gave in each hour, at its terminals, and what it holds at the end. */
export interface BatteryRun {
  readonly charged_kwh: Float64Array;
  readonly discharged_kwh: Float64Array;
  readonly state_kwh: number;
}

function checked(battery: Battery): Battery {
  const { capacity_kwh, charge_efficiency: a, discharge_efficiency: b, least_share, most_share } = battery;
  const shares = [a, b, most_share - least_share, most_share, 1 - least_share];
  if (!(capacity_kwh >= 0) || shares.some((share) => !(share >= 0 && share <= 1)) || a === 0 || b === 0)
    throw new RangeError('a battery with impossible limits');
  return battery;
}

/**
 * Charges from surplus only and discharges into demand only, never both in an hour.
 * @param surplus kWh of each hour that may be taken; @param demand kWh of each hour that is wanted
 * @param startKwh what it held before; its least state where nothing is said, and never outside its limits
 */
export function runBattery(
  given: Battery,
  { surplus, demand }: { readonly surplus: ArrayLike<number>; readonly demand: ArrayLike<number> },
  startKwh?: number,
): BatteryRun {
  const battery = checked(given);
  const [least, most] = [
    battery.capacity_kwh * battery.least_share,
    battery.capacity_kwh * battery.most_share,
  ];
  const power = battery.power_kw ?? battery.capacity_kwh;
  const [charged_kwh, discharged_kwh] = [new Float64Array(surplus.length), new Float64Array(surplus.length)];
  let state = Math.min(most, Math.max(least, startKwh ?? least));
  for (let hour = 0; hour < surplus.length; hour++) {
    const [left, wanted] = [at(surplus, hour), at(demand, hour)];
    const charged =
      left > 0 ? Math.max(0, Math.min(left, power, (most - state) / battery.charge_efficiency)) : 0;
    const given =
      charged > 0 || !(wanted > 0)
        ? 0
        : Math.max(0, Math.min(wanted, power, (state - least) * battery.discharge_efficiency));
    state += charged * battery.charge_efficiency - given / battery.discharge_efficiency;
    charged_kwh[hour] = charged;
    discharged_kwh[hour] = given;
  }
  return { charged_kwh, discharged_kwh, state_kwh: state };
}

/** A plant's injection through its battery, which serves the community first. */
export interface CommunityFirst extends BatteryRun {
  readonly injected_kwh: Float64Array;
}

/**
 * Community first: charge only from what the community does not draw at that hour, discharge when it draws more than is injected.
 * What comes out of the battery counts as injected. Modelling choice, stated on screen.
 * @param own the plant's injection; @param all that of its substation, its own included
 */
export function communityFirst(
  battery: Battery,
  series: {
    readonly own: ArrayLike<number>;
    readonly all: ArrayLike<number>;
    readonly withdrawn: ArrayLike<number>;
  },
  startKwh?: number,
): CommunityFirst {
  const { own, all, withdrawn } = series;
  const surplus = Float64Array.from(own, (kwh, hour) =>
    Math.min(kwh, Math.max(0, at(all, hour) - at(withdrawn, hour))),
  );
  const demand = Float64Array.from(own, (_, hour) => Math.max(0, at(withdrawn, hour) - at(all, hour)));
  const run = runBattery(battery, { surplus, demand }, startKwh);
  const injected_kwh = Float64Array.from(
    own,
    (kwh, hour) => kwh - at(run.charged_kwh, hour) + at(run.discharged_kwh, hour),
  );
  return { ...run, injected_kwh };
}
