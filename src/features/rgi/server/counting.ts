import { poaUnder, skyAt } from '../../../energy/sky.ts';
import { refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS, localDay, MINUTE_MS } from '../../../shared/units/zones.ts';
import { partOut } from '../../downtimes/power-share.model.ts';
import { type Standing, standingOf, standsAt } from '../../forecast/shares.model.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { loadPeriods, loadPeriodsInParts, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { loadFirstDays } from '../../measurements/server/stored-days.public.ts';
import {
  addInterval,
  type CountsRule,
  countedAs,
  type KnownInterval,
  type Stood,
} from '../availability.model.ts';
import { type DeviceCount, noCount } from '../availability-day.model.ts';
import type { WorkCalendar } from '../rgi.model.ts';
import {
  type CountedDowntime,
  listDowntimes,
  listRules,
  type RatedDevice,
  type RatedPlant,
  type StoredDowntime,
} from './availability.repository.ts';
import { loadCalendar } from './calendar.public.ts';

export const STEP_MS = 15 * MINUTE_MS;
/** Days of plants that one question may ask for: what is counted from readings takes its time. */
export const MAX_PLANT_DAYS = 400;
/** Of more plants only days that are kept are told: their readings are looked at by the worker. */
export const FEW_PLANTS = 10;

export interface AvailabilityAsked {
  readonly start: string;
  readonly end: string;
  readonly least_irradiance?: string | undefined;
}

export interface Counting {
  readonly tx: Tx;
  readonly start: number;
  readonly end: number;
  readonly now: number;
  /** W/m² from which on plants have to work, where a question says so; else each has its own. */
  readonly least: number | null;
  readonly rules: readonly CountsRule[];
  readonly downtimes: readonly CountedDowntime[];
  /** When devices were first heard of, epoch ms. */
  readonly heard: ReadonlyMap<number, number>;
  /** For days that are kept, which nobody waits for: readings that are too many at once are read some devices at a time. */
  readonly in_parts?: boolean;
  /** Values of readings that are counted at once, at most. */
  readonly most_values?: number;
  /** A calendar that is not the stored one: what it would come to. */
  readonly calendar?: WorkCalendar;
}

/** When a device stood in its plant, as expected energy has it: since it was first heard, or entered where it never was. */
export const standingIn = (
  { heard }: Pick<Counting, 'heard'>,
  place: RatedPlant['sensors'][number],
): Standing => standingOf(place, heard.get(place.device_id) ?? place.entered_at);

/** Whether something stood in some part of a span. */
export const standsIn = (
  standing: Standing,
  { start, end }: { readonly start: number; readonly end: number },
): boolean => standing.from < end && standing.until > start;

/** From how much sun on a plant has to work, W/m². */
export const leastOf = ({ least }: Counting, plant: RatedPlant): number =>
  least ?? plant.least_irradiance_wm2;

export function windowOf({ start, end }: AvailabilityAsked): { start: number; end: number } {
  const from = Math.floor(Date.parse(start) / STEP_MS) * STEP_MS;
  const to = Math.ceil(Date.parse(end) / STEP_MS) * STEP_MS;
  if (to <= from) refuseField('end', 'end_before_start', 'The end lies before the start');
  return { start: from, end: to };
}

/** Values by instant; what is no number is left out. */
const byInstant = (points: Points | undefined): ReadonlyMap<number, number> => {
  const values = new Map<number, number>();
  points?.ts.forEach((at, i) => {
    const value = points.values[i] ?? Number.NaN;
    if (!Number.isNaN(value)) values.set(at, value);
  });
  return values;
};

export const needsSun = ({ production_type }: RatedPlant): boolean => production_type === 'photovoltaic';

/** The sun on the plane under a cloudless sky; null where the place is not known. */
export function clearSkyOf(plant: RatedPlant): (at: number) => number | null {
  const { latitude, longitude } = plant;
  if (latitude === null || longitude === null) return () => null;
  const surface = { tilt_deg: plant.tilt_deg ?? 30, azimuth_deg: plant.azimuth_deg ?? 180 };
  return (at: number): number | null => {
    const sky = skyAt(latitude, longitude, at + STEP_MS / 2);
    return poaUnder(sky, sky.clear, surface);
  };
}

/**
 * The sun on the plane: measured, or where nothing measures it yet or any more as a cloudless sky would have it. Where sensors are
 * silent only a sky says something that even without clouds is too dark. A plant that needs no sun has always enough of it.
 */
