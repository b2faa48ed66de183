import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { dayBorders, stretchesOfDays } from '../../../shared/units/zones.ts';
import { placeKey } from '../../measurements/server/plant-hours.public.ts';
import { sunUp } from '../day-irradiance.model.ts';
import { daysByPeriod, type Periods } from '../periods.model.ts';
import { withoutCatchingUp } from '../told-energy.model.ts';
import type { WithHours } from './expected-days.ts';
import { countThemselves, expectedOf, loadDayEnergies, type Maker } from './inverter-energy.ts';
import { type Hours, hoursBefore, hoursOf, hoursOfDay } from './make-days.ts';
import type { PlantContext } from './plant-contexts.ts';

/** Days of devices whose hours are read for one answer. */
const MAX_DEVICE_DAYS = 10_000;
/** So little of a day, in hours, is nothing missing but the noise of a sum. */
const NOTHING_MISSING_H = 0.01;
/** Energy of a day that differs by no more is that of the hours that were counted. */
const SAME_ENERGY = 1e-3;

/** What a device made on a day, kWh. */
interface MadeDay {
  readonly day: string;
  readonly start: number;
  /** Up to the last hour that is over. */
  readonly kwh: number | null;
  /** Of the hours of which both are known. */
  readonly paired_kwh: number;
  readonly expected_kwh: number;
}

interface Query {
  readonly tx: Tx;
  readonly now: number;
  readonly context: PlantContext;
  readonly days: readonly WithHours[];
  /** All that make the plant's energy, and those of them that are compared. */
  readonly all: readonly Maker[];
  readonly makers: readonly Maker[];
}

type Energies = ReadonlyMap<number, ReadonlyMap<string, number>>;

const sumOf = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) if (!Number.isNaN(value)) sum += value;
  return sum;
};

/**
 * Days that are not known whole by their figures: today, and days of which hours lack or hold what was made on others. Where meters
 * count a plant's energy, nothing is known of its inverters' hours but by their readings.
 */
function doubtful({ now, context: { plant }, days, all }: Query, energies: Energies): WithHours[] {
  const tellsAll = countThemselves(plant);
  return days.filter((day) => {
    const { end } = dayBorders(plant.time_zone, day.day);
    if (!tellsAll || end > now || day.missing_hours > NOTHING_MISSING_H) return true;
    const made = sumOf(all.map(({ device_id }) => energies.get(device_id)?.get(day.day) ?? Number.NaN));
    return Math.abs(made - day.sums.actual_kwh) > SAME_ENERGY * Math.max(1, day.sums.actual_kwh);
  });
}

/** @throws AppError invalid, naming `end`, where the hours of too many days of devices would be read */
function boundDeviceDays(days: number, devices: number): void {
  if (days * devices <= MAX_DEVICE_DAYS) return;
  const params = { devices, days, most: MAX_DEVICE_DAYS };
  const message = `${days} days of ${devices} devices must be read by hours, more than ${MAX_DEVICE_DAYS} together: name fewer devices, or ask for a shorter window`;
  throw new AppError('invalid', 'Data is not valid', {
    errors: [{ path: 'end', message, code: 'too_many_device_days', params }],
  });
}

/** Hours of energy by day. */
async function loadHoursOf(
  { tx, now, context: { plant }, makers }: Query,
  days: readonly WithHours[],
): Promise<Map<string, Hours>> {
  const reading = { tx, now, zone: plant.time_zone, energy: makers.map(({ slot }) => slot), means: [] };
  const found = new Map<string, Hours>();
  for (const wanted of stretchesOfDays(days.map(({ day }) => dayBorders(plant.time_zone, day))))
    for (const { run, hours } of await hoursOf(reading, wanted))
      for (const { day } of run) found.set(day, hours);
  return found;
}

/** A day that its figures tell whole. */
function wholeDay(maker: Maker, day: WithHours, kwh: number | undefined): MadeDay {
  const { start } = day;
  if (kwh === undefined) return { day: day.day, start, kwh: null, paired_kwh: 0, expected_kwh: 0 };
  return { day: day.day, start, kwh, paired_kwh: kwh, expected_kwh: sumOf(expectedOf(maker, day)) };
}

