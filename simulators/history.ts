import { scaleRaw } from '../src/devices/decode/value.ts';
import type { TemplateVariable } from '../src/devices/templates/device-template.ts';
import { getDeviceTemplate } from '../src/devices/templates/device-templates.ts';
import { isSilent } from './faults.ts';
import type { DeviceValues, PlantDefinition, SimulatedDevice } from './plant-definition.ts';
import { deviceValues } from './plant-model.ts';
import { rawValue, registerMap } from './register-maps.ts';

export interface DeviceReadings {
  /** Instants at which the device answered, milliseconds of the Unix clock, ascending. */
  readonly ts: number[];
  /** One array for each variable, in the template's order, as long as `ts`; NaN where there is no value. */
  readonly values: readonly Float64Array[];
}

/**
 * What polling this device at these instants would have stored: rounded by the same registers and scale
 * factors. An instant at which the device was silent has no row.
 * @param times ascending, milliseconds of the Unix clock
 */
export function deviceReadings(
  plant: PlantDefinition,
  device: SimulatedDevice,
  times: Iterable<number>,
): DeviceReadings {
  const ts = Array.from(times).filter((atMs) => !isSilent(plant, device, atMs));
  const readers = getDeviceTemplate(device.template).variables.map((variable) => readerOf(device, variable));
  const values = readers.map(() => new Float64Array(ts.length));
  for (const [row, atMs] of ts.entries()) {
    const measured = deviceValues(plant, device, atMs);
    for (const [slot, read] of readers.entries()) {
      const column = values[slot];
      if (column) column[row] = read(measured);
    }
  }
  return { ts, values };
}

/** Instants of [start, end) on whole multiples of the step (300 s and 3600 s are the usual ones). */
export function* gridTimes(startMs: number, endMs: number, stepMs: number): Generator<number> {
  for (let atMs = Math.ceil(startMs / stepMs) * stepMs; atMs < endMs; atMs += stepMs) yield atMs;
}

/** Registers there and back, for one variable. */
function readerOf(device: SimulatedDevice, variable: TemplateVariable): (values: DeviceValues) => number {
  const map = registerMap(device);
  const field = map.fields.find((candidate) => candidate.address === variable.address);
  if (!field) throw new RangeError(`${device.kind} has no register ${variable.address} for ${variable.name}`);
  const word = variable.scale_address === null ? null : map.fixed[variable.scale_address - map.start];
  const scale = word == null ? null : (word << 16) >> 16;
  return (values) => {
    const decoded = scaleRaw(rawValue(field, values), variable, scale);
    return 'value' in decoded ? decoded.value : Number.NaN;
  };
}
