import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, daysBetween, localDay } from '../../../shared/units/zones.ts';
import { gridSources, makersByRank, type PlantSource } from '../../measurements/plant-series.model.ts';
import { loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { loadPeriodEnergies } from '../../measurements/server/stored-days.public.ts';
import { PERIOD_LETTERS, periodOf, type RevenuePeriod } from '../revenue.model.ts';
import { type CountingDevice, IMPORTED, listDevicesOfMany, MADE } from './energy.repository.ts';
import { type FirstHeard, loadFirstHeard, standingOfSource } from './energy-days.ts';

type Source = PlantSource<CountingDevice>;
/** Those that tell one energy, by rank. */
type Ranks = readonly (readonly Source[])[];
/** Which energy of plants is asked for, what it is told by, and of which devices it comes. */
const ENERGIES = {
  /** What they made. */
  produced: {
    told_by: MADE,
    find: (devices: readonly CountingDevice[]): Ranks => makersByRank(devices),
  },
  /** What they took from the grid, by their exchange meters. */
  imported: {
    told_by: IMPORTED,
    find: (devices: readonly CountingDevice[]): Ranks => [gridSources(devices, 'energy_import_kwh')],
  },
};

/** kWh by YYYY-MM-DD, YYYY-MM or YYYY; periods of which nothing is known are left out. */
export type PeriodEnergy = ReadonlyMap<string, number>;

interface Query {
  readonly energy: keyof typeof ENERGIES;
  /** Days of the plants' calendars, both included. */
  readonly from: string;
  readonly to: string;
  readonly by: RevenuePeriod;
}
interface OfOne extends Query {
  readonly plant_id: number;
  readonly time_zone: string;
}

/** Instants between which a period lies, as far as it is asked for. */
type Stretch = readonly [start: number, end: number];

/** Each period of a window. */
function stretchesOf({ from, to, by }: Query, time_zone: string): ReadonlyMap<string, Stretch> {
  const days = Map.groupBy(daysBetween(from, to), (day) => periodOf(by, day));
  return new Map(
    [...days].map(([period, own]) => {
      const [first = from, last = to] = [own[0], own.at(-1)];
      return [period, [dayBorders(time_zone, first).start, dayBorders(time_zone, last).end]];
    }),
  );
}

/**
 * Who tells a period: the rank whose devices stood there for most of it, one after the other, of equals the first. A production
 * meter that came within a period tells those after it; that one is still told by the inverters.
 */
function tellersOf(ranks: Ranks, first: FirstHeard, [start, end]: Stretch): readonly Source[] {
  const longest = ranks.map((own) => {
    const stood = own.map((source) => standingOfSource(source, first));
    const from = Math.min(...stood.map((one) => one.from));
    const until = Math.max(...stood.map((one) => one.until));
    return Math.min(until, end) - Math.max(from, start);
  });
  return ranks[longest.indexOf(Math.max(...longest))] ?? [];
}

/** Who tells each period of a plant. */
type Tellers = ReadonlyMap<string, readonly Source[]>;

/** The same of plants, in their order. When devices were first heard of is asked only where there is something to choose. */
async function findTellers(
  tx: Tx,
  plants: readonly Ranks[],
  stretches: ReadonlyMap<string, Stretch>,
): Promise<Tellers[]> {
  const chosen = plants.filter((ranks) => ranks.length > 1);
  const first = await loadFirstHeard(
    tx,
    chosen.map((produced) => ({ produced, exported: [] })),
  );
  return plants.map(
    (ranks) => new Map([...stretches].map(([period, stretch]) => [period, tellersOf(ranks, first, stretch)])),
  );
}

/** Each of them once. */
const sourcesOf = (tellers: Tellers): Source[] => [...new Set([...tellers.values()].flat())];

interface ToldPeriod {
  readonly source: Source;
  readonly period: string;
  readonly kwh: number;
}

/** Adds what a source told of a period that it tells. */
function add(periods: Map<string, number>, tellers: Tellers, { source, period, kwh }: ToldPeriod): void {
  if (Number.isNaN(kwh) || !tellers.get(period)?.includes(source)) return;
  periods.set(period, (periods.get(period) ?? 0) + kwh);
}

/** What an energy of a plant comes to in each period of a window, today's readings included. */
export async function periodEnergies(
  tx: Tx,
  { plant_id, time_zone, ...asked }: OfOne,
  now: Date,
): Promise<PeriodEnergy> {
  const { energy, from, to, by } = asked;
  const { told_by, find } = ENERGIES[energy];
  const devices = (await listDevicesOfMany(tx, [plant_id], told_by)).get(plant_id) ?? [];
  const [tellers = new Map()] = await findTellers(tx, [find(devices)], stretchesOf(asked, time_zone));
  const sources = sourcesOf(tellers);
  const placeOf = ({ device, slot }: Source) => ({ device_id: device.device_id, slot });
  const start = dayBorders(time_zone, from).start;
  const end = dayBorders(time_zone, to).end;
  const loaded = await loadPeriods(tx, {
    places: sources.map(placeOf),
    aggregate: 'energy',
    resolution: by,
    start,
    end,
    now: now.getTime(),
  });
  const periods = new Map<string, number>();
  for (const source of sources) {
    const points = loaded?.get(placeKey(placeOf(source)));
    points?.ts.forEach((at, i) => {
      const period = periodOf(by, localDay(time_zone, at).day);
      add(periods, tellers, { source, period, kwh: points.values[i] ?? Number.NaN });
    });
  }
  return periods;
}

/** Plants whose devices' days are read together. */
const PLANTS_AT_ONCE = 40;

interface OfMany extends Query {
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
    const devices = [...(await listDevicesOfMany(tx, ids, told_by))];
    const all = devices.map(([, some]) => find(some));
    const tellers = await findTellers(tx, all, stretchesOf(over, zone));
    const told = devices.map(([plant_id], i) => [plant_id, tellers[i] ?? new Map()] as const);
    for (let at = 0; at < told.length; at += PLANTS_AT_ONCE)
      for (const [plant_id, periods] of await keptEnergies(tx, told.slice(at, at + PLANTS_AT_ONCE), over))
        found.set(plant_id, periods);
  }
  return found;
}

async function keptEnergies(
  tx: Tx,
  tellersOfPlants: readonly (readonly [plant_id: number, Tellers])[],
  { from, to, by }: Query,
): Promise<Map<number, PeriodEnergy>> {
  const all = tellersOfPlants.flatMap(([, tellers]) => sourcesOf(tellers));
  const slots = [...new Set(all.map(({ slot }) => slot))].sort((a, b) => a - b);
  const device_ids = [...new Set(all.map(({ device }) => device.device_id))];
  if (device_ids.length === 0) return new Map();
  const told = Map.groupBy(
    await loadPeriodEnergies(tx, { device_ids, slots, from, to, letters: PERIOD_LETTERS[by] }),
    ({ device_id }) => device_id,
  );
  const plants = new Map<number, PeriodEnergy>();
  for (const [plant_id, tellers] of tellersOfPlants) {
    const periods = new Map<string, number>();
    for (const source of sourcesOf(tellers))
      for (const { period, energy } of told.get(source.device.device_id) ?? [])
        add(periods, tellers, { source, period, kwh: energy[slots.indexOf(source.slot)] ?? Number.NaN });
    plants.set(plant_id, periods);
  }
  return plants;
}