/** A day hour by hour; of one that is over its figures tell what it came to. */
function dayByHours(
  maker: Maker,
  day: WithHours,
  known: { hours: Hours; zone: string; isUp: (hour: number) => boolean; kwh: number | undefined },
): MadeDay {
  const points = known.hours.get(placeKey(maker.slot));
  const hours = hoursOfDay(points, day.start, day.hours);
  const told = withoutCatchingUp(hours, hoursBefore(points, known.zone, day), known.isUp);
  const expected = expectedOf(maker, day);
  const isPaired = (hour: number) => !Number.isNaN(told[hour]) && !Number.isNaN(expected[hour]);
  const isKnown = hours.some((kwh) => !Number.isNaN(kwh));
  return {
    day: day.day,
    start: day.start,
    kwh: known.kwh ?? (isKnown ? sumOf(hours) : null),
    paired_kwh: sumOf(told.filter((_, hour) => isPaired(hour))),
    expected_kwh: sumOf(expected.filter((_, hour) => isPaired(hour))),
  };
}

/** What each device made on each day, by device. */
export async function loadMadeDays(asked: Query): Promise<Map<number, MadeDay[]>> {
  const { tx, now, context, days, all, makers } = asked;
  const { plant } = context;
  const span = { from: days[0]?.day ?? '9999-12-30', to: days.at(-1)?.day ?? '0001-01-02' };
  const energies = await loadDayEnergies(tx, all, span);
  const open = doubtful(asked, energies);
  boundDeviceDays(open.length, makers.length);
  const hoursByDay = await loadHoursOf(asked, open);
  const isUpOn = new Map(open.map((day) => [day.day, sunUp(plant, day.start)]));
  return new Map(
    makers.map((maker) => [
      maker.device_id,
      days.map((day) => {
        const kwh = energies.get(maker.device_id)?.get(day.day);
        const [hours, isUp] = [hoursByDay.get(day.day), isUpOn.get(day.day)];
        if (!hours || !isUp) return wholeDay(maker, day, kwh);
        const isOver = dayBorders(plant.time_zone, day.day).end <= now;
        return dayByHours(maker, day, { hours, zone: plant.time_zone, isUp, kwh: isOver ? kwh : undefined });
      }),
    ]),
  );
}

type Unit = 'kWh/kWp' | 'kWh/kW';

/** By the power of the modules where that of every device compared is known, else by the rated power of the inverters. */
export const unitOf = (makers: readonly Pick<Maker, 'kw_peak'>[]): Unit =>
  makers.length > 0 && makers.every(({ kw_peak }) => (kw_peak ?? 0) > 0) ? 'kWh/kWp' : 'kWh/kW';

/** A device's energy over its power, by periods and in all. */
export function normalizedOf(
  { device_id, short_name, section_id, nominal_power, kw_peak }: Maker,
  made: readonly MadeDay[],
  { unit, periods }: { unit: Unit; periods: Periods },
) {
  const power = unit === 'kWh/kWp' ? kw_peak : nominal_power;
  const over = (kwh: number | null) => (kwh === null || !power ? null : withoutNoise(kwh / power));
  const energyOf = (days: readonly MadeDay[]): number | null => {
    const known = days.flatMap(({ kwh }) => kwh ?? []);
    return known.length === 0 ? null : sumOf(known);
  };
  const paired = sumOf(made.map(({ paired_kwh }) => paired_kwh));
  const expected = sumOf(made.map(({ expected_kwh }) => expected_kwh));
  return {
    device_id,
    short_name,
    section_id,
    nominal_power,
    kw_peak,
    values: daysByPeriod(made, ({ start }) => start, periods).map((days) => over(energyOf(days))),
    total: over(energyOf(made)),
    expected: expected > 0 ? over(expected) : null,
    performance_index: expected > 0 ? withoutNoise(paired / expected) : null,
  };
}
