import { poaUnder, skyAt } from '../../../energy/sky.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS, localDay, MINUTE_MS } from '../../../shared/units/zones.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { AvailabilityShare, CountedInterval, PlantAvailability } from '../availability.contract.ts';
import {
  addInterval,
  type CountedHours,
  type CountsRule,
  classOf,
  countedAs,
  energyAvailability,
  type HoursByClass,
  hoursUnder,
  type KnownInterval,
  LEAST_IRRADIANCE_WM2,
  nothingCounted,
  reasonOf,
  sharesOf,
  weighted,
  weightedCells,
} from '../availability.model.ts';
import type { WorkCalendar } from '../rgi.model.ts';
import {
  type CountedDowntime,
  listDowntimes,
  listLostDays,
  listRatedPlants,
  listRules,
  type RatedDevice,
  type RatedPlant,
} from './availability.repository.ts';
import { loadCalendar } from './calendar.public.ts';

export const STEP_MS = 15 * MINUTE_MS;
const STEP_H = STEP_MS / HOUR_MS;
/** Days of plants that one question may ask for: what is counted from readings takes its time. */
const MOST_PLANT_DAYS = 400;
const DAY_MS = 24 * HOUR_MS;

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
  readonly least: number;
  readonly rules: readonly CountsRule[];
  readonly downtimes: readonly CountedDowntime[];
  /** A calendar that is not the stored one: what it would come to. */
  readonly calendar?: WorkCalendar;
}

function refuse(path: string, code: string, message: string): never {
  throw new AppError('invalid', message, { errors: [{ path, message, code }] });
}

