import type { NumericType, WordOrder } from '../src/devices/decode/data-type.ts';
import type { DeviceValues, SimulatedDevice } from './plant-definition.ts';
import type { RegisterField, RegisterMap } from './register-layout.ts';

type Row = readonly [offset: number, name: string, data_type: NumericType, per_unit: number];

const TURBINE: readonly Row[] = [
  [0, 'ac_power_kw', 'float32', 1],
  [2, 'energy_total_kwh', 'uint32', 10],
  [4, 'water_flow_m3s', 'float32', 1],
  [6, 'water_level_m', 'float32', 1],
  [8, 'frequency_hz', 'float32', 1],
  [10, 'voltage_l1_v', 'float32', 1],
  [12, 'current_l1_a', 'float32', 1],
  [14, 'power_factor', 'float32', 1],
  [16, 'cabinet_temperature_c', 'float32', 1],
  [18, 'inverter_state', 'uint16', 1],
  [19, 'event_code', 'uint16', 1],
];

const ENGINE: readonly Row[] = [
  [0, 'ac_power_kw', 'float32', 1],
  [2, 'energy_total_kwh', 'uint32', 10],
  [4, 'gas_flow_m3h', 'float32', 1],
  [6, 'frequency_hz', 'float32', 1],
  [8, 'voltage_l1_v', 'float32', 1],
  [10, 'current_l1_a', 'float32', 1],
  [12, 'power_factor', 'float32', 1],
  [14, 'cabinet_temperature_c', 'float32', 1],
  [16, 'inverter_state', 'uint16', 1],
  [17, 'event_code', 'uint16', 1],
];

/** A controller without SunSpec: the turbine counts from 0, high word first; the engine from 1000, low word first. */
export function vendorMap(device: SimulatedDevice): RegisterMap {
  return device.kind === 'hydro_turbine' ? mapOf(TURBINE, 0, 20, 'ABCD') : mapOf(ENGINE, 1000, 18, 'CDAB');
}

function mapOf(rows: readonly Row[], start: number, length: number, word_order: WordOrder): RegisterMap {
  const fields = rows.map(
    ([offset, name, data_type, per_unit]): RegisterField => ({
      address: start + offset,
      data_type,
      word_order,
      per_unit,
      value: (values: DeviceValues) => toResolution(values[name] ?? 0, data_type),
    }),
  );
  return { start, fixed: new Uint16Array(length), fields, serial_address: null };
}

/** The controllers compute with three decimals. */
function toResolution(value: number, data_type: NumericType): number {
  return data_type === 'float32' ? Math.round(value * 1000) / 1000 : value;
}