function sunOf(
  plant: RatedPlant,
  {
    sensors,
    least,
  }: {
    readonly sensors: readonly {
      readonly values: ReadonlyMap<number, number>;
      readonly standing: Standing;
    }[];
    readonly least: number;
  },
): (at: number) => number | null {
  if (!needsSun(plant)) return () => Number.POSITIVE_INFINITY;
  const clear = clearSkyOf(plant);
  if (sensors.length === 0) return clear;
  return (at) => {
    const known = sensors.flatMap(({ values }) => values.get(at) ?? []);
    if (known.length > 0) return known.reduce((a, b) => a + b, 0) / known.length;
    const sky = clear(at);
    if (!sensors.some(({ standing }) => standsAt(standing, at))) return sky;
    return sky !== null && sky < least ? sky : null;
  };
}

/** A quarter, or what a border of the calendar or of a downtime leaves of it. */
export interface Piece {
  readonly at: number;
  readonly end: number;
  /** Where its quarter begins, by which readings are told. */
  readonly quarter: number;
}

/** Cuts quarters at those of some borders that lie inside of them, so that each minute counts as what it was. */
export function cutting(borders: Iterable<number>): (quarter: number) => readonly Piece[] {
  const inside = new Map<number, number[]>();
  for (const border of new Set(borders)) {
    const quarter = Math.floor(border / STEP_MS) * STEP_MS;
    if (border === quarter) continue;
    inside.set(
      quarter,
      [...(inside.get(quarter) ?? []), border].sort((a, b) => a - b),
    );
  }
  return (quarter) => {
    const cuts = inside.get(quarter) ?? [];
    return [quarter, ...cuts].map((at, i) => ({ at, end: cuts[i] ?? quarter + STEP_MS, quarter }));
  };
}

interface Known extends KnownInterval {
  readonly at: number;
  readonly end: number;
  readonly day: string;
  readonly downtime_id: number | null;
  readonly cause: string | null;
  readonly others: readonly (Stood & { readonly downtime_id: number; readonly cause: string })[];
}

const covers = (one: CountedDowntime, device_id: number, at: number): boolean =>
  one.start_at.getTime() <= at &&
  (one.stop_at === null || one.stop_at.getTime() > at) &&
  (one.device_ids === null || one.device_ids.includes(device_id));

interface PlantPiece extends Piece {
  readonly sun: number | null;
  readonly works: boolean;
  readonly day: string;
}

/** What is known of each quarter of a plant, once for all its devices. */
export interface PlantQuarters {
  readonly pieces: readonly PlantPiece[];
  readonly power: (device: RatedDevice) => ReadonlyMap<number, number>;
}

export async function quartersOf(counting: Counting, plant: RatedPlant): Promise<PlantQuarters> {
  const { tx, start, end, now, most_values: mostValues } = counting;
  const places = [...plant.devices, ...plant.sensors]
    .filter((place) => standsIn(standingIn(counting, place), counting))
    .map(({ device_id, slot }) => ({ device_id, slot }));
  const load = counting.in_parts ? loadPeriodsInParts : loadPeriods;
  const loaded = await load(tx, {
    places,
    aggregate: 'mean',
    resolution: '15m',
    start,
    end,
    now,
    ...(mostValues !== undefined && { mostValues }),
  });
  if (!loaded) refuseField('end', 'too_much', 'These are too many readings at once: ask for fewer days');
  const of = (place: { device_id: number; slot: number }) => byInstant(loaded.get(placeKey(place)));
  const sun = sunOf(plant, {
    sensors: plant.sensors.map((place) => ({ values: of(place), standing: standingIn(counting, place) })),
    least: leastOf(counting, plant),
  });
  const calendar: WorkCalendar =
    counting.calendar ??
    (await loadCalendar(tx, {
      ...plant,
      start: start - DAY_MS,
      end: end + DAY_MS,
    }));
  const stood = counting.downtimes
    .filter(({ plant_id }) => plant_id === plant.plant_id)
    .flatMap(({ start_at, stop_at }) => [start_at.getTime(), ...(stop_at ? [stop_at.getTime()] : [])]);
  const cut = cutting([...calendar.borders, ...stood]);
  const pieces: PlantPiece[] = [];
  for (let quarter = start; quarter < Math.min(end, now); quarter += STEP_MS) {
    const known = { sun: sun(quarter), day: localDay(plant.time_zone, quarter).day };
    for (const piece of cut(quarter)) pieces.push({ ...piece, ...known, works: calendar.works(piece.at) });
  }
  return { pieces, power: of };
}

/** Of its first day a device stood from the first quarter on of which its power is known. */
function fromFirstReading(standing: Standing, power: ReadonlyMap<number, number>, start: number): Standing {
  const [first] = power.keys();
  const isFirstDay = first !== undefined && standing.from > start - DAY_MS && first < standing.from + DAY_MS;
  return isFirstDay && first > standing.from ? { ...standing, from: first } : standing;
}

