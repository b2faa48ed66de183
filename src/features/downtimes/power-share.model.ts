import { sumIfAllKnown } from '../../shared/units/sums.ts';
/** What of a plant a downtime is about. */
export const EXTENTS = ['plant', 'section', 'devices'] as const;
export type Extent = (typeof EXTENTS)[number];

/** A device of a plant with its power, kW; null where nobody said. */
export interface PoweredDevice {
  readonly device_id: number;
  readonly section_id: number | null;
  readonly power_kw: number | null;
  /** Whether it makes a part of the plant's energy. */
  readonly makes: boolean;
}

export interface PoweredPlant {
  readonly devices: readonly PoweredDevice[];
  /** Nominal power of the plant, kWp; null where nobody said. */
  readonly nominal_kw: number | null;
}

const sumOf = (devices: readonly PoweredDevice[]): number | null =>
  sumIfAllKnown(devices.map(({ power_kw }) => power_kw));

/** Power that a downtime's percentage is a share of, kW: of all that makes energy, else the plant's own; null where neither is known. */
export function plantPower({ devices, nominal_kw }: PoweredPlant): number | null {
  const makers = sumOf(devices.filter(({ makes }) => makes));
  return makers !== null && makers > 0 ? makers : nominal_kw;
}

/**
 * The devices by which a downtime is counted: of those that it names the ones that make energy, where there are any; a meter or a
 * sensor that is named beside them has no power of its own.
 * @param named null for the whole plant
 */
export function countedDevices(
  { devices }: PoweredPlant,
  named: ReadonlySet<number> | null,
): PoweredDevice[] {
  const chosen = devices.filter(({ device_id }) => named === null || named.has(device_id));
  const makers = chosen.filter(({ makes }) => makes);
  return makers.length > 0 ? makers : chosen;
}

/**
 * Which share of the plant's power is out of service, 0…100 with two decimals, by the power of what stands still; null where that
 * is not known: then a person has to say it.
 */
export function powerShare(plant: PoweredPlant, named: ReadonlySet<number> | null): number | null {
  if (named === null) return 100;
  const counted = countedDevices(plant, named);
  const makes = counted.some((device) => device.makes);
  const [out, all] = [sumOf(counted), makes ? plantPower(plant) : (plant.nominal_kw ?? plantPower(plant))];
  if (counted.length === 0 || !out || !all) return null;
  return Math.round(Math.min(100, (out / all) * 100) * 100) / 100;
}

/**
 * Which share of the plant's power is out of service where what is named made less than it should, not nothing.
 * @param less of what it should have made, 0…1
 */
export function partShare(
  plant: PoweredPlant,
  named: ReadonlySet<number> | null,
  less: number,
): number | null {
  const share = powerShare(plant, named);
  return share === null ? null : Math.round(share * less * 100) / 100;
}

/**
 * Of the power of the devices that a downtime names, the part that is out of service, 0…1: all of it where its percentage is theirs; less
 * where a person said a smaller one. Devices whose power is not known are alike.
 */
export function partOut(
  plant: PoweredPlant,
  named: ReadonlySet<number> | null,
  { percentage, percentage_by }: { readonly percentage: number; readonly percentage_by: 'devices' | 'hand' },
): number {
  if (percentage_by === 'devices') return 1;
  const counted = countedDevices(plant, named);
  const share =
    powerShare(plant, named) ?? (100 * counted.length) / (countedDevices(plant, null).length || 1);
  return share > 0 ? Math.min(1, percentage / share) : 1;
}

/** The share that each of the counted devices has in what stands still; alike where a power is not known. Adds up to 1. */
export function weightsOf(counted: readonly PoweredDevice[]): number[] {
  const total = sumOf(counted);
  return counted.map(({ power_kw }) => (total ? (power_kw ?? 0) / total : 1 / counted.length));
}
