import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, localDay } from '../../../shared/units/zones.ts';
import { gridSources, type PlantSource, plantSources } from '../../measurements/plant-series.model.ts';
import { loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { loadPeriodEnergies } from '../../measurements/server/stored-days.public.ts';
import { PERIOD_LETTERS, periodOf, type RevenuePeriod } from '../revenue.model.ts';
import { type CountingDevice, IMPORTED, listDevicesOfMany, MADE } from './energy.repository.ts';

type Sources = readonly PlantSource<CountingDevice>[];
/** Which energy of plants is asked for, what it is told by, and of which devices it comes. */
const ENERGIES = {
  /** What they made. */
  produced: {
    told_by: MADE,
    find: (devices: readonly CountingDevice[]): Sources => plantSources(devices, 'energy_export_kwh'),
  },
  /** What they took from the grid, by their exchange meters. */
  imported: {
    told_by: IMPORTED,
    find: (devices: readonly CountingDevice[]): Sources => gridSources(devices, 'energy_import_kwh'),
  },
};

/** kWh by YYYY-MM-DD, YYYY-MM or YYYY; periods of which nothing is known are left out. */
export type PeriodEnergy = ReadonlyMap<string, number>;

interface Asked {
  readonly energy: keyof typeof ENERGIES;
  /** Days of the plants' calendars, both included. */
  readonly from: string;
  readonly to: string;
  readonly by: RevenuePeriod;
}
interface OfOne extends Asked {
  readonly plant_id: number;
  readonly time_zone: string;
}

function add(periods: Map<string, number>, period: string, kwh: number): void {
  if (!Number.isNaN(kwh)) periods.set(period, (periods.get(period) ?? 0) + kwh);
}

/** What an energy of a plant comes to in each period of a window, today's readings included. */
export async function periodEnergies(
  tx: Tx,
  { plant_id, time_zone, energy, from, to, by }: OfOne,
  now: Date,
): Promise<PeriodEnergy> {
  const { told_by, find } = ENERGIES[energy];
  const devices = (await listDevicesOfMany(tx, [plant_id], told_by)).get(plant_id) ?? [];
  const places = find(devices).map(({ device, slot }) => ({ device_id: device.device_id, slot }));
  const start = dayBorders(time_zone, from).start;
  const end = dayBorders(time_zone, to).end;
  const loaded = await loadPeriods(tx, {
    ...{ places, aggregate: 'energy', resolution: by, start, end, now: now.getTime() },
  });
  const periods = new Map<string, number>();
  for (const place of places) {
    const points = loaded?.get(placeKey(place));
    points?.ts.forEach((at, i) => {
      add(periods, periodOf(by, localDay(time_zone, at).day), points.values[i] ?? Number.NaN);
    });
  }
  return periods;
}

/** Plants whose devices' days are read together. */
const PLANTS_AT_ONCE = 40;

interface OfMany extends Asked {
  readonly plants: readonly Pick<OfOne, 'plant_id' | 'time_zone'>[];
}

/** The same of many plants, of their days that are over, by plant. */
export async function periodEnergiesOfMany(
  tx: Tx,
  { plants, to, ...asked }: OfMany,
  now: Date,
): Promise<ReadonlyMap<number, PeriodEnergy>> {
  const found = new Map<number, PeriodEnergy>();
  for (const [zone, own] of Map.groupBy(plants, ({ time_zone }) => time_zone)) {
    const yesterday = addDays(localDay(zone, now.getTime()).day, -1);
    const over = { ...asked, to: to < yesterday ? to : yesterday };
    if (over.from > over.to) continue;
    const { told_by, find } = ENERGIES[over.energy];
    const ids = own.map(({ plant_id }) => plant_id);
    const sources = [...(await listDevicesOfMany(tx, ids, told_by))].map(
      ([plant_id, devices]) => [plant_id, find(devices)] as const,
    );
    for (let at = 0; at < sources.length; at += PLANTS_AT_ONCE)
      for (const [plant_id, periods] of await keptEnergies(tx, sources.slice(at, at + PLANTS_AT_ONCE), over))
        found.set(plant_id, periods);
  }
  return found;
}

async function keptEnergies(
  tx: Tx,
  sources: readonly (readonly [plant_id: number, Sources])[],
  { from, to, by }: Asked,
): Promise<Map<number, PeriodEnergy>> {
  const all = sources.flatMap(([, own]) => own);
  const slots = [...new Set(all.map(({ slot }) => slot))].sort((a, b) => a - b);
  const device_ids = [...new Set(all.map(({ device }) => device.device_id))];
  if (device_ids.length === 0) return new Map();
  const told = Map.groupBy(
    await loadPeriodEnergies(tx, { device_ids, slots, from, to, letters: PERIOD_LETTERS[by] }),
    ({ device_id }) => device_id,
  );
  const plants = new Map<number, PeriodEnergy>();
  for (const [plant_id, own] of sources) {
    const periods = new Map<string, number>();
    for (const { device, slot } of own)
      for (const { period, energy } of told.get(device.device_id) ?? [])
        add(periods, period, energy[slots.indexOf(slot)] ?? Number.NaN);
    plants.set(plant_id, periods);
  }
  return plants;
}
