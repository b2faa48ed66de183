import type { Quantity } from '../../../plants/plants.model.ts';
import type { Outcome } from './answers.model.ts';

/** What a person knows a device by, first things first. */
const TELLING: readonly string[] = [
  'ac_power_kw',
  'energy_export_kwh',
  'irradiance_poa_wm2',
  'irradiance_ghi_wm2',
  'frequency_hz',
  'ac_voltage_v',
  'energy_import_kwh',
  'string_current_a',
  'dc_power_kw',
  'dc_voltage_v',
  'module_temperature_c',
  'ambient_temperature_c',
  'device_temperature_c',
];
const rankOf = (quantity: string | undefined): number => {
  const rank = TELLING.indexOf(quantity ?? '');
  return rank < 0 ? TELLING.length : rank;
};

/** The few values that tell most, each of another quantity. */
export function tellingOf<V extends { name: string }>(
  values: readonly V[],
  quantityOf: (name: string) => string | undefined,
  max: number,
): V[] {
  const seen = new Set<string>();
  return values
    .toSorted((a, b) => rankOf(quantityOf(a.name)) - rankOf(quantityOf(b.name)))
    .filter(({ name }) => {
      const quantity = quantityOf(name) ?? name;
      if (seen.has(quantity)) return false;
      seen.add(quantity);
      return true;
    })
    .slice(0, max);
}

/** Between which numbers a quantity lies on any device; beyond them the registers say something else. */
const SANE: Partial<Record<Quantity, readonly [least: number, most: number]>> = {
  ac_power_kw: [-100_000, 100_000],
  dc_power_kw: [-100_000, 100_000],
  power_factor: [-1.01, 1.01],
  ac_voltage_v: [0, 400_000],
  dc_voltage_v: [-10, 5000],
  ac_current_a: [-20_000, 20_000],
  dc_current_a: [-20_000, 20_000],
  energy_export_kwh: [0, 1e10],
  energy_import_kwh: [0, 1e10],
  device_temperature_c: [-60, 250],
  ambient_temperature_c: [-60, 80],
  module_temperature_c: [-60, 150],
  irradiance_poa_wm2: [-50, 2000],
  irradiance_ghi_wm2: [-50, 2000],
};

/** Whether no device of any make could read so: the order of bytes, the scale or the whole map is another. */
export function isStrange(quantity: string | undefined, value: number): boolean {
  // A standing generator has no frequency; a grid is near 50 or 60.
  if (quantity === 'frequency_hz') return value !== 0 && (value < 40 || value > 70);
  const sane = SANE[quantity as Quantity];
  return sane !== undefined && (value < sane[0] || value > sane[1]);
}

/** A few values may all be 0 at night; of so many one says something where the registers are the device's own. */
const MANY_VALUES = 8;

/** Whether a list of registers was read and nothing stands in any of them, as where a device answers 0 to what it lacks. */
export const isBlank = ({ found, values }: Outcome): boolean =>
  found === null && values.length >= MANY_VALUES && values.every(({ value }) => value === 0);

/** The model that most of the devices that answered say they are; nothing where no two agree. */
export function usualModel(outcomes: Iterable<Outcome>): string {
  const counts = new Map<string, number>();
  for (const { model } of outcomes) if (model !== '') counts.set(model, (counts.get(model) ?? 0) + 1);
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return first && first[1] > 1 ? first[0] : '';
}
