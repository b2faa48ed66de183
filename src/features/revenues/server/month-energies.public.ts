import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, localDay } from '../../../shared/units/zones.ts';
import { plantSources } from '../../measurements/plant-series.model.ts';
import { loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { loadMonthEnergies } from '../../measurements/server/stored-days.public.ts';
import { listCountingDevices, listDevicesOfMany } from './energy.repository.ts';

interface Asked {
  readonly plant_id: number;
  readonly time_zone: string;
  /** Epoch ms of local midnights, half-open. */
  readonly start: number;
  readonly end: number;
}

/** What a plant produced in each month of a window, kWh by YYYY-MM; months of which nothing is known are left out. */
export async function monthEnergies(
  tx: Tx,
  { plant_id, time_zone, start, end }: Asked,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const sources = plantSources(await listCountingDevices(tx, plant_id), 'energy_export_kwh');
  const places = sources.map(({ device, slot }) => ({ device_id: device.device_id, slot }));
  const loaded = await loadPeriods(tx, {
    ...{ places, aggregate: 'energy', resolution: 'month', start, end, now: now.getTime() },
  });
  const months = new Map<string, number>();
  for (const place of places) {
    const points = loaded?.get(placeKey(place));
    points?.ts.forEach((at, i) => {
      const value = points.values[i] ?? Number.NaN;
      const month = localDay(time_zone, at).day.slice(0, 7);
      if (!Number.isNaN(value)) months.set(month, (months.get(month) ?? 0) + value);
    });
  }
  return months;
}

/** Plants whose devices' months are read together. */
const PLANTS_AT_ONCE = 40;

type Months = ReadonlyMap<string, number>;

interface Many {
  readonly plants: readonly Pick<Asked, 'plant_id' | 'time_zone'>[];
  /** Days of the plants' calendars, both included. */
  readonly from: string;
  readonly to: string;
}

/** The same of many plants, of their days that are over, by plant. */
export async function monthEnergiesOfMany(
  tx: Tx,
  { plants, from, to }: Many,
  now: Date,
): Promise<ReadonlyMap<number, Months>> {
  const found = new Map<number, Months>();
  for (const [zone, own] of Map.groupBy(plants, ({ time_zone }) => time_zone)) {
    const yesterday = addDays(localDay(zone, now.getTime()).day, -1);
    const over = { from, to: to < yesterday ? to : yesterday };
    for (let at = 0; at < own.length && over.from <= over.to; at += PLANTS_AT_ONCE) {
      const ids = own.slice(at, at + PLANTS_AT_ONCE).map(({ plant_id }) => plant_id);
      for (const [plant_id, months] of await monthsOf(tx, ids, over)) found.set(plant_id, months);
    }
  }
  return found;
}

async function monthsOf(
  tx: Tx,
  plant_ids: readonly number[],
  span: Pick<Many, 'from' | 'to'>,
): Promise<Map<number, Months>> {
  const sources = new Map(
    [...(await listDevicesOfMany(tx, plant_ids))].map(([plant_id, devices]) => [
      plant_id,
      plantSources(devices, 'energy_export_kwh'),
    ]),
  );
  const all = [...sources.values()].flat();
  const slots = [...new Set(all.map(({ slot }) => slot))].sort((a, b) => a - b);
  const device_ids = [...new Set(all.map(({ device }) => device.device_id))];
  if (device_ids.length === 0) return new Map();
  const told = Map.groupBy(
    await loadMonthEnergies(tx, { device_ids, slots, ...span }),
    ({ device_id }) => device_id,
  );
  const plants = new Map<number, Months>();
  for (const [plant_id, own] of sources) {
    const months = new Map<string, number>();
    for (const { device, slot } of own)
      for (const { month, energy } of told.get(device.device_id) ?? []) {
        const kwh = energy[slots.indexOf(slot)] ?? Number.NaN;
        if (!Number.isNaN(kwh)) months.set(month, (months.get(month) ?? 0) + kwh);
      }
    plants.set(plant_id, months);
  }
  return plants;
}
