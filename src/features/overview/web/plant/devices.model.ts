import { fold } from '../../../../shared/units/names.ts';
import type { Quantity } from '../../../plants/plants.model.ts';
import type { PlantOverview } from '../../overview.contract.ts';

export type Device = PlantOverview['devices'][number];
export type DeviceValue = Device['values'][number];

/** What a device is first asked for, in this order. */
const HEADLINES: readonly Quantity[] = [
  'ac_power_kw',
  'energy_export_kwh',
  'irradiance_poa_wm2',
  'module_temperature_c',
  'water_flow_m3s',
  'gas_flow_m3h',
  'dc_power_kw',
  'dc_current_a',
  'dc_voltage_v',
  'ambient_temperature_c',
  'wind_speed_ms',
  'string_current_a',
  'energy_import_kwh',
];
const MAX_HEADLINES = 3;

/** The values that tell how a device fares, at most so many. */
export function firstValuesOf({ values }: Pick<Device, 'values'>, max: number): DeviceValue[] {
  const ranked = HEADLINES.flatMap((quantity) => values.filter((value) => value.quantity === quantity));
  return (ranked.length > 0 ? ranked : values).slice(0, max);
}

/** The two or three that its row shows. */
export const headlinesOf = (device: Pick<Device, 'values'>): DeviceValue[] =>
  firstValuesOf(device, MAX_HEADLINES);

/** The quality of a device as a whole: that of its first headline, which a reader looks at first. */
export function qualityOf(device: Pick<Device, 'values'>): DeviceValue['quality'] {
  return headlinesOf(device)[0]?.quality ?? 'missing';
}

/** Values by their groups, in the order of these. */
export function valueGroups(
  { values }: Pick<Device, 'values'>,
  placeOf: (code: string) => number,
): { name: string; values: DeviceValue[] }[] {
  const groups = new Map<string, DeviceValue[]>();
  for (const value of values) {
    const name = value.group_name || 'other';
    groups.set(name, [...(groups.get(name) ?? []), value]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, values: members }))
    .toSorted((a, b) => placeOf(a.name) - placeOf(b.name));
}

/** Devices whose name, description, maker or serial number holds the text. */
export function findDevices(devices: readonly Device[], text: string): Device[] {
  const wanted = fold(text.trim());
  return devices.filter(({ short_name, description, manufacturer, model, serial_number }) =>
    fold([short_name, description, manufacturer, model, serial_number ?? ''].join('\n')).includes(wanted),
  );
}

export interface DeviceGroup {
  readonly category: Device['category'];
  readonly devices: Device[];
  /** How many of them have an open alarm or warning. */
  readonly alarmed: number;
}

/** Devices by their category, in the order in which these come first. */
export function devicesByCategory(devices: readonly Device[]): DeviceGroup[] {
  return [...Map.groupBy(devices, ({ category }) => category)].map(([category, members]) => ({
    category,
    devices: members,
    alarmed: members.filter(({ alarm }) => alarm !== null).length,
  }));
}
