import { cellTemperatureC } from '../src/energy/cell-temperature.ts';
import { dcVoltage, gridFrequencyHz, phases } from './electrical.ts';
import {
  inverterOfBox,
  isSilent,
  lastMeterSwap,
  type MeterSwap,
  stringShare,
  tripCode,
  WARM_BEARING_CODE,
} from './faults.ts';
import { gasShare, generatorEnergyKwh, generatorPower, plantSunlight, waterShare } from './generation.ts';
import { hashUnit, smoothNoise } from './noise.ts';
import {
  type DeviceValues,
  generatorNominalKw,
  type PlantDefinition,
  plantDevices,
  type SimulatedDevice,
  STRINGS_PER_BOX,
  serialNumber,
} from './plant-definition.ts';
import { ambientTemperatureC, windSpeedMs } from './weather.ts';

export interface PlantState {
  readonly at: Date;
  /** By short_name; null for a device that does not answer. */
  readonly devices: ReadonlyMap<string, DeviceValues | null>;
}

/** SunSpec operating states; the turbines' and engines' controllers use the same numbers. */
export const OPERATING_STATE = { off: 1, sleeping: 2, running: 4, fault: 7 } as const;

const TRANSFORMER_SHARE = 0.985;
/** Own use of the plant (ventilation, control), over its nominal power; drawn from a supply of its own. */
const OWN_USE_SHARE = 0.0004;
const METER_EPOCH_MS = Date.UTC(2020, 0, 1);

/**
 * Everything that a plant's devices would answer at an instant.
 * A pure function of its arguments: history and live readings continue each other, also after a restart.
 */
export function plantState(plant: PlantDefinition, at: Date | number): PlantState {
  const atMs = Number(at);
  const devices = new Map<string, DeviceValues | null>();
  for (const device of plantDevices(plant)) {
    devices.set(device.short_name, isSilent(plant, device, atMs) ? null : deviceValues(plant, device, atMs));
  }
  return { at: new Date(atMs), devices };
}

/** What one device measures at an instant, whether or not it would answer. */
export function deviceValues(
  plant: PlantDefinition,
  device: SimulatedDevice,
  at: Date | number,
): DeviceValues {
  const atMs = Number(at);
  switch (device.kind) {
    case 'inverter':
      return inverterValues(plant, device, atMs);
    case 'meter':
      return meterValues(plant, device, atMs);
    case 'weather_station':
      return weatherValues(plant, atMs);
    case 'string_box':
      return stringBoxValues(plant, device, atMs);
    case 'hydro_turbine':
    case 'biogas_engine':
      return machineValues(plant, device, atMs);
  }
}

/** Serial number that a device shows at an instant: a swapped meter is another meter. */
export function deviceSerial(plant: PlantDefinition, device: SimulatedDevice, at: Date | number): string {
  return serialNumber(plant, device, lastMeterSwap(plant, Number(at))?.swap ?? 0);
}

/** Counters begin with what the device has done before the epoch: three to six years of full work. */
function counterStartKwh(plant: PlantDefinition, unit: number): number {
  const hours = plant.production_type === 'photovoltaic' ? 1300 : 6500;
  return generatorNominalKw(plant) * hours * (3 + 3 * hashUnit(plant.seed + 72, unit));
}

function moduleTemperatureC(plant: PlantDefinition, poaWm2: number, atMs: number): number {
  return cellTemperatureC(poaWm2, ambientTemperatureC(plant, atMs), windSpeedMs(plant, atMs));
}

function inverterValues(plant: PlantDefinition, device: SimulatedDevice, atMs: number): DeviceValues {
  const power = generatorPower(plant, device.number, atMs);
  const { poa_wm2 } = plantSunlight(plant, atMs);
  const cell = moduleTemperatureC(plant, poa_wm2, atMs);
  const voltage = dcVoltage(plant, device.number, poa_wm2, cell, power.dc_kw > 0);
  const load = power.ac_kw / device.nominal_power_kw;
  const fault = power.available && power.tripped;
  const state = fault ? 'fault' : power.available ? 'running' : 'sleeping';
  return {
    ac_power_kw: power.ac_kw,
    dc_power_kw: power.dc_kw,
    energy_total_kwh: counterStartKwh(plant, device.unit_id) + generatorEnergyKwh(plant, device.number, atMs),
    frequency_hz: gridFrequencyHz(atMs),
    ...phases(plant, device, power.ac_kw, atMs),
    dc_voltage_v: voltage,
    dc_current_a: voltage > 0 ? (power.dc_kw * 1000) / voltage : 0,
    cabinet_temperature_c: ambientTemperatureC(plant, atMs) + 6 + 24 * load,
    inverter_state: OPERATING_STATE[state],
    event_code: fault ? tripCode(plant, device.number, atMs) : 0,
  };
}

function meterValues(plant: PlantDefinition, device: SimulatedDevice, atMs: number): DeviceValues {
  let power = 0;
  for (let generator = 1; generator <= plant.generators; generator++) {
    power += generatorPower(plant, generator, atMs).ac_kw * TRANSFORMER_SHARE;
  }
  const reactive = power * (0.08 * smoothNoise(plant.seed + 74, atMs / 900_000) - 0.02);
  const swap = lastMeterSwap(plant, atMs);
  const sinceMs = swap?.swapped_at_ms ?? METER_EPOCH_MS;
  const ownUseKw = plant.potenza_nominale_kw * OWN_USE_SHARE;
  return {
    ac_power_kw: power,
    energy_total_kwh: meterCounterKwh(plant, device, atMs, swap),
    energy_import_kwh: 1 + (ownUseKw * (atMs - sinceMs)) / 3_600_000,
    reactive_power_kvar: reactive,
    power_factor: power > 0 ? power / Math.hypot(power, reactive) : 1,
    frequency_hz: gridFrequencyHz(atMs),
    ...phases(plant, device, power, atMs),
  };
}

