import type { Quantity } from '../../../plants/plants.model.ts';

/** Something that can be drawn: a quantity of a plant itself (`device_id` null), or a variable of a device. */
export interface Drawable {
  /** As it stands in the address of the page that offers it. */
  key: string;
  proj_code: string;
  device_id: number | null;
  /** The device's short name; null for the plant. */
  owner: string | null;
  name: string;
  label_en: string;
  label_it: string;
  unit: string;
  quantity: Quantity;
  /** Code of the group that its variable belongs to; none for the plant's own. */
  group_name?: string | undefined;
  /** Counters are drawn as the energy of each step, as bars; everything else as lines. */
  shape: 'line' | 'bar';
}

/** What the portal knows of a variable before any reading is asked for. */
export interface Known {
  name: string;
  label_en: string;
  label_it: string;
  unit: string;
  quantity: Quantity;
  kind: 'gauge' | 'counter' | 'state';
  group_name?: string | undefined;
}

/** Quantities that mean something for a whole plant: power and energy summed, sensors averaged. */
const OF_A_PLANT: readonly Quantity[] = [
  'ac_power_kw',
  'energy_export_kwh',
  'energy_import_kwh',
  'irradiance_poa_wm2',
  'irradiance_ghi_wm2',
  'ambient_temperature_c',
  'module_temperature_c',
  'wind_speed_ms',
  'water_flow_m3s',
  'water_level_m',
  'gas_flow_m3h',
];

const ENERGIES: readonly Quantity[] = ['energy_export_kwh', 'energy_import_kwh'];

const shapeOf = ({ quantity, kind }: Pick<Known, 'quantity' | 'kind'>) =>
  kind === 'counter' && ENERGIES.includes(quantity) ? 'bar' : 'line';

/** A variable of a device, as it can be drawn. */
export function ofDevice(
  device: { proj_code: string; device_id: number; short_name: string },
  value: Known,
): Drawable {
  const { proj_code, device_id, short_name: owner } = device;
  const { name, label_en, label_it, unit, quantity, group_name } = value;
  const key = `${device_id}.${name}`;
  return {
    key,
    proj_code,
    device_id,
    owner,
    name,
    label_en,
    label_it,
    unit,
    quantity,
    group_name,
    shape: shapeOf(value),
  };
}

/** A plant without counters still has energy: its integrated power. */
const INTEGRATED: Known = {
  name: 'energy_total_kwh',
  label_en: 'Energy produced',
  label_it: 'Energia prodotta',
  unit: 'kWh',
  quantity: 'energy_export_kwh',
  kind: 'counter',
};

/** What a plant itself has to draw, from the variables of all its devices; `prefix` begins each key. */
export function ofPlant(proj_code: string, values: readonly Known[], prefix = 'plant.'): Drawable[] {
  const first = new Map<Quantity, Known>();
  for (const value of values) if (!first.has(value.quantity)) first.set(value.quantity, value);
  if (first.has('ac_power_kw') && !first.has('energy_export_kwh')) first.set('energy_export_kwh', INTEGRATED);
  return OF_A_PLANT.flatMap((quantity) => {
    const value = first.get(quantity);
    if (!value) return [];
    const { label_en, label_it, unit } = value;
    const words = { name: quantity, label_en, label_it, unit, quantity, shape: shapeOf(value) } as const;
    return [{ key: `${prefix}${quantity}`, proj_code, device_id: null, owner: null, ...words }];
  });
}

/** The drawables that an address names, in its order; those that there are not are left out. */
export function chosenDrawables(all: readonly Drawable[], keys: readonly string[]): Drawable[] {
  const byKey = new Map(all.map((one) => [one.key, one]));
  return [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
}

/** One call of the chart: series of a plant itself, or the same variables of one or several devices. */
export interface ChartCall {
  shape: 'line' | 'bar';
  plants?: string;
  quantities?: string;
  devices?: string;
  variables?: string;
}

/** As many devices, and plants, as one call takes. */
const MAX_DEVICES = 200;
const MAX_PLANTS = 50;

function partsOf<T>(all: readonly T[], max: number): T[][] {
  const parts = Math.ceil(all.length / max);
  return Array.from({ length: parts }, (_, i) => all.slice(i * max, (i + 1) * max));
}

/** Those who want the same, together: lists of their keys by what they want, joined by commas. */
function together<K>(wanted: ReadonlyMap<K, readonly string[]>): Map<string, K[]> {
  const same = Map.groupBy(wanted, ([, names]) => names.toSorted().join(','));
  return new Map([...same].map(([names, members]) => [names, members.map(([key]) => key)]));
}

function plantCalls(wanted: readonly Drawable[], shape: 'line' | 'bar'): ChartCall[] {
  const own = wanted.filter((one) => one.device_id === null);
  const byPlant = Map.groupBy(own, (one) => one.proj_code);
  const names = new Map([...byPlant].map(([code, all]) => [code, all.map((one) => one.quantity)]));
  return [...together(names)].flatMap(([quantities, codes]) =>
    partsOf(codes, MAX_PLANTS).map((plants) => ({ shape, plants: plants.join(','), quantities })),
  );
}

function deviceCalls(wanted: readonly Drawable[], shape: 'line' | 'bar'): ChartCall[] {
  const byDevice = new Map<number, string[]>();
  for (const { device_id, name } of wanted) {
    if (device_id !== null) byDevice.set(device_id, [...(byDevice.get(device_id) ?? []), name]);
  }
  return [...together(byDevice)].flatMap(([variables, ids]) =>
    partsOf(ids, MAX_DEVICES).map((devices) => ({ shape, devices: devices.join(','), variables })),
  );
}

/** As few calls as answer exactly the chosen series: devices that want the same variables go together. */
export function callsFor(chosen: readonly Drawable[]): ChartCall[] {
  return (['line', 'bar'] as const).flatMap((shape) => {
    const wanted = chosen.filter((one) => one.shape === shape);
    return [...plantCalls(wanted, shape), ...deviceCalls(wanted, shape)];
  });
}
