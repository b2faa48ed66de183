import type { MarketZone } from '../../energy/community/rules.ts';
import { DEFAULT_SWITCHES } from '../../energy/community/switches.ts';
import { SimulationParameters } from './parameters.contract.ts';
import { MEMBER_KINDS, type SimulatedPlant, type Simulation } from './simulation.model.ts';
import type { MoneyInputs } from './simulation-money.model.ts';
import type { MembersGiven } from './simulations.contract.ts';

/** Where a plant that is only thought of stands, by market zone: about the middle of it. */
const MIDDLE: Readonly<Record<MarketZone, readonly [number, number]>> = {
  NORD: [45.2, 9.9],
  CNOR: [43.4, 11.9],
  CSUD: [41.7, 13.3],
  SUD: [40.9, 16.4],
  CALA: [38.9, 16.5],
  SICI: [37.5, 14.2],
  SARD: [40, 9],
};

export const placeOf = ({ latitude, longitude, zone }: SimulationParameters) => ({
  latitude: latitude ?? MIDDLE[zone][0],
  longitude: longitude ?? MIDDLE[zone][1],
});

/** The numbers of parameters that a list of members says: kinds that it leaves out have none. // spec §3: Community simulation */
export function numbersOfMembers(members: MembersGiven): Partial<SimulationParameters> {
  const numbers: Partial<SimulationParameters> = {};
  for (const kind of MEMBER_KINDS) {
    const { count, level, kwh_per_year, kw_peak } = members.find((one) => one.kind === kind) ?? { count: 0 };
    numbers[kind] = count;
    if (level !== undefined) numbers[`${kind}_level`] = level;
    if (kwh_per_year !== undefined) numbers[`${kind}_kwh`] = kwh_per_year;
    if (kind === 'prosumer' && kw_peak !== undefined) numbers.prosumer_kwp = kw_peak;
  }
  return numbers;
}

/** A plant of the company with what a simulation needs of it. */
export interface KnownPlant {
  readonly id: number;
  readonly proj_code: string;
  readonly name: string;
  readonly power_kw: number;
  readonly photovoltaic: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly tilt_deg: number | null;
  readonly azimuth_deg: number | null;
  readonly in_operation: string | null;
  /** It is in operation today. */
  readonly is_built: boolean;
  readonly has_typical_year: boolean;
}

export const THOUGHT_OF = 'new';

/** kWp; less than a watt is no plant, and shares of it are no numbers any more. */
export const MIN_KWP = 0.001;

function plantsOf(
  parameters: SimulationParameters,
  known: readonly KnownPlant[],
  place: { latitude: number; longitude: number },
): SimulatedPlant[] {
  const { year, conversion_factor, grant_share, battery_kwh } = parameters;
  const usual = { kwh_per_kwp: conversion_factor, grant_share };
  const built = parameters.in_operation ?? `${year}-01-01`;
  if (known.length > 0)
    return known.map((plant, index) => ({
      ...usual,
      id: plant.proj_code,
      name: plant.name,
      plant_id: plant.id,
      power_kw: plant.power_kw,
      photovoltaic: plant.photovoltaic,
      latitude: plant.latitude,
      longitude: plant.longitude,
      tilt_deg: plant.tilt_deg ?? parameters.tilt_deg,
      azimuth_deg: plant.azimuth_deg ?? parameters.azimuth_deg,
      assumed_sun: !plant.has_typical_year,
      in_operation: plant.in_operation ?? built,
      is_built: plant.is_built,
      battery_kwh: index === 0 ? battery_kwh : 0,
    }));
  if (parameters.kwp < MIN_KWP) return [];
  const { kwp, tilt_deg, azimuth_deg } = parameters;
  return [
    {
      ...usual,
      ...place,
      id: THOUGHT_OF,
      name: '',
      plant_id: null,
      power_kw: kwp,
      photovoltaic: true,
      tilt_deg,
      azimuth_deg,
      assumed_sun: true,
      in_operation: built,
      is_built: false,
      battery_kwh,
    },
  ];
}

/** A simulation from what a person set. */
export function simulationOf(
  parameters: SimulationParameters,
  known: readonly KnownPlant[],
  place: { latitude: number; longitude: number },
): Simulation {
  const { attribution, network, grant_reduces, exempt_bodies, quota_of, existing_beyond } = parameters;
  return {
    year: parameters.year,
    area: parameters.area,
    zone: parameters.zone,
    eur_per_kwh: parameters.eur_per_kwh,
    assumed_price: parameters.assumed_price,
    switches: {
      ...DEFAULT_SWITCHES,
      attribution,
      network,
      grant_reduces,
      exempt_bodies,
      quota_of,
      existing_beyond,
    },
    members: MEMBER_KINDS.map((kind) => ({
      kind,
      count: parameters[kind],
      level: parameters[`${kind}_level`],
      kwh_per_year: parameters[`${kind}_kwh`],
      kw_peak: kind === 'prosumer' ? parameters.prosumer_kwp : 0,
      exempt_share: kind === 'service' ? parameters.service_exempt : 0,
    })),
    plants: plantsOf(parameters, known, place),
    place,
  };
}

const USUAL = SimulationParameters.parse({});
/** Stored parameters, with the usual value of those that came later than they. */
export const withUsual = <T extends { readonly parameters: SimulationParameters }>(row: T): T => ({
  ...row,
  parameters: { ...USUAL, ...row.parameters },
});

/** What the twenty years are calculated from. */
export function moneyInputsOf(parameters: SimulationParameters): MoneyInputs {
  const { eur_per_kwp, eur_per_battery_kwh, bill_eur_per_kwh, cost_share } = parameters;
  const { degradation, price_growth, inflation, discount_rate } = parameters;
  return {
    eur_per_kwp,
    eur_per_battery_kwh,
    bill_eur_per_kwh,
    cost_share,
    degradation,
    price_growth,
    inflation,
    discount_rate,
  };
}
