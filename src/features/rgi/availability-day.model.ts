import { CELLS, type CountedHours, nothingCounted, sharesOfPower } from './availability.model.ts';

/** What a device's hours come to. */
export interface DeviceCount extends CountedHours {
  readonly device_id: number;
  readonly energy_kwh: number;
}

export const noCount = (device_id: number): DeviceCount => ({
  device_id,
  energy_kwh: 0,
  ...nothingCounted(),
});

const RAW = ['good', 'bad', 'missing'] as const;
/** The hours that are kept of a day: night is the same raw and by contract. Their order is the stored format (`packDevice`): new ones go to the end. */
export const KEPT_HOURS = [...RAW.map((name) => `raw_${name}` as const), ...CELLS] as const;
export type KeptHours = Readonly<Record<(typeof KEPT_HOURS)[number], number>>;

const keptOf = ({ raw, cells }: CountedHours): KeptHours => ({
  raw_good: raw.good,
  raw_bad: raw.bad,
  raw_missing: raw.missing,
  ...cells,
});

/** Hours as they are counted with, of those that are kept. */
export function countedOf(kept: KeptHours): CountedHours {
  const { raw, cells } = nothingCounted();
  for (const name of RAW) raw[name] = kept[`raw_${name}`];
  raw.no_sun = kept.no_sun;
  for (const cell of CELLS) cells[cell] = kept[cell];
  return { raw, cells };
}

/** A device's day as it is kept: its number, its energy, then the place and the hours of each class that has some. */
export function packDevice(count: DeviceCount): number[] {
  const kept = keptOf(count);
  const hours = KEPT_HOURS.flatMap((name, place) => (kept[name] === 0 ? [] : [place, kept[name]]));
  return [count.device_id, count.energy_kwh, ...hours];
}

export function unpackDevice([device_id = 0, energy_kwh = 0, ...rest]: readonly number[]): DeviceCount {
  const kept = Object.fromEntries(KEPT_HOURS.map((name) => [name, 0])) as Record<keyof KeptHours, number>;
  for (let i = 0; i + 1 < rest.length; i += 2) {
    const name = KEPT_HOURS[rest[i] ?? -1];
    if (name) kept[name] = rest[i + 1] ?? 0;
  }
  return { device_id, energy_kwh, ...countedOf(kept) };
}

/** The sum of hours and energy of both, each hour of the second as a part of itself. */
export function addCount(to: DeviceCount, count: Omit<DeviceCount, 'device_id'>, part = 1): DeviceCount {
  const [raw, cells] = [{ ...to.raw }, { ...to.cells }];
  for (const name of [...RAW, 'no_sun'] as const) raw[name] += count.raw[name] * part;
  for (const cell of CELLS) cells[cell] += count.cells[cell] * part;
  return { ...to, raw, cells, energy_kwh: to.energy_kwh + count.energy_kwh };
}

/** For how long a device stood in its plant. */
const hoursOf = ({ cells }: DeviceCount): number => CELLS.reduce((sum, cell) => sum + cells[cell], 0);

/** Hours of a plant: those of its devices that stood there, each by its share of their power; energy is their sum. */
export function plantCount(
  counts: readonly DeviceCount[],
  powerOf: (device_id: number) => number | null,
): CountedHours & { readonly energy_kwh: number } {
  const parts = sharesOfPower(
    counts.map(({ device_id }) => powerOf(device_id) ?? 0),
    counts.map(hoursOf),
  );
  return counts.reduce((sum, count, i) => addCount(sum, count, parts[i]), noCount(0));
}

/** The same of several days; each day is of the devices that stood there then. @param powers of the devices that count, kW */
export function plantOver(
  days: Iterable<readonly DeviceCount[]>,
  powers: ReadonlyMap<number, number | null>,
): CountedHours & { readonly energy_kwh: number } {
  let sum = noCount(0);
  for (const counts of days) {
    const own = counts.filter(({ device_id }) => powers.has(device_id));
    sum = addCount(
      sum,
      plantCount(own, (id) => powers.get(id) ?? null),
    );
  }
  return sum;
}

/** A plant's day as it is kept. */
export const keptPlant = (count: CountedHours & { readonly energy_kwh: number }) => ({
  energy_kwh: count.energy_kwh,
  ...keptOf(count),
});
