import type { ReadingRow } from '../../../measurements/readings.model.ts';
import type { CloudReading } from '../../cloud-readings.model.ts';
import type { HomeDevice } from '../home-devices.repository.ts';

const has = ({ slots }: HomeDevice, variable: string) => slots.some(({ name }) => name === variable);
const IS: Readonly<Record<CloudReading['device'], (device: HomeDevice) => boolean>> = {
  inverter: ({ category }) => category === 'inverter',
  grid: ({ category }) => category === 'exchange_meter',
  battery: (device) => has(device, 'battery_charge_kwh') || has(device, 'battery_power_kw'),
};

/** The home's devices that the cloud tells of. */
export function partsOf(devices: readonly HomeDevice[]): ReadonlyMap<CloudReading['device'], HomeDevice> {
  const working = devices.filter(({ enabled }) => enabled);
  const parts = (['inverter', 'grid', 'battery'] as const).flatMap((part) => {
    const device = working.find(IS[part]);
    return device ? [[part, device] as const] : [];
  });
  return new Map(parts);
}

/** Readings as the store takes them; what no device of the home has is left out. Undefined where it has none that fits. */
export function rowsOf(
  byPart: ReturnType<typeof partsOf>,
  readings: readonly CloudReading[],
): ReadingRow[] | undefined {
  if (byPart.size === 0) return undefined;
  const rows = new Map<string, ReadingRow>();
  for (const { device: part, variable, ts, value } of readings) {
    const device = byPart.get(part);
    const slot = device?.slots.find(({ name }) => name === variable)?.slot;
    if (!device || slot === undefined) continue;
    const key = `${device.device_id} ${ts}`;
    const length = Math.max(...device.slots.map((one) => one.slot)) + 1;
    const row = rows.get(key) ?? {
      device_id: device.device_id,
      ts,
      quality: null,
      values: new Float64Array(length).fill(Number.NaN),
    };
    row.values[slot] = value;
    rows.set(key, row);
  }
  return [...rows.values()];
}
