import type { TypicalYear } from '../../../energy/typical-year.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, HOUR_MS, type LocalDay, stretchesOfDays } from '../../../shared/units/zones.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { loadPeriods, loadPeriodsInParts, placeKey } from '../../measurements/server/plant-hours.public.ts';
import type { KnownHours } from '../../weather/past-irradiance.model.ts';
import type { AskedProvider } from '../../weather/weather.model.ts';
import type { DayInputs } from '../day-irradiance.model.ts';
import { type ExpectedDay, expectedDay } from '../expected-day.model.ts';
import type { Input } from '../inputs.model.ts';
import { type PlantSlot, sensorsFor } from '../plant-model.model.ts';
import type { PastIrradiance } from './past-irradiance.ts';
import { type PlantContext, slotsOf } from './plant-contexts.ts';
import type { SinceOf } from './since.ts';
import { findYearHours } from './typical-years.repository.ts';

export interface Making {
  readonly tx: Tx;
  readonly now: number;
  readonly weather: PastIrradiance;
  readonly since: SinceOf;
  /** Whether a day of more readings than are counted at once is counted some devices at a time: where nobody waits for it. */
  readonly in_parts?: boolean;
  /** Values of readings that are counted at once, at most. */
  readonly most_values?: number;
}

export type Hours = ReadonlyMap<string, Points>;

/** Which hours are read of a plant. */
interface Reading {
  readonly tx: Tx;
  readonly now: number;
  readonly zone: string;
  readonly energy: readonly PlantSlot[];
  readonly means: readonly PlantSlot[];
  /** Whether those of a day are read some devices at a time where they are too many at once. */
  readonly in_parts?: boolean;
  readonly most_values?: number;
}

/** The local day before. */
const dayBefore = (zone: string, day: Pick<LocalDay, 'day'>): LocalDay =>
  dayBorders(zone, addDays(day.day, -1));

/** Hours of a run, of energy also those of the day before: a silence may reach over midnight. Undefined where they are too many at once. */
async function readHours(
  { tx, now, zone, energy, means, in_parts = false, most_values: mostValues }: Reading,
  first: LocalDay,
  last: LocalDay,
): Promise<Hours | undefined> {
  const most = mostValues === undefined ? {} : { mostValues };
  const asked = { resolution: 'hour', end: last.end, now, ...most } as const;
  const { start } = dayBefore(zone, first);
  const load = in_parts ? loadPeriodsInParts : loadPeriods;
  const energies = await load(tx, { ...asked, start, places: energy, aggregate: 'energy' });
  const others = await load(tx, { ...asked, start: first.start, places: means, aggregate: 'mean' });
  return energies && others && new Map([...energies, ...others]);
}

/** What is known of the hours of a run; halved until it can be read. A day of too many readings is not known; in parts, one of which a device alone has too many. */
export async function hoursOf(
  reading: Reading,
  run: readonly LocalDay[],
): Promise<{ run: readonly LocalDay[]; hours: Hours }[]> {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return [];
  const in_parts = reading.in_parts === true && run.length === 1;
  const hours = await readHours({ ...reading, in_parts }, first, last);
  if (hours) return [{ run, hours }];
  if (run.length === 1) return [{ run, hours: new Map() }];
  const middle = Math.ceil(run.length / 2);
  return [...(await hoursOf(reading, run.slice(0, middle))), ...(await hoursOf(reading, run.slice(middle)))];
}

/** One slot's hours of a day; NaN is not known. */
export function hoursOfDay(points: Points | undefined, start: number, hours: number): Float64Array {
  const values = new Float64Array(hours).fill(Number.NaN);
  if (!points) return values;
  const first = points.ts[0] ?? start;
  const from = Math.round((start - first) / HOUR_MS);
  for (let hour = 0; hour < hours; hour++) {
    const place = from + hour;
    // Where the clock changed by less than an hour, borders are off their grid: then the instants are looked for.
    const at =
      points.ts[place] === start + hour * HOUR_MS ? place : points.ts.indexOf(start + hour * HOUR_MS);
    if (at >= 0) values[hour] = points.values[at] ?? Number.NaN;
  }
  return values;
}

/** The same of the whole day before. */
export function hoursBefore(
  points: Points | undefined,
  zone: string,
  day: Pick<LocalDay, 'day'>,
): Float64Array {
  const before = dayBefore(zone, day);
  return hoursOfDay(points, before.start, Math.floor((before.end - before.start) / HOUR_MS));
}

