import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, dayBorders, localDay } from '../../../shared/units/zones.ts';
import {
  type AvailabilityKind,
  type CountedHours,
  type HoursByClass,
  hoursUnder,
} from '../availability.model.ts';
import { countedOf, plantCount } from '../availability-day.model.ts';
import { listRatedPlants } from './availability.repository.ts';
import { sumKept } from './availability-days.repository.ts';
import { recountingSince } from './availability-of-many.ts';
import { countDays, wholeDaysOf } from './counted-days.ts';
import { countingFor } from './counting.ts';
import { unmadeDays } from './unmade-days.ts';

export type { HoursByClass } from '../availability.model.ts';
export { noHours, sharesOf, TIME_CLASSES } from '../availability.model.ts';

export type DayHours = Readonly<Record<AvailabilityKind, HoursByClass>>;

interface Span {
  /** Days of the plants' calendars, both included. */
  readonly from: string;
  readonly to: string;
}

const hoursOf = ({ raw, cells }: CountedHours): DayHours => ({ raw, contractual: hoursUnder(cells) });

/** How a plant's time was counted on each of its days, devices by their share of the power; nothing for a plant without inverters. */
export async function availabilityByDay(
  tx: Tx,
  { proj_code, from, to }: Span & { readonly proj_code: string },
  now: Date,
): Promise<ReadonlyMap<string, DayHours>> {
  const [plant] = await listRatedPlants(tx, { codes: [proj_code], device_id: null });
  if (!plant || plant.devices.length === 0) return new Map();
  const [start, end] = [dayBorders(plant.time_zone, from).start, dayBorders(plant.time_zone, to).end];
  const counting = await countingFor(tx, { start, end, now: now.getTime() }, [plant]);
  const power = new Map(plant.devices.map((one) => [one.device_id, one.nominal_power]));
  const days = await countDays(counting, plant);
  return new Map(
    [...days].map(([day, counts]) => [day, hoursOf(plantCount(counts, (id) => power.get(id) ?? null))]),
  );
}

/** What is kept of a plant's days by periods, and how many days that are. */
export interface KeptPeriods {
  readonly periods: Map<string, DayHours>;
  days: number;
}

/** How the time of many plants was counted by periods, of the days that are kept, by plant. */
export async function keptAvailability(
  tx: Tx,
  { plant_ids, from, to }: Span & { readonly plant_ids: readonly number[] },
  by: 'day' | 'month' | 'year',
): Promise<ReadonlyMap<number, KeptPeriods>> {
  const sums = await sumKept(tx, { plant_ids, from, to }, by === 'day' ? 10 : by === 'month' ? 7 : 4);
  const plants = new Map<number, KeptPeriods>();
  for (const sum of sums) {
    const own = plants.get(sum.plant_id) ?? { periods: new Map<string, DayHours>(), days: 0 };
    own.periods.set(sum.period, hoursOf(countedOf(sum)));
    own.days += sum.days;
    plants.set(sum.plant_id, own);
  }
  return plants;
}

/**
 * How many days of plants with inverters are over since they were first heard, and are not kept; those whose readings were let go before
 * are not waited for, nor those too far back to be made. Of plants some of whose days are to be counted anew at least one. @param kept as `keptAvailability` answers it
 */
export async function pendingDays(
  tx: Tx,
  {
    codes,
    from,
    to,
    kept,
  }: Span & { readonly codes: readonly string[]; readonly kept: ReadonlyMap<number, KeptPeriods> },
  now: Date,
): Promise<number> {
  const rated = await listRatedPlants(tx, { codes, device_id: null });
  const plants = rated.filter(({ devices }) => devices.length > 0);
  const plant_ids = plants.map(({ plant_id }) => plant_id);
  const [start, end] = [Date.parse(`${from}T00:00:00Z`) - DAY_MS, Date.parse(`${to}T00:00:00Z`) + 2 * DAY_MS];
  const changed = await recountingSince(tx, plant_ids, { start, end });
  const days_kept = new Map([...kept].map(([id, { days }]) => [id, days]));
  const unmade = new Map<number, number>();
  // Once for all plants of a zone: the borders of a year's days take longer than all else.
  for (const [zone, own] of Map.groupBy(plants, ({ time_zone }) => time_zone)) {
    const span = { start: dayBorders(zone, from).start, end: dayBorders(zone, to).end, now: now.getTime() };
    const days = wholeDaysOf(zone, span).map(({ day }) => day);
    const today = localDay(zone, now.getTime()).day;
    for (const [id, gaps] of await unmadeDays(tx, { plants: own, days, kept: days_kept, today }))
      unmade.set(id, gaps.unmade);
  }
  return plant_ids.reduce((sum, id) => sum + Math.max(changed.has(id) ? 1 : 0, unmade.get(id) ?? 0), 0);
}
