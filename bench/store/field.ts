import { DAY_MS } from '../../src/shared/units/zones.ts';

/** What stands in the field: who delivers, how often, and over which time. Everything is the same on every run. */

export type SetName = 'fleet' | 'inverter' | 'meter' | 'real';

export interface FieldDevice {
  readonly set: SetName;
  /** Its name within the field, the same in every store. */
  readonly name: string;
  /** Place among its set's devices. */
  readonly index: number;
  /** Place among the plants of the first that it reads; there it stands. */
  readonly plant: number;
  /** How many plants it reads, that one and those after it; its variables are theirs, plant by plant. */
  readonly reads: number;
  readonly interval_s: number;
  readonly variables: readonly string[];
}

/** Readings of one device, ascending: `columns[slot][i]` at `ts[i]` (epoch ms), NaN where it says nothing. */
export interface Piece {
  readonly device: FieldDevice;
  readonly ts: Float64Array;
  readonly columns: readonly Float64Array[];
}

export const ZONE = 'Europe/Rome';
/** Every series ends here: midnight after 31 December 2025 in the plants' zone. */
export const END = Date.UTC(2025, 11, 31, 23);
export const YEAR_START = Date.UTC(2024, 11, 31, 23);
export const TICK_MS = 300_000;

export const FLEET_VARIABLES = [
  'ac_power_kw',
  'energy_total_kwh',
  'irradiance_poa_wm2',
  'module_temperature_c',
];
export const METER_VARIABLE = 'energy_hour_kwh';
export const INVERTER_VARIABLES = [
  'ac_power_kw',
  'dc_power_kw',
  'reactive_power_kvar',
  'power_factor',
  'frequency_hz',
  'voltage_l1_v',
  'voltage_l2_v',
  'voltage_l3_v',
  'current_l1_a',
  'current_l2_a',
  'current_l3_a',
  'dc_voltage_v',
  'dc_current_a',
  'energy_total_kwh',
  'cabinet_temperature_c',
  'inverter_state',
  'event_code',
  'string_current_01_a',
  'string_current_02_a',
  'string_current_03_a',
];

export const SCALES = ['1m', '20m', '104m'] as const;
export type ScaleName = (typeof SCALES)[number];

/** How much of the field is delivered. */
export interface Scale {
  readonly name: ScaleName;
  readonly plants: number;
  /** From here the inverter and the hourly meters deliver; epoch ms. */
  readonly historyStart: number;
  /** From here the 4,000 variables of the fleet do. */
  readonly fleetStart: number;
}

const DECEMBER = Date.UTC(2025, 10, 30, 23);
const STARTS: Record<ScaleName, Pick<Scale, 'historyStart' | 'fleetStart'>> = {
  '1m': { historyStart: DECEMBER, fleetStart: END - 20 * TICK_MS },
  '20m': { historyStart: YEAR_START, fleetStart: END - 7 * DAY_MS },
  '104m': { historyStart: YEAR_START, fleetStart: END - 81 * DAY_MS },
};

/** @param plants 1,000 in every published figure; fewer only while the bench itself is worked at. */
export function scaleOf(name: ScaleName, plants = 1000): Scale {
  return { name, plants, ...STARTS[name] };
}

export const LAYOUTS = ['loggers', 'plants'] as const;
/** Whether small plants share loggers of twenty variables, or each has devices of its own. The readings are the same. */
export type Layout = (typeof LAYOUTS)[number];

/** How many plants one device reads. */
const READS: Record<Layout, { fleet: number; meter: number }> = {
  loggers: { fleet: 5, meter: 20 },
  plants: { fleet: 1, meter: 1 },
};
/** Every layout can share out so many plants, or a multiple. */
export const PLANTS_IN_STEPS = 20;

export interface Field {
  readonly scale: Scale;
  /** Four variables of each plant every five minutes. */
  readonly fleet: readonly FieldDevice[];
  /** One with twenty variables every five minutes, over the year. */
  readonly inverter: FieldDevice;
  /** The energy of each plant by hour, over the year. */
  readonly meters: readonly FieldDevice[];
  /** What a folder of real series held. */
  readonly real: readonly Piece[];
}

const numbered = (letter: string, i: number) => `${letter}${String(i + 1).padStart(4, '0')}`;

/** The one with twenty variables of one plant. */
export const INVERTER: FieldDevice = {
  set: 'inverter',
  name: numbered('Y', 0),
  index: 0,
  plant: 0,
  reads: 1,
  interval_s: 300,
  variables: INVERTER_VARIABLES,
};

/** Where a device reads several plants, their number comes first. */
const namesOf = (names: readonly string[], reads: number): readonly string[] =>
  reads === 1
    ? names
    : Array.from({ length: reads }, (_, k) => names.map((name) => `p${k + 1}_${name}`)).flat();

/** Devices of one kind that share out all plants. */
function shareOut(
  plants: number,
  kind: { set: SetName; letter: string; reads: number; interval_s: number; names: readonly string[] },
): FieldDevice[] {
  const { set, letter, reads, interval_s, names } = kind;
  if (plants % reads !== 0) throw new Error(`${plants} plants cannot be shared out by ${reads}`);
  const variables = namesOf(names, reads);
  return Array.from({ length: plants / reads }, (_, index) => ({
    set,
    name: numbered(letter, index),
    index,
    plant: index * reads,
    reads,
    interval_s,
    variables,
  }));
}

/** @param real what a folder of real series held */
export function makeField(scale: Scale, layout: Layout, real: readonly Piece[] = []): Field {
  const { fleet, meter } = READS[layout];
  return {
    scale,
    fleet: shareOut(scale.plants, {
      set: 'fleet',
      letter: 'F',
      reads: fleet,
      interval_s: 300,
      names: FLEET_VARIABLES,
    }),
    inverter: INVERTER,
    meters: shareOut(scale.plants, {
      set: 'meter',
      letter: 'M',
      reads: meter,
      interval_s: 3600,
      names: [METER_VARIABLE],
    }),
    real,
  };
}

/** Every device of the field. */
export function devicesOf({ fleet, inverter, meters, real }: Field): FieldDevice[] {
  return [...fleet, inverter, ...meters, ...real.map((piece) => piece.device)];
}

/** How many readings the pieces hold. */
export function countReadings(pieces: readonly Piece[]): number {
  let count = 0;
  for (const { columns } of pieces)
    for (const column of columns) for (const value of column) if (!Number.isNaN(value)) count++;
  return count;
}
