import type { NumericType } from '../src/devices/decode/data-type.ts';
import { encodeRaw } from '../src/devices/decode/encode.ts';
import type { DeviceValues, SimulatedDevice } from './plant-definition.ts';
import { type RegisterField, type RegisterMap, writeText } from './register-layout.ts';
import { sunspecMap } from './sunspec-maps.ts';
import { vendorMap } from './vendor-maps.ts';

/** Registers at an instant: `words[0]` is the one at `start`. */
export interface RegisterImage {
  readonly start: number;
  readonly words: Uint16Array;
}

const maps = new WeakMap<SimulatedDevice, RegisterMap>();

/** The register map of a device; scale factors follow its nominal power. */
export function registerMap(device: SimulatedDevice): RegisterMap {
  const known = maps.get(device);
  if (known) return known;
  const map =
    device.kind === 'hydro_turbine' || device.kind === 'biogas_engine'
      ? vendorMap(device)
      : sunspecMap(device);
  maps.set(device, map);
  return map;
}

/** All registers of a device that measures these values. */
export function registerImage(device: SimulatedDevice, values: DeviceValues, serial: string): RegisterImage {
  const map = registerMap(device);
  const words = Uint16Array.from(map.fixed);
  for (const field of map.fields) {
    const bytes = encodeRaw(rawValue(field, values), field);
    for (let at = 0; at < bytes.length; at += 2) {
      words[field.address - map.start + at / 2] = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    }
  }
  if (map.serial_address !== null) writeText(words, map.serial_address - map.start, serial, 16);
  return { start: map.start, words };
}

const LIMITS: Readonly<Partial<Record<NumericType, readonly [number, number]>>> = {
  int16: [-0x7fff, 0x7fff],
  uint16: [0, 0xfffe],
  uint32: [0, 0xfffffffe],
};

/** The raw value that the device's register holds; integers stop at the ends of their type. */
export function rawValue(field: RegisterField, values: DeviceValues): number {
  const exact = field.value(values) * field.per_unit;
  const limits = LIMITS[field.data_type];
  if (!limits) return field.data_type === 'float32' ? Math.fround(exact) : exact;
  return Math.min(limits[1], Math.max(limits[0], Math.round(exact)));
}