function meanOf(
  slots: readonly PlantSlot[],
  hours: Hours,
  day: { start: number; hours: number },
): Float64Array | null {
  if (slots.length === 0) return null;
  const lists = slots.map((slot) => hoursOfDay(hours.get(placeKey(slot)), day.start, day.hours));
  return Float64Array.from({ length: day.hours }, (_, hour) => {
    const known = lists.flatMap((list) => (Number.isNaN(list[hour] ?? Number.NaN) ? [] : [list[hour] ?? 0]));
    return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}

interface KnownOfDay {
  readonly of: { readonly start: number; readonly hours: number };
  readonly day: LocalDay;
  readonly since: SinceOf;
  readonly hours: Hours;
  readonly weather: KnownHours | null;
  readonly typical: TypicalYear | null;
}

/** What is known of one day. */
function inputsOf(
  { plant, neighbour }: PlantContext,
  { of, day, hours, weather, typical, since }: KnownOfDay,
): DayInputs {
  const energyOf = (slot: PlantSlot) => hours.get(placeKey(slot));
  return {
    ...of,
    day: day.day,
    own: plant.sections.map((section) => meanOf(sensorsFor(section, plant, 'irradiance_poa_wm2'), hours, of)),
    neighbour: plant.sections.map((_, i) => meanOf(neighbour?.slots[i] ?? [], hours, of)),
    horizontal: meanOf(plant.sensors.irradiance_ghi_wm2, hours, of),
    weather: weather?.hours ?? null,
    typical,
    module_c: meanOf(plant.sensors.module_temperature_c, hours, of),
    air_c: meanOf(plant.sensors.ambient_temperature_c, hours, of),
    wind_ms: meanOf(plant.sensors.wind_speed_ms, hours, of),
    energy: plant.energy.map((slot) => hoursOfDay(energyOf(slot), of.start, of.hours)),
    energy_before: plant.energy.map((slot) => hoursBefore(energyOf(slot), plant.time_zone, day)),
    since: plant.energy.map(since),
  };
}

export interface MadeDay extends ExpectedDay {
  readonly plant_id: number;
  readonly neighbour_id: number | null;
  readonly weather_provider: AskedProvider | null;
}

/** Makes one day. Of today only the hours that are over. */
function makeDay(
  { now, weather, since }: Making,
  context: PlantContext,
  { day, hours, typical }: { day: LocalDay; hours: Hours; typical: TypicalYear | null },
): MadeDay {
  const { plant, neighbour } = context;
  const { start, end } = day;
  const of = { start, hours: Math.max(0, Math.floor((Math.min(end, now) - start) / HOUR_MS)) };
  const said = weather.of(plant, of);
  const expected = expectedDay(plant, inputsOf(context, { of, day, hours, weather: said, typical, since }));
  const uses = (input: Input): boolean => expected.inputs.includes(input);
  return {
    ...expected,
    plant_id: plant.plant_id,
    neighbour_id: uses('neighbour') ? (neighbour?.plant.plant_id ?? null) : null,
    weather_provider: uses('weather') ? (said?.provider ?? null) : null,
  };
}

/** A plant with days of it, which ascend. */
export interface DueDays {
  readonly context: PlantContext;
  readonly days: readonly LocalDay[];
}

/** Days that follow each other of a plant. */
interface PlantRun {
  readonly context: PlantContext;
  readonly run: readonly LocalDay[];
}

/** Each place once: plants may look at the sensors of the same neighbour. */
const eachOnce = (slots: readonly PlantSlot[]): PlantSlot[] => [
  ...new Map(slots.map((slot) => [placeKey(slot), slot])).values(),
];

/** What is known of the hours of plants in the same run of days; of half of them each, and at last of half of the days, until it can be read. */
async function hoursOfPlants(
  making: Making,
  runs: readonly PlantRun[],
): Promise<(PlantRun & { hours: Hours })[]> {
  const [one] = runs;
  const [first, last] = [one?.run[0], one?.run.at(-1)];
  if (!one || !first || !last) return [];
  const zone = one.context.plant.time_zone;
  const slots = runs.map(({ context }) => slotsOf(context));
  const energy = eachOnce(slots.flatMap((of) => of.energy));
  const means = eachOnce(slots.flatMap((of) => of.means));
  const reading = { ...making, zone, energy, means };
  if (runs.length === 1)
    return (await hoursOf(reading, one.run)).map((known) => ({ context: one.context, ...known }));
  const hours = await readHours({ ...reading, in_parts: false }, first, last);
  if (hours) return runs.map((of) => ({ ...of, hours }));
  const middle = Math.ceil(runs.length / 2);
  return [
    ...(await hoursOfPlants(making, runs.slice(0, middle))),
    ...(await hoursOfPlants(making, runs.slice(middle))),
  ];
}

/** Typical years of plants, of which one is held at a time: they are large. */
function typicalYears(tx: Tx): (context: PlantContext) => Promise<TypicalYear | null> {
  let held: { plant_id: number; year: TypicalYear | null } | undefined;
  return async ({ plant: { plant_id }, row }) => {
    if (row.year_digest === null) return null;
    if (held?.plant_id !== plant_id) held = { plant_id, year: (await findYearHours(tx, plant_id)) ?? null };
    return held.year;
  };
}

/**
 * Makes days of plants from what was measured, and what a weather provider says, by plant, ascending. Plants that are due on the
 * same days are read together.
 */
export async function makeDaysOfAll(
  making: Making,
  due: readonly DueDays[],
): Promise<Map<number, MadeDay[]>> {
  const able = due.filter(({ context }) => context.plant.lacks.length === 0);
  const runs = able.flatMap(({ context, days }) => stretchesOfDays(days).map((run) => ({ context, run })));
  const same = ({ context, run }: PlantRun) => `${context.plant.time_zone} ${run[0]?.day} ${run.at(-1)?.day}`;
  const typicalOf = typicalYears(making.tx);
  const made = new Map<number, MadeDay[]>(able.map(({ context }) => [context.plant.plant_id, []]));
  for (const together of Map.groupBy(runs, same).values())
    for (const { context, run, hours } of await hoursOfPlants(making, together)) {
      const { plant_id } = context.plant;
      const typical = await typicalOf(context);
      for (const day of run) made.get(plant_id)?.push(makeDay(making, context, { day, hours, typical }));
    }
  for (const days of made.values()) days.sort((a, b) => a.start - b.start);
  return made;
}

/** Makes days of one plant. */
export async function makeDays(
  making: Making,
  context: PlantContext,
  days: readonly LocalDay[],
): Promise<MadeDay[]> {
  return (await makeDaysOfAll(making, [{ context, days }])).get(context.plant.plant_id) ?? [];
}
