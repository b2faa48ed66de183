import { notFound } from '../../../shared/server/errors.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { standingAlarms } from '../../alarms/server/standing-alarms.public.ts';
import { QUALITIES } from '../../measurements/measurements.model.ts';
import { qualityNow } from '../../measurements/quality-now.model.ts';
import { isAsleep } from '../../plants/daylight.model.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import { groupWordsOf } from '../../plants/server/catalogue.public.ts';
import { cardOf, instant } from '../card.model.ts';
import type { PlantOverview } from '../overview.contract.ts';
import { plantDay } from '../plant-day.model.ts';
import { energySlots } from '../sources.model.ts';
import { listStructure } from './follow.repository.ts';
import { type LivePlantRow, listLivePlants } from './live-plants.repository.ts';
import {
  type DeviceRow,
  findPastEnergy,
  type LastValueRow,
  listPlantDevices,
  listPlantValues,
} from './overview.repository.ts';

/** One plant as its page shows it. @throws AppError not_found when the scope cannot see it */
export async function getPlantOverview(
  tx: Tx,
  proj_code: string,
  { now, language }: { now: number; language: Language },
): Promise<PlantOverview> {
  const [row] = await listLivePlants(tx, [proj_code]);
  const plant = row ?? notFound();
  const [devices, values, groups, alarms] = await Promise.all([
    listPlantDevices(tx, plant.plant_id),
    listPlantValues(tx, plant.plant_id),
    groupWordsOf(tx),
    standingAlarms(tx, { plant_id: plant.plant_id, language, now }),
  ]);
  const valuesOf = Map.groupBy(values, (value) => value.device_id);
  const card = cardOf(plant, now);
  return {
    card,
    plant: presentPlant(plant),
    energy: await energyOf(tx, plant, card.production, now),
    alarms,
    groups,
    devices: devices.map((device) =>
      presentDevice(device, valuesOf.get(device.device_id) ?? [], isAsleep(plant, now), now),
    ),
  };
}

/** A plant's own words. */
export const presentPlant = (plant: LivePlantRow): PlantOverview['plant'] => ({
  proj_code: plant.proj_code,
  name: plant.name,
  comune: plant.comune,
  productionType: plant.production_type,
  potenza_nominale: plant.potenza_nominale,
  latitude: plant.latitude,
  longitude: plant.longitude,
  time_zone: plant.time_zone,
  version: plant.version,
});

async function energyOf(
  tx: Tx,
  plant: LivePlantRow,
  today_kwh: number | null,
  now: number,
): Promise<PlantOverview['energy']> {
  const [structure] = await listStructure(tx, plant.plant_id);
  const slots = energySlots(structure?.devices ?? []).map(({ device, meta }) => ({
    device_id: device.device_id,
    slot: meta.slot,
  }));
  const today = plantDay(plant.time_zone, now).day;
  const [year, month] = [`${today.slice(0, 4)}-01-01`, `${today.slice(0, 7)}-01`];
  const past = await findPastEnergy(tx, slots, { year, month, today });
  const known = today_kwh === null ? 0 : 1;
  return {
    today_kwh,
    month_kwh: withoutNoise(sumKnown([past.month_kwh, today_kwh])),
    year_kwh: withoutNoise(sumKnown([past.year_kwh, today_kwh])),
    month_days: past.month_days + known,
    month_of: daysSince(month, today),
    year_days: past.year_days + known,
    year_of: daysSince(year, today),
    recovered_kwh: withoutNoise(past.recovered_kwh),
  };
}

/** Calendar days from one to another, both counted. */
const daysSince = (first: string, last: string): number =>
  (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;

/** A device with its last values, each with its quality as it is now. */
export function presentDevice(
  device: DeviceRow,
  values: readonly LastValueRow[],
  asleep: boolean,
  now: number,
): PlantOverview['devices'][number] {
  const category = device.category as DeviceCategory;
  return {
    ...device,
    category,
    last_reading_at: instant(device.last_reading_at),
    values: values.map(({ device_id: _device, slot: _slot, at, quality, marked, rhythm_s, ...value }) => ({
      ...value,
      value: marked ? null : value.value,
      ts: instant(at),
      quality: qualityNow(
        { at, quality: marked ? 'failed' : (QUALITIES[quality] ?? 'failed'), interval_s: rhythm_s },
        { category, asleep },
        now,
      ),
    })),
  };
}
