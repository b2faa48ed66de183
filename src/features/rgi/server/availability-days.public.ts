import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders, HOUR_MS, localDay } from '../../../shared/units/zones.ts';
import {
  type AvailabilityKind,
  addInterval,
  type CountedHours,
  type HoursByClass,
  hoursUnder,
  noCells,
  noHours,
  nothingCounted,
  weighted,
  weightedCells,
} from '../availability.model.ts';
import { listRatedPlants } from './availability.repository.ts';
import { countingOf, knownOf, quartersOf, STEP_MS } from './availability.ts';

export type { HoursByClass } from '../availability.model.ts';
export { noHours, sharesOf, TIME_CLASSES } from '../availability.model.ts';

export type DayHours = Readonly<Record<AvailabilityKind, HoursByClass>>;

interface Asked {
  readonly proj_code: string;
  /** Days of the plant's calendar, both included. */
  readonly from: string;
  readonly to: string;
}

type DeviceDays = Map<string, CountedHours>;

/** How a plant's time was counted on each of its days, devices by their share of the power; nothing for a plant without inverters. */
export async function availabilityByDay(
  tx: Tx,
  { proj_code, from, to }: Asked,
  now: Date,
): Promise<ReadonlyMap<string, DayHours>> {
  const [plant] = await listRatedPlants(tx, { codes: [proj_code], device_id: null });
  if (!plant || plant.devices.length === 0) return new Map();
  const start = new Date(dayBorders(plant.time_zone, from).start).toISOString();
  const end = new Date(dayBorders(plant.time_zone, to).end).toISOString();
  const counting = await countingOf(tx, { start, end }, [plant], now);
  const quarters = await quartersOf(counting, plant);
  const devices = plant.devices.map((device) => {
    const judging = { least_irradiance_wm2: counting.least, nominal_kw: device.nominal_power };
    const days: DeviceDays = new Map();
    for (const known of knownOf(counting, plant, device, quarters)) {
      const { day } = localDay(plant.time_zone, known.at);
      const hours = days.get(day) ?? nothingCounted();
      days.set(day, hours);
      addInterval(hours, known, { judging, hours: STEP_MS / HOUR_MS });
    }
    return { weight: device.nominal_power ?? 0, days };
  });
  const all = new Set(devices.flatMap(({ days }) => [...days.keys()]));
  return new Map(
    [...all].map((day) => {
      const of = devices.map(({ weight, days }) => ({ weight, ...days.get(day) }));
      const raw = weighted(of.map(({ weight, raw: hours = noHours() }) => ({ weight, hours })));
      const cells = weightedCells(
        of.map(({ weight, cells: hours = noCells() }) => ({ weight, cells: hours })),
      );
      return [day, { raw, contractual: hoursUnder(cells) }];
    }),
  );
}