/** Each quarter in which a device stood in its plant, or part of it, with all that it is judged by. */
export function* knownOf(
  counting: Counting,
  plant: RatedPlant,
  device: RatedDevice,
  of: PlantQuarters,
): Generator<Known> {
  const power = of.power(device);
  const own = counting.downtimes.filter(({ plant_id }) => plant_id === plant.plant_id);
  const standing = fromFirstReading(standingIn(counting, device), power, counting.start);
  for (const { at, end, quarter, sun, works, day } of of.pieces) {
    if (!standsAt(standing, quarter)) continue;
    const covering = own.filter((one) => covers(one, device.device_id, at));
    // What is about all of a device stands over what is about a part of the plant.
    const found = covering.find(({ part }) => part === 1) ?? covering[0];
    const countsAs = ({ availability, cause_id }: CountedDowntime) =>
      countedAs(availability, { cause_id, plant_id: plant.plant_id, day }, counting.rules);
    const others = found && found.part < 1 ? covering.filter((one) => one !== found) : [];
    yield {
      at,
      end,
      day,
      irradiance_wm2: sun,
      works,
      power_kw: power.get(quarter) ?? null,
      downtime_id: found?.id ?? null,
      cause: found?.cause ?? null,
      downtime_part: found?.part ?? 1,
      downtime: found ? countsAs(found) : null,
      others: others.map((one) => ({
        downtime_id: one.id,
        cause: one.cause,
        downtime: countsAs(one),
        part: one.part,
      })),
    };
  }
}

/** The hours of a plant's devices by its local days, as they are counted from readings; those in which one did not stand there are none. */
export async function countRun(counting: Counting, plant: RatedPlant): Promise<Map<string, DeviceCount[]>> {
  const quarters = await quartersOf(counting, plant);
  const days = new Map<string, DeviceCount[]>();
  for (const { day } of quarters.pieces)
    if (!days.has(day))
      days.set(
        day,
        plant.devices.map(({ device_id }) => noCount(device_id)),
      );
  plant.devices.forEach((device, i) => {
    const judging = { least_irradiance_wm2: leastOf(counting, plant), nominal_kw: device.nominal_power };
    for (const known of knownOf(counting, plant, device, quarters)) {
      const counts = days.get(known.day);
      const count = counts?.[i];
      if (!counts || !count) continue;
      const hours = (known.end - known.at) / HOUR_MS;
      addInterval(count, known, { judging, hours });
      const energy_kwh = count.energy_kwh + Math.max(0, known.power_kw ?? 0) * hours;
      counts[i] = { ...count, energy_kwh };
    }
  });
  return days;
}

/** A downtime with the part of its devices that stood: all of them where its percentage is theirs, less where a person said so. */
function countedDowntime(
  { percentage, percentage_by, nominal_kw, ...downtime }: StoredDowntime,
  plant: RatedPlant | undefined,
): CountedDowntime {
  const devices = (plant?.devices ?? [])
    .filter(({ ended_at }) => ended_at === null)
    .map(({ device_id, section_id, nominal_power }) => ({
      device_id,
      section_id,
      power_kw: nominal_power,
      makes: true,
    }));
  const named = downtime.device_ids && new Set(downtime.device_ids);
  return {
    ...downtime,
    part: partOut({ devices, nominal_kw }, named, { percentage, percentage_by }),
  };
}

/** What plants' time in a window is counted by. */
export async function countingFor(
  tx: Tx,
  { start, end, now }: { readonly start: number; readonly end: number; readonly now: number },
  plants: readonly RatedPlant[],
): Promise<Counting> {
  const plant_ids = plants.map(({ plant_id }) => plant_id);
  const places = plants.flatMap(({ devices, sensors }) => [...devices, ...sensors]);
  return {
    tx,
    start,
    end,
    now,
    rules: await listRules(tx),
    least: null,
    heard: await loadFirstDays(tx, [...new Set(places.map(({ device_id }) => device_id))]),
    downtimes: (await listDowntimes(tx, { plant_ids, start: new Date(start), end: new Date(end) })).map(
      (one) =>
        countedDowntime(
          one,
          plants.find(({ plant_id }) => plant_id === one.plant_id),
        ),
    ),
  };
}

/** The same of a question. @throws AppError invalid where that is too much at once */
export async function countingOf(
  tx: Tx,
  asked: AvailabilityAsked,
  plants: readonly RatedPlant[],
  now: Date,
): Promise<Counting> {
  const { start, end } = windowOf(asked);
  if (plants.length * ((end - start) / DAY_MS) > MAX_PLANT_DAYS)
    refuseField('end', 'too_much', 'These are too many readings at once: ask for fewer days');
  const counting = await countingFor(tx, { start, end, now: now.getTime() }, plants);
  return asked.least_irradiance === undefined
    ? counting
    : { ...counting, least: Number(asked.least_irradiance) };
}
