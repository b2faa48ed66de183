/** What stands in the field: who delivers, how often, and over which time. Everything is the same on every run. */

export type SetName = 'fleet' | 'inverter' | 'meter' | 'real';

export interface FieldDevice {
  readonly set: SetName;
  /** Its name within the field, the same in every store. */
  readonly name: string;
  /** Place among its set's devices. */
  readonly index: number;
  /** Place among the plants. */
  readonly plant: number;
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
const DAY_MS = 86_400_000;

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

export interface Field {
  readonly scale: Scale;
  /** One for each plant, with four variables every five minutes. */
  readonly fleet: readonly FieldDevice[];
  /** One with twenty variables every five minutes, over the year. */
  readonly inverter: FieldDevice;
  /** One for each plant, with the energy of each hour, over the year. */
  readonly meters: readonly FieldDevice[];
  /** What a folder of real series held. */
  readonly real: readonly Piece[];
}

const numbered = (letter: string, i: number) => `${letter}${String(i + 1).padStart(4, '0')}`;

export function makeField(scale: Scale, real: readonly Piece[] = []): Field {
  const each = <T>(make: (i: number) => T): T[] => Array.from({ length: scale.plants }, (_, i) => make(i));
  return {
    scale,
    fleet: each((i) => ({
      set: 'fleet',
      name: numbered('F', i),
      index: i,
      plant: i,
      interval_s: 300,
      variables: FLEET_VARIABLES,
    })),
    inverter: {
      set: 'inverter',
      name: numbered('Y', 0),
      index: 0,
      plant: 0,
      interval_s: 300,
      variables: INVERTER_VARIABLES,
    },
    meters: each((i) => ({
      set: 'meter',
      name: numbered('M', i),
      index: i,
      plant: i,
      interval_s: 3600,
      variables: [METER_VARIABLE],
    })),
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
