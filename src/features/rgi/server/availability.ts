import { notFound } from '../../../shared/server/errors.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, localDay } from '../../../shared/units/zones.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import type { CountedInterval, PlantAvailability } from '../availability.contract.ts';
import { classOf, energyAvailability, hoursUnder, reasonOf } from '../availability.model.ts';
import { type DeviceCount, plantOver } from '../availability-day.model.ts';
import { listRatedPlants, type RatedDevice, type RatedPlant } from './availability.repository.ts';
import { availabilityOfMany } from './availability-of-many.ts';
import { countDays } from './counted-days.ts';
import {
  type AvailabilityAsked,
  type Counting,
  countingOf,
  FEW_PLANTS,
  knownOf,
  leastOf,
  MAX_PLANT_DAYS,
  quartersOf,
  standingIn,
  standsIn,
  windowOf,
} from './counting.ts';
import { lostKwh, powerOf, sunSource, withShares } from './plant-shares.ts';

type Days = ReadonlyMap<string, readonly DeviceCount[]>;

/** Hours of some devices over days, each by its share of the power that stood there. */
function countOf(days: Days, devices: readonly RatedDevice[]) {
  return plantOver(days.values(), new Map(devices.map((one) => [one.device_id, one.nominal_power])));
}

function both(days: Days, devices: readonly RatedDevice[]) {
  const { raw, cells } = countOf(days, devices);
  return { raw: withShares(raw), contractual: withShares(hoursUnder(cells)) };
}

function sectionsOf(days: Days, devices: readonly RatedDevice[]): PlantAvailability['sections'] {
  const names = new Map(
    devices.flatMap(({ section_id, section_name }) =>
      section_id === null ? [] : [[section_id, section_name ?? ''] as const],
    ),
  );
  return [...names].map(([section_id, name]) => ({
    section_id,
    name,
    ...both(
      days,
      devices.filter((device) => device.section_id === section_id),
    ),
  }));
}

/** The hours of a plant: from days that are kept, the others from readings. */
export const countAll = async (counting: Counting, plant: RatedPlant) =>
  countOf(await countDays(counting, plant), plant.devices);

export async function countPlant(counting: Counting, plant: RatedPlant): Promise<PlantAvailability> {
  const days = await countDays(counting, plant);
  // What had gone before the window, or came after it, is not shown in it.
  const devices = plant.devices.filter(
    (one) => one.ended_at === null || standsIn(standingIn(counting, one), counting),
  );
  const { energy_kwh } = countOf(days, plant.devices);
  const { plant_id, proj_code, plant_name, time_zone } = plant;
  const [from, to] = [localDay(time_zone, counting.start).day, localDay(time_zone, counting.end - 1).day];
  const lost = await lostKwh(counting.tx, { plant_ids: [plant_id], from, to }, counting.rules);
  const lost_kwh = lost.get(plant_id) ?? 0;
  return {
    proj_code,
    plant_name,
    time_zone,
    least_irradiance_wm2: leastOf(counting, plant),
    sun: sunSource(plant),
    start: new Date(counting.start).toISOString(),
    end: new Date(counting.end).toISOString(),
    ...both(days, plant.devices),
    energy: { availability: energyAvailability(energy_kwh, lost_kwh), energy_kwh, lost_kwh },
    power_kw: powerOf(plant),
    pending_days: 0,
    unmade_days: 0,
    older_days: 0,
    // Each day that is kept was held against what it stands on.
    recounting_since: null,
    sections: sectionsOf(days, devices),
    devices: devices.map((one) => {
      const { device_id, short_name, section_id, nominal_power } = one;
      return { device_id, short_name, section_id, nominal_power, ...both(days, [one]) };
    }),
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
  // A home that the scope may not read is as one that is not there.
  if (codes && plants.length < new Set(codes).size) notFound();
  const { start, end } = windowOf(asked);
  const isMuch = plants.length > FEW_PLANTS || plants.length * ((end - start) / DAY_MS) > MAX_PLANT_DAYS;
  if (isMuch && asked.least_irradiance === undefined)
    return availabilityOfMany(tx, plants, { start, end, now: now.getTime() });
  const counting = await countingOf(tx, asked, plants, now);
  const counted = [];
  for (const plant of plants) counted.push(await countPlant(counting, plant));
  return counted;
}

/** What each quarter of a device was counted as, cut where calendar and downtimes have it change. @throws AppError not_found; invalid */
export async function intervalsOf(
  tx: Tx,
  { device_id, ...asked }: AvailabilityAsked & { readonly device_id: number },
  now: Date,
): Promise<CountedInterval[]> {
  const [plant] = await listRatedPlants(tx, { codes: null, device_id });
  const device = plant?.devices.find((one) => one.device_id === device_id);
  if (!plant || !device) notFound();
  const counting = await countingOf(tx, asked, [plant], now);
  const judging = { least_irradiance_wm2: leastOf(counting, plant), nominal_kw: device.nominal_power };
  const quarters = await quartersOf(counting, { ...plant, devices: [device] });
  return [...knownOf(counting, plant, device, quarters)].map(({ at, end, day: _, ...known }) => ({
    ts: new Date(at).toISOString(),
    end: new Date(end).toISOString(),
    ...known,
    others: [...known.others],
    irradiance_wm2: Number.isFinite(known.irradiance_wm2) ? known.irradiance_wm2 : null,
    raw: classOf('raw', known, judging),
    contractual: classOf('contractual', known, judging),
    raw_reason: reasonOf('raw', known, judging),
    contractual_reason: reasonOf('contractual', known, judging),
  }));
}
