import type { TypicalYear } from '../../../energy/typical-year.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS, type LocalDay } from '../../../shared/units/zones.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { loadHours, placeKey } from '../../measurements/server/plant-hours.public.ts';
import type { KnownHours } from '../../weather/past-irradiance.model.ts';
import type { AskedProvider } from '../../weather/weather.model.ts';
import type { DayInputs } from '../day-irradiance.model.ts';
import { type ExpectedDay, expectedDay } from '../expected-day.model.ts';
import type { Input } from '../inputs.model.ts';
import { type PlantSlot, sensorsFor } from '../plant-model.model.ts';
import type { PastIrradiance } from './past-irradiance.ts';
import { type PlantContext, slotsOf } from './plant-contexts.ts';
import { findYearHours } from './typical-years.repository.ts';

export interface Making {
  readonly tx: Tx;
  readonly now: number;
  readonly weather: PastIrradiance;
}

/** Days whose readings are read at once. */
const MAX_DAYS = 31;

/** Runs of days that follow each other, none longer than may be read at once. */
export function runsOf(days: readonly LocalDay[], longest = MAX_DAYS): LocalDay[][] {
  const runs: LocalDay[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && run.at(-1)?.end === day.start && run.length < longest) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

type Hours = ReadonlyMap<string, Points>;

/** What is known of the hours of a run; halved until it can be read. A day of too many readings is not known. */
async function hoursOf(
  { tx, now }: Pick<Making, 'tx' | 'now'>,
  context: PlantContext,
  run: readonly LocalDay[],
): Promise<{ run: readonly LocalDay[]; hours: Hours }[]> {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return [];
  const hours = await loadHours(tx, { ...slotsOf(context), start: first.start, end: last.end, now });
  if (hours) return [{ run, hours }];
  if (run.length === 1) return [{ run, hours: new Map() }];
  const middle = Math.ceil(run.length / 2);
  return [
    ...(await hoursOf({ tx, now }, context, run.slice(0, middle))),
    ...(await hoursOf({ tx, now }, context, run.slice(middle))),
  ];
}

/** One slot's hours of a day; NaN is not known. */
function hoursOfDay(points: Points | undefined, start: number, hours: number): Float64Array {
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
  readonly day: string;
  readonly hours: Hours;
  readonly weather: KnownHours | null;
  readonly typical: TypicalYear | null;
}

/** What is known of one day. */
function inputsOf(
  { plant, neighbour }: PlantContext,
  { of, day, hours, weather, typical }: KnownOfDay,
): DayInputs {
  return {
    ...of,
    day,
    own: plant.sections.map((section) => meanOf(sensorsFor(section, plant, 'irradiance_poa_wm2'), hours, of)),
    neighbour: plant.sections.map((_, i) => meanOf(neighbour?.slots[i] ?? [], hours, of)),
    weather: weather?.hours ?? null,
    typical,
    module_c: meanOf(plant.sensors.module_temperature_c, hours, of),
    air_c: meanOf(plant.sensors.ambient_temperature_c, hours, of),
    wind_ms: meanOf(plant.sensors.wind_speed_ms, hours, of),
    energy: plant.energy.map((slot) => hoursOfDay(hours.get(placeKey(slot)), of.start, of.hours)),
  };
}

export interface MadeDay extends ExpectedDay {
  readonly plant_id: number;
  readonly neighbour_id: number | null;
  readonly weather_provider: AskedProvider | null;
}

/** Makes one day. Of today only the hours that are over. */
function makeDay(
  { now, weather }: Pick<Making, 'now' | 'weather'>,
  context: PlantContext,
  { day, hours, typical }: { day: LocalDay; hours: Hours; typical: TypicalYear | null },
): MadeDay {
  const { plant, neighbour } = context;
  const { start, end } = day;
  const of = { start, hours: Math.max(0, Math.floor((Math.min(end, now) - start) / HOUR_MS)) };
  const said = weather.of(plant, of);
  const expected = expectedDay(plant, inputsOf(context, { of, day: day.day, hours, weather: said, typical }));
  const uses = (input: Input): boolean => expected.inputs.includes(input);
  return {
    ...expected,
    plant_id: plant.plant_id,
    neighbour_id: uses('neighbour') ? (neighbour?.plant.plant_id ?? null) : null,
    weather_provider: uses('weather') ? (said?.provider ?? null) : null,
  };
}

/** Makes days of a plant from what was measured, and what a weather provider says; the days ascend. */
export async function makeDays(
  making: Making,
  context: PlantContext,
  days: readonly LocalDay[],
): Promise<MadeDay[]> {
  const { plant, row } = context;
  if (plant.lacks.length > 0 || days.length === 0) return [];
  const typical =
    row.year_digest === null ? null : ((await findYearHours(making.tx, plant.plant_id)) ?? null);
  const made: MadeDay[] = [];
  for (const wanted of runsOf(days))
    for (const { run, hours } of await hoursOf(making, context, wanted))
      for (const day of run) made.push(makeDay(making, context, { day, hours, typical }));
  return made;
}
