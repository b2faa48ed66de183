import type { DeviceCategory } from '../plants/plants.model.ts';

/** A device as the card's figures see it: its slots by quantity, null where it has none. */
export interface MeasuringDevice {
  readonly device_id: number;
  readonly category: DeviceCategory;
  readonly interval_s: number;
  /** kW; null when nobody said. */
  readonly nominal_power: number | null;
  readonly power_slot: number | null;
  readonly counter_slot: number | null;
  /** Plane-of-array sensors. */
  readonly irradiance_slots: readonly number[];
}

const measures = (device: MeasuringDevice): boolean =>
  device.power_slot !== null || device.counter_slot !== null;

/**
 * The devices that a plant's power and production are taken from: its production meters if there are any that measure,
 * else its inverters and generators. Never both, which would count twice.
 */
export function pickSources<D extends MeasuringDevice>(devices: readonly D[]): D[] {
  const meters = devices.filter((d) => d.category === 'production_meter' && measures(d));
  if (meters.length > 0) return meters;
  return devices.filter((d) => (d.category === 'inverter' || d.category === 'generator') && measures(d));
}

/** The slot whose day rows carry a source's energy: its counter, else its power (integrated). */
export function energySlot(device: MeasuringDevice): number | null {
  return device.counter_slot ?? device.power_slot;
}

/** One variable as the catalogue describes it. */
export interface MeasuredVariable {
  readonly slot: number;
  readonly quantity: string;
  readonly kind: string;
}

/** The slots that the card's figures need, the first of each quantity where a device has several. */
export function slotsOf(
  variables: readonly MeasuredVariable[],
): Pick<MeasuringDevice, 'power_slot' | 'counter_slot' | 'irradiance_slots'> {
  const slots = (quantity: string, kind: string): number[] =>
    variables
      .filter((v) => v.quantity === quantity && v.kind === kind)
      .map((v) => v.slot)
      .sort((a, b) => a - b);
  return {
    power_slot: slots('ac_power_kw', 'gauge')[0] ?? null,
    counter_slot: slots('energy_export_kwh', 'counter')[0] ?? null,
    irradiance_slots: slots('irradiance_poa_wm2', 'gauge'),
  };
}