/** A new meter shows the one or two kWh of its test bench. */
function meterCounterKwh(
  plant: PlantDefinition,
  device: SimulatedDevice,
  atMs: number,
  swap: MeterSwap | undefined,
): number {
  const now = plantEnergyKwh(plant, atMs);
  if (!swap) return plant.generators * counterStartKwh(plant, device.unit_id) + now;
  const bench = 0.5 + 1.5 * hashUnit(plant.seed + 75, swap.swap);
  return bench + now - plantEnergyKwh(plant, swap.swapped_at_ms);
}

function plantEnergyKwh(plant: PlantDefinition, atMs: number): number {
  let energy = 0;
  for (let generator = 1; generator <= plant.generators; generator++) {
    energy += generatorEnergyKwh(plant, generator, atMs) * TRANSFORMER_SHARE;
  }
  return energy;
}

function weatherValues(plant: PlantDefinition, atMs: number): DeviceValues {
  const light = plantSunlight(plant, atMs);
  return {
    irradiance_poa_wm2: light.poa_wm2,
    irradiance_ghi_wm2: light.ghi_wm2,
    ambient_temperature_c: ambientTemperatureC(plant, atMs),
    module_temperature_c: moduleTemperatureC(plant, light.poa_wm2, atMs),
    wind_speed_ms: windSpeedMs(plant, atMs),
  };
}

const STRING_NAMES: readonly string[] = Array.from(
  { length: STRINGS_PER_BOX },
  (_, index) => `string_current_${String(index + 1).padStart(2, '0')}_a`,
);

function stringBoxValues(plant: PlantDefinition, device: SimulatedDevice, atMs: number): DeviceValues {
  const power = generatorPower(plant, inverterOfBox(plant, device.number), atMs);
  const { poa_wm2 } = plantSunlight(plant, atMs);
  const cell = moduleTemperatureC(plant, poa_wm2, atMs);
  const voltage = dcVoltage(plant, inverterOfBox(plant, device.number), poa_wm2, cell, power.dc_kw > 0);
  // A string of 22 modules of 9.5 A in parallel rows would fill the box; what counts is that siblings agree.
  const sound = power.dc_kw > 0 ? (9.5 * poa_wm2) / 1000 : 0;
  const values: Record<string, number> = {};
  let total = 0;
  for (const [index, name] of STRING_NAMES.entries()) {
    const current = sound * stringShare(plant, device.number, index + 1, atMs);
    values[name] = current;
    total += current;
  }
  values.dc_current_a = total;
  values.dc_voltage_v = voltage;
  values.cabinet_temperature_c = ambientTemperatureC(plant, atMs) + 4 + poa_wm2 / 80;
  return values;
}

function machineValues(plant: PlantDefinition, device: SimulatedDevice, atMs: number): DeviceValues {
  const power = generatorPower(plant, device.number, atMs);
  const load = power.ac_kw / device.nominal_power_kw;
  const warm = plant.faults.standing_warning?.generator === device.number;
  const common = {
    ac_power_kw: power.ac_kw,
    energy_total_kwh: counterStartKwh(plant, device.unit_id) + generatorEnergyKwh(plant, device.number, atMs),
    frequency_hz: gridFrequencyHz(atMs),
    ...phases(plant, device, power.ac_kw, atMs),
    power_factor: power.ac_kw > 0 ? 0.985 + 0.012 * smoothNoise(plant.seed + 76, atMs / 700_000) : 1,
    inverter_state: power.tripped ? OPERATING_STATE.fault : OPERATING_STATE.running,
    event_code: power.tripped ? tripCode(plant, device.number, atMs) : warm ? WARM_BEARING_CODE : 0,
  };
  return device.kind === 'hydro_turbine'
    ? {
        ...common,
        ...waterValues(plant, device, power.ac_kw, atMs),
        cabinet_temperature_c: 24 + 22 * load + (warm ? 31 : 0),
      }
    : {
        ...common,
        gas_flow_m3h: gasFlow(plant, power.ac_kw, atMs),
        cabinet_temperature_c: 38 + 48 * load + (warm ? 18 : 0),
      };
}

/** Head of 62 m and 84 % of efficiency: P = 9.81 · Q · H · η. */
function waterValues(
  plant: PlantDefinition,
  device: SimulatedDevice,
  powerKw: number,
  atMs: number,
): DeviceValues {
  const ripple = smoothNoise(plant.seed + 77, atMs / 600_000, device.number);
  return {
    water_flow_m3s: powerKw / (9.81 * 62 * 0.84),
    water_level_m: 1.35 + 0.5 * waterShare(plant, atMs) + 0.04 * ripple,
  };
}

/** Biogas of 53 % methane holds 5.3 kWh/m³, of which the engine makes 40 % electricity. */
function gasFlow(plant: PlantDefinition, powerKw: number, atMs: number): number {
  return (powerKw / (5.3 * 0.4)) * (1.04 - 0.05 * gasShare(plant, atMs));
}
