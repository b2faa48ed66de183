import { type Choice, windowOf } from '../../../../shared/web/charts/window.model.ts';
import type { Quantity } from '../../../plants/plants.model.ts';
import type { PlantOverview } from '../../overview.contract.ts';

/** Something that can be drawn: a quantity of the plant itself (`device_id` null), or a variable of a device. */
export interface Drawable {
  /** As it stands in the address: `plant.ac_power_kw`, `17.ac_power_kw`. */
  key: string;
  device_id: number | null;
  /** The device's short name; null for the plant. */
  owner: string | null;
  name: string;
  label_en: string;
  label_it: string;
  unit: string;
  quantity: Quantity;
  /** Counters are drawn as the energy of each step, as bars; everything else as lines. */
  shape: 'line' | 'bar';
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

type LastValue = PlantOverview['devices'][number]['values'][number];
type Known = Pick<LastValue, 'name' | 'label_en' | 'label_it' | 'unit' | 'quantity' | 'kind'>;

const shapeOf = ({ quantity, kind }: Pick<Known, 'quantity' | 'kind'>) =>
  kind === 'counter' && ENERGIES.includes(quantity) ? 'bar' : 'line';

function ofDevice(device_id: number, owner: string, value: Known): Drawable {
  const { name, label_en, label_it, unit, quantity } = value;
  const key = `${device_id}.${name}`;
  return { key, device_id, owner, name, label_en, label_it, unit, quantity, shape: shapeOf(value) };
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

function ofPlant(values: readonly Known[]): Drawable[] {
  const first = new Map<Quantity, Known>();
  for (const value of values) if (!first.has(value.quantity)) first.set(value.quantity, value);
  if (first.has('ac_power_kw') && !first.has('energy_export_kwh')) first.set('energy_export_kwh', INTEGRATED);
  return OF_A_PLANT.flatMap((quantity) => {
    const value = first.get(quantity);
    if (!value) return [];
    const { label_en, label_it, unit } = value;
    const shape = shapeOf(value);
    return [
      {
        key: `plant.${quantity}`,
        device_id: null,
        owner: null,
        name: quantity,
        label_en,
        label_it,
        unit,
        quantity,
        shape,
      },
    ];
  });
}

/** Everything of a plant that can be drawn: its own quantities first, then the variables of each device. */
export function drawablesOf(devices: PlantOverview['devices']): Drawable[] {
  const all = devices.flatMap((device) => device.values);
  return [
    ...ofPlant(all),
    ...devices.flatMap(({ device_id, short_name, values }) =>
      values.map((value) => ofDevice(device_id, short_name, value)),
    ),
  ];
}

const SHORT: readonly Quantity[] = ['ac_power_kw', 'irradiance_poa_wm2', 'water_flow_m3s', 'gas_flow_m3h'];
const LONG: readonly Quantity[] = ['energy_export_kwh'];

/** The main variables: power and irradiance over days, energy as bars over months and years. */
export function mainDrawables(all: readonly Drawable[], long: boolean): Drawable[] {
  const own = all.filter((one) => one.device_id === null);
  const main = own.filter((one) => (long ? LONG : SHORT).includes(one.quantity));
  if (main.length > 0) return main;
  return (own.length > 0 ? own : all).slice(0, 1);
}

/** The drawables that an address names, in its order; those that the plant does not have are left out. */
export function chosenDrawables(all: readonly Drawable[], keys: readonly string[]): Drawable[] {
  const byKey = new Map(all.map((one) => [one.key, one]));
  return [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
}

/** One call of the chart: series of the plant itself, or the same variables of one or several devices. */
export interface ChartCall {
  shape: 'line' | 'bar';
  quantities?: string;
  devices?: string;
  variables?: string;
}

/** As few calls as answer exactly the chosen series: devices that want the same variables go together. */
export function callsFor(chosen: readonly Drawable[]): ChartCall[] {
  const calls: ChartCall[] = [];
  for (const shape of ['line', 'bar'] as const) {
    const wanted = chosen.filter((one) => one.shape === shape);
    const quantities = wanted.filter((one) => one.device_id === null).map((one) => one.quantity);
    if (quantities.length > 0) calls.push({ shape, quantities: quantities.join(',') });
    const byDevice = new Map<number, string[]>();
    for (const { device_id, name } of wanted) {
      if (device_id !== null) byDevice.set(device_id, [...(byDevice.get(device_id) ?? []), name]);
    }
    const together = new Map<string, number[]>();
    for (const [device, names] of byDevice) {
      const variables = names.toSorted().join(',');
      together.set(variables, [...(together.get(variables) ?? []), device]);
    }
    for (const [variables, devices] of together) calls.push({ shape, devices: devices.join(','), variables });
  }
  return calls;
}

const LONG_MS = 11 * 86_400_000;

/** Whether a period is so long that its energy says more than its power. */
export function isLong(search: Choice, now: number, zone: string): boolean {
  const { start_at, end_at } = windowOf(search, now, zone);
  return end_at - start_at > LONG_MS;
}
