import type { DeviceValues } from './plant-definition.ts';
import { isMediumVoltageMeter, type SimulatedDevice, STRINGS_PER_BOX } from './plant-definition.ts';
import { type RegisterField, type RegisterMap, writeText } from './register-layout.ts';

/*
 * SunSpec images from 40000: "SunS", the common model of length 66, the device's models, the end mark.
 * Offsets count from a model's ID register. Source: SunSpec information models (Apache-2.0).
 */
const BASE = 40_000;
const NO_INT16 = 0x8000;
const NO_UINT16 = 0xffff;
const COMMON_LENGTH = 66;

interface ModelPoint {
  readonly offset: number;
  readonly data_type: 'int16' | 'uint16' | 'uint32';
  readonly per_unit: number;
  readonly value: (values: DeviceValues) => number;
}

interface SunspecModel {
  readonly id: number;
  /** Registers after ID and L. */
  readonly length: number;
  /** Registers [from, to] that hold a constant, later ones over earlier ones. */
  readonly fixed: readonly (readonly [from: number, to: number, word: number])[];
  readonly points: readonly ModelPoint[];
}

/** The image of a SunSpec device. */
export function sunspecMap(device: SimulatedDevice): RegisterMap {
  const models = modelsOf(device);
  const length = 2 + 2 + COMMON_LENGTH + models.reduce((sum, model) => sum + 2 + model.length, 0) + 2;
  const fixed = new Uint16Array(length);
  writeText(fixed, 0, 'SunS', 2);
  writeCommon(fixed, device);
  const fields: RegisterField[] = [];
  let at = 2 + 2 + COMMON_LENGTH;
  for (const model of models) {
    fixed[at] = model.id;
    fixed[at + 1] = model.length;
    for (const [from, to, word] of model.fixed) fixed.fill(word & 0xffff, at + from, at + to + 1);
    for (const { offset, ...point } of model.points) {
      fields.push({ ...point, address: BASE + at + offset, word_order: 'ABCD' });
    }
    at += 2 + model.length;
  }
  fixed[at] = 0xffff;
  return { start: BASE, fixed, fields, serial_address: BASE + 2 + 50 };
}

function writeCommon(words: Uint16Array, device: SimulatedDevice): void {
  words[2] = 1;
  words[3] = COMMON_LENGTH;
  writeText(words, 4, device.manufacturer, 16);
  writeText(words, 20, `${device.model}-${Math.round(device.nominal_power_kw)}`, 16);
  writeText(words, 44, '2.4.1', 8);
  words[68] = device.unit_id;
  words[69] = NO_INT16;
}

function modelsOf(device: SimulatedDevice): SunspecModel[] {
  switch (device.kind) {
    case 'inverter':
      return [inverterModel(device)];
    case 'meter':
      return [meterModel(device)];
    case 'weather_station':
      return [baseMetModel, irradianceModel, moduleTemperatureModel];
    case 'string_box':
      return [stringCombinerModel];
    default:
      throw new RangeError(`${device.kind} is no SunSpec device`);
  }
}

/** Smallest exponent at which a power of this size fits an int16 with a third to spare. */
function powerExponent(nominalKw: number): number {
  return Math.max(0, Math.ceil(Math.log10((nominalKw * 1000 * 1.33) / 32_767)));
}

/** Exponent at which 40 years of full work fit a 32-bit counter of watt-hours. */
function energyExponent(nominalKw: number): number {
  return Math.max(0, Math.ceil(Math.log10((nominalKw * 1000 * 8760 * 40) / 4.29e9)));
}

function currentExponent(nominalKw: number): number {
  return nominalKw * 1.6 > 300 ? -1 : -2;
}

const named =
  (name: string, times = 1) =>
  (values: DeviceValues): number =>
    (values[name] ?? 0) * times;

const allPhases = (values: DeviceValues): number =>
  (values.current_l1_a ?? 0) + (values.current_l2_a ?? 0) + (values.current_l3_a ?? 0);

function int16(offset: number, name: string, exponent: number, times = 1): ModelPoint {
  return { offset, data_type: 'int16', per_unit: 10 ** -exponent, value: named(name, times) };
}

function uint16(offset: number, name: string, exponent: number, times = 1): ModelPoint {
  return { offset, data_type: 'uint16', per_unit: 10 ** -exponent, value: named(name, times) };
}

function uint32(offset: number, name: string, exponent: number, times = 1): ModelPoint {
  return { offset, data_type: 'uint32', per_unit: 10 ** -exponent, value: named(name, times) };
}