function windowOf({ start, end }: AvailabilityAsked): { start: number; end: number } {
  const from = Math.floor(Date.parse(start) / STEP_MS) * STEP_MS;
  const to = Math.ceil(Date.parse(end) / STEP_MS) * STEP_MS;
  if (to <= from) refuse('end', 'end_before_start', 'The end lies before the start');
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
 * The sun on the plane: measured, or where nothing measures it as a cloudless sky would have it. Where sensors are silent only a sky
 * says something that even without clouds is too dark. A plant that needs no sun has always enough of it.
 */
function sunOf(
  plant: RatedPlant,
  { sensors, least }: { readonly sensors: readonly ReadonlyMap<number, number>[]; readonly least: number },
): (at: number) => number | null {
  if (!needsSun(plant)) return () => Number.POSITIVE_INFINITY;
  const clear = clearSkyOf(plant);
  if (sensors.length === 0) return clear;
  return (at) => {
    const known = sensors.flatMap((sensor) => sensor.get(at) ?? []);
    if (known.length > 0) return known.reduce((a, b) => a + b, 0) / known.length;
    const sky = clear(at);
    return sky !== null && sky < least ? sky : null;
  };
}

interface Known extends KnownInterval {
  readonly at: number;
  readonly downtime_id: number | null;
  readonly cause: string | null;
}

const covers = (one: CountedDowntime, device_id: number, at: number): boolean =>
  one.start_at.getTime() <= at &&
  (one.stop_at === null || one.stop_at.getTime() > at) &&
  (one.device_ids === null || one.device_ids.includes(device_id));

/** What is known of each quarter of a plant, once for all its devices. */
export interface PlantQuarters {
  readonly quarters: readonly {
    readonly at: number;
    readonly sun: number | null;
    readonly works: boolean;
    readonly day: string;
  }[];
  readonly power: (device: RatedDevice) => ReadonlyMap<number, number>;
}

export async function quartersOf(counting: Counting, plant: RatedPlant): Promise<PlantQuarters> {
  const { tx, start, end, now } = counting;
  const places = [...plant.devices, ...plant.sensors].map(({ device_id, slot }) => ({ device_id, slot }));
  const loaded = await loadPeriods(tx, { places, aggregate: 'mean', resolution: '15m', start, end, now });
  if (!loaded) refuse('end', 'too_much', 'These are too many readings at once: ask for fewer days');
  const of = (place: { device_id: number; slot: number }) => byInstant(loaded.get(placeKey(place)));
  const sun = sunOf(plant, { sensors: plant.sensors.map(of), least: counting.least });
  const calendar: WorkCalendar =
    counting.calendar ??
    (await loadCalendar(tx, {
      ...plant,
      start: start - DAY_MS,
      end: end + DAY_MS,
    }));
  const quarters = [];
  for (let at = start; at < Math.min(end, now); at += STEP_MS)
    quarters.push({
      ...{ at, sun: sun(at), works: calendar.works(at) },
      day: localDay(plant.time_zone, at).day,
    });
  return { quarters, power: of };
}

/** Each quarter of a device with all that it is judged by. */
export function* knownOf(
  counting: Counting,
  plant: RatedPlant,
  device: RatedDevice,
  of: PlantQuarters,
): Generator<Known> {
  const power = of.power(device);
  const own = counting.downtimes.filter(({ plant_id }) => plant_id === plant.plant_id);
  for (const { at, sun, works, day } of of.quarters) {
    const covering = own.filter((one) => covers(one, device.device_id, at));
    // What is about all of a device stands over what is about a part of the plant.
    const found = covering.find(({ part }) => part === 1) ?? covering[0];
    yield {
      ...{ at, irradiance_wm2: sun, works, power_kw: power.get(at) ?? null },
      ...{ downtime_id: found?.id ?? null, cause: found?.cause ?? null },
      downtime_part: found?.part ?? 1,
      downtime: found
        ? countedAs(
            found.availability,
            { cause_id: found.cause_id, plant_id: plant.plant_id, day },
            counting.rules,
          )
        : null,
    };
  }
}

export interface DeviceHours extends CountedHours {
  readonly device: RatedDevice;
  readonly energy_kwh: number;
}

function hoursOf(counting: Counting, plant: RatedPlant, device: RatedDevice, of: PlantQuarters): DeviceHours {
  const counted = nothingCounted();
  const judging = { least_irradiance_wm2: counting.least, nominal_kw: device.nominal_power };
  let energy_kwh = 0;
  for (const known of knownOf(counting, plant, device, of)) {
    addInterval(counted, known, { judging, hours: STEP_H });
    energy_kwh += Math.max(0, known.power_kw ?? 0) * STEP_H;
  }
  return { device, ...counted, energy_kwh };
}

const withShares = (hours: HoursByClass): AvailabilityShare => ({ ...sharesOf(hours), hours });
function both(devices: readonly DeviceHours[]) {
  const rated = devices.map(({ device, ...one }) => ({ weight: device.nominal_power ?? 0, ...one }));
  return {
    raw: withShares(weighted(rated.map(({ weight, raw }) => ({ weight, hours: raw })))),
    contractual: withShares(hoursUnder(weightedCells(rated))),
  };
}

function sectionsOf(devices: readonly DeviceHours[]): PlantAvailability['sections'] {
  const names = new Map(
    devices.flatMap(({ device: { section_id, section_name } }) =>
      section_id === null ? [] : [[section_id, section_name ?? ''] as const],
    ),
  );
  return [...names].map(([section_id, name]) => ({
    ...{ section_id, name },
    ...both(devices.filter(({ device }) => device.section_id === section_id)),
  }));
}

/** kWh that downtimes lost which count against availability. */
async function lostKwh(counting: Counting, plant: RatedPlant): Promise<number> {
  const { plant_id, time_zone } = plant;
  const [from, to] = [localDay(time_zone, counting.start).day, localDay(time_zone, counting.end - 1).day];
  const days = await listLostDays(counting.tx, { plant_ids: [plant_id], from, to });
  return days
    .filter((one) => countedAs(one.availability, one, counting.rules) === 'unavailable')
    .reduce((sum, { energy_kwh }) => sum + (energy_kwh ?? 0), 0);
}

function sunSource(plant: RatedPlant): PlantAvailability['sun'] {
  if (!needsSun(plant)) return 'not_needed';
  if (plant.sensors.length > 0) return 'sensor';
  return plant.latitude !== null && plant.longitude !== null ? 'clear_sky' : null;
}

/** The hours of a plant's devices, as they are counted from readings. */
export async function countDevices(counting: Counting, plant: RatedPlant): Promise<DeviceHours[]> {
  const quarters = await quartersOf(counting, plant);
  return plant.devices.map((device) => hoursOf(counting, plant, device, quarters));
}

export async function countPlant(counting: Counting, plant: RatedPlant): Promise<PlantAvailability> {
  const devices = await countDevices(counting, plant);
  const energy_kwh = devices.reduce((sum, device) => sum + device.energy_kwh, 0);
  const lost_kwh = await lostKwh(counting, plant);
  const { proj_code, plant_name, time_zone } = plant;
  return {
    ...{ proj_code, plant_name, time_zone, least_irradiance_wm2: counting.least, sun: sunSource(plant) },
    ...{ start: new Date(counting.start).toISOString(), end: new Date(counting.end).toISOString() },
    ...both(devices),
    energy: { availability: energyAvailability(energy_kwh, lost_kwh), energy_kwh, lost_kwh },
    sections: sectionsOf(devices),
    devices: devices.map((one) => {
      const { device_id, short_name, section_id, nominal_power } = one.device;
      return { device_id, short_name, section_id, nominal_power, ...both([one]) };
    }),
  };
}

export async function countingOf(
  tx: Tx,
  asked: AvailabilityAsked,
  plants: readonly RatedPlant[],
  now: Date,
): Promise<Counting> {
  const { start, end } = windowOf(asked);
  if (plants.length * ((end - start) / DAY_MS) > MOST_PLANT_DAYS)
    refuse('end', 'too_much', 'These are too many readings at once: ask for fewer days');
  const plant_ids = plants.map(({ plant_id }) => plant_id);
  return {
    ...{ tx, start, end, now: now.getTime(), rules: await listRules(tx) },
    least: asked.least_irradiance === undefined ? LEAST_IRRADIANCE_WM2 : Number(asked.least_irradiance),
    downtimes: await listDowntimes(tx, { plant_ids, start: new Date(start), end: new Date(end) }),
  };
}

/** Availability of plants in a window. @throws AppError not_found; invalid where it is too much at once */
export async function availabilityOf(
  tx: Tx,
  { codes, ...asked }: AvailabilityAsked & { readonly codes?: readonly string[] | undefined },
  now: Date,
): Promise<PlantAvailability[]> {
  if (
    codes &&
    (await plantCodes.find(tx, [...new Set(codes)], plantFilter(tx.scope))).length < new Set(codes).size
  )
    notFound();
  const plants = await listRatedPlants(tx, { codes: codes ?? null, device_id: null });
  const counting = await countingOf(tx, asked, plants, now);
  const counted = [];
  for (const plant of plants) counted.push(await countPlant(counting, plant));
  return counted;
}

/** What each quarter of a device was counted as. @throws AppError not_found; invalid */
export async function intervalsOf(
  tx: Tx,
  { device_id, ...asked }: AvailabilityAsked & { readonly device_id: number },
  now: Date,
): Promise<CountedInterval[]> {
  const [plant] = await listRatedPlants(tx, { codes: null, device_id });
  const device = plant?.devices.find((one) => one.device_id === device_id);
  if (!plant || !device) notFound();
  const counting = await countingOf(tx, asked, [plant], now);
  const judging = { least_irradiance_wm2: counting.least, nominal_kw: device.nominal_power };
  const quarters = await quartersOf(counting, { ...plant, devices: [device] });
  return [...knownOf(counting, plant, device, quarters)].map(({ at, ...known }) => ({
    ...{ ts: new Date(at).toISOString(), ...known },
    irradiance_wm2: Number.isFinite(known.irradiance_wm2) ? known.irradiance_wm2 : null,
    raw: classOf('raw', known, judging),
    contractual: classOf('contractual', known, judging),
    raw_reason: reasonOf('raw', known, judging),
    contractual_reason: reasonOf('contractual', known, judging),
  }));
}