/** Model 103: three-phase inverter, integers with scale factors. */
function inverterModel(device: SimulatedDevice): SunspecModel {
  const power = powerExponent(device.nominal_power_kw);
  const energy = energyExponent(device.nominal_power_kw);
  const current = currentExponent(device.nominal_power_kw);
  return {
    id: 103,
    length: 50,
    fixed: [
      [2, 51, NO_UINT16],
      [6, 6, current],
      [13, 13, -1],
      [15, 15, power],
      [17, 17, -2],
      [18, 23, NO_INT16],
      [26, 26, energy],
      [28, 28, current],
      [30, 30, -1],
      [32, 32, power],
      [34, 36, NO_INT16],
      [37, 37, -1],
    ],
    points: [
      { offset: 2, data_type: 'uint16', per_unit: 10 ** -current, value: allPhases },
      uint16(3, 'current_l1_a', current),
      uint16(4, 'current_l2_a', current),
      uint16(5, 'current_l3_a', current),
      uint16(10, 'voltage_l1_v', -1),
      uint16(11, 'voltage_l2_v', -1),
      uint16(12, 'voltage_l3_v', -1),
      int16(14, 'ac_power_kw', power, 1000),
      uint16(16, 'frequency_hz', -2),
      uint32(24, 'energy_total_kwh', energy, 1000),
      uint16(27, 'dc_current_a', current),
      uint16(29, 'dc_voltage_v', -1),
      int16(31, 'dc_power_kw', power, 1000),
      int16(33, 'cabinet_temperature_c', -1),
      uint16(38, 'inverter_state', 0),
      uint32(40, 'event_code', 0),
    ],
  };
}

/** Model 203: three-phase meter (wye), integers with scale factors. */
function meterModel(device: SimulatedDevice): SunspecModel {
  const power = powerExponent(device.nominal_power_kw);
  const energy = energyExponent(device.nominal_power_kw);
  const current = -2;
  const voltage = isMediumVoltageMeter(device) ? 0 : -1;
  return {
    id: 203,
    length: 105,
    fixed: [
      [2, 37, NO_INT16],
      [71, 71, NO_INT16],
      [104, 104, NO_INT16],
      [6, 6, current],
      [15, 15, voltage],
      [17, 17, -2],
      [22, 22, power],
      [32, 32, power],
      [37, 37, -1],
      [54, 54, energy],
    ],
    points: [
      { offset: 2, data_type: 'int16', per_unit: 10 ** -current, value: allPhases },
      int16(3, 'current_l1_a', current),
      int16(4, 'current_l2_a', current),
      int16(5, 'current_l3_a', current),
      int16(8, 'voltage_l1_v', voltage),
      int16(9, 'voltage_l2_v', voltage),
      int16(10, 'voltage_l3_v', voltage),
      int16(16, 'frequency_hz', -2),
      int16(18, 'ac_power_kw', power, 1000),
      int16(28, 'reactive_power_kvar', power, 1000),
      int16(33, 'power_factor', -1, 100),
      uint32(38, 'energy_total_kwh', energy, 1000),
      uint32(46, 'energy_import_kwh', energy, 1000),
    ],
  };
}

/** Model 307: base meteorology. */
const baseMetModel: SunspecModel = {
  id: 307,
  length: 11,
  fixed: [[2, 12, NO_INT16]],
  points: [int16(2, 'ambient_temperature_c', -1), int16(5, 'wind_speed_ms', 0)],
};

/** Model 302: one set of irradiance sensors. */
const irradianceModel: SunspecModel = {
  id: 302,
  length: 5,
  fixed: [[2, 6, NO_UINT16]],
  points: [uint16(2, 'irradiance_ghi_wm2', 0), uint16(3, 'irradiance_poa_wm2', 0)],
};

/** Model 303: one back-of-module temperature. */
const moduleTemperatureModel: SunspecModel = {
  id: 303,
  length: 1,
  fixed: [],
  points: [int16(2, 'module_temperature_c', -1)],
};

const STRING_OFFSET = 18;
const STRING_LENGTH = 8;
const STRINGS = Array.from({ length: STRINGS_PER_BOX }, (_, index) => index);

/** Model 403: string combiner with a current for each input. */
const stringCombinerModel: SunspecModel = {
  id: 403,
  length: 16 + STRINGS_PER_BOX * STRING_LENGTH,
  fixed: [
    [2, 2, -1],
    [3, 3, NO_INT16],
    [4, 4, -1],
    [5, 5, 2000],
    [6, 6, STRINGS_PER_BOX],
    [16, 16, -2],
    [17, 17, NO_INT16],
    ...STRINGS.map((index): [number, number, number] => {
      const at = STRING_OFFSET + index * STRING_LENGTH;
      return [at, at, index + 1];
    }),
  ],
  points: [
    int16(11, 'dc_current_a', -1),
    int16(14, 'dc_voltage_v', -1),
    int16(15, 'cabinet_temperature_c', 0),
    ...STRINGS.map((index) =>
      int16(
        STRING_OFFSET + index * STRING_LENGTH + 5,
        `string_current_${String(index + 1).padStart(2, '0')}_a`,
        -2,
      ),
    ),
  ],
};
