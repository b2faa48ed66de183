import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders, daysBetween, HOUR_MS } from '../../../shared/units/zones.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { gridSources, type PlantSource, plantSources } from '../../measurements/plant-series.model.ts';
import { loadPeriods, loadPeriodsInParts, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { isAsleep, isRestTime, restsAtNight } from '../../plants/daylight.model.ts';
import { NATIONAL } from '../../weather/prices.model.ts';
import { type HourPrices, loadHourPrices } from '../../weather/server/prices.public.ts';
import type { EnergyDay, EnergyHour } from '../revenue-day.model.ts';
import { type CountingDevice, type EarningPlant, listCountingDevices } from './energy.repository.ts';

/** Days that are read at once. */
const RUN_DAYS = 31;

/** What a plant's hours are told by. */
export interface EnergySources {
  readonly produced: readonly PlantSource<CountingDevice>[];
  readonly exported: readonly PlantSource<CountingDevice>[];
}

export const sourcesOf = (devices: readonly CountingDevice[]): EnergySources => ({
  produced: plantSources(devices, 'energy_export_kwh'),
  exported: gridSources(devices, 'energy_export_kwh'),
});

export async function loadEnergySources(tx: Tx, plant: EarningPlant): Promise<EnergySources> {
  return sourcesOf(await listCountingDevices(tx, plant.plant_id));
}

const placeOf = ({ device, slot }: PlantSource<CountingDevice>) => ({ device_id: device.device_id, slot });

/** Values by the begin of their hour. */
function byHour(points: Points | undefined): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  points?.ts.forEach((at, i) => {
    const value = points.values[i] ?? Number.NaN;
    if (!Number.isNaN(value)) values.set(at, value);
  });
  return values;
}

type Told = readonly {
  readonly source: PlantSource<CountingDevice>;
  readonly values: ReadonlyMap<number, number>;
}[];

/** The sum of sources in an hour; null where one that should have told something did not. */
function sumAt(told: Told, at: number, isOff: (device: CountingDevice) => boolean): number | null {
  let sum = 0;
  for (const { source, values } of told) {
    const value = values.get(at);
    if (value !== undefined) sum += value;
    else if (source.device.enabled && !isOff(source.device)) return null;
  }
  return told.length === 0 ? null : sum;
}

interface Run {
  readonly plant: EarningPlant;
  readonly produced: Told;
  readonly exported: Told;
  readonly prices: HourPrices;
}

/** An hour of a plant. What the night switches off is silent then and makes nothing. */
function hourOf({ plant, produced, exported, prices }: Run, at: number): EnergyHour {
  const rests = (device: CountingDevice) =>
    restsAtNight(device.category)
      ? isRestTime(plant, at)
      : isAsleep(plant, at) && isAsleep(plant, at + HOUR_MS);
  const made = sumAt(produced, at, rests);
  const fed = exported.length === 0 ? made : sumAt(exported, at, () => false);
  const used = exported.length === 0 ? 0 : made === null || fed === null ? null : Math.max(0, made - fed);
  const silent = ![...produced, ...exported].some(({ values }) => values.has(at));
  return { start: at, produced: made, exported: fed, used, price_eur_mwh: prices.get(at) ?? null, silent };
}

/** Values of readings that may be counted at once; as many as charts may where nothing is said. */
interface Most {
  readonly mostValues?: number;
  /** Whether a day of too many is read some devices at a time: takes longer, but is no refusal. */
  readonly in_parts?: boolean;
}

interface Asked extends Most {
  readonly from: string;
  readonly to: string;
  readonly now: number;
}

async function loadRun(
  tx: Tx,
  plant: EarningPlant,
  sources: EnergySources,
  { from, to, in_parts = false, ...asked }: Asked,
): Promise<EnergyDay[]> {
  const { now } = asked;
  const { start } = dayBorders(plant.time_zone, from);
  const { end } = dayBorders(plant.time_zone, to);
  const all = [...sources.produced, ...sources.exported];
  const load = in_parts && from === to ? loadPeriodsInParts : loadPeriods;
  const loaded = await load(tx, {
    ...{ ...asked, places: all.map(placeOf), start, end, aggregate: 'energy', resolution: 'hour' },
  });
  if (!loaded) {
    const message = 'These are too many readings at once: ask for fewer days';
    throw new AppError('invalid', message, { errors: [{ path: 'to', message, code: 'too_much' }] });
  }
  const told = (list: readonly PlantSource<CountingDevice>[]): Told =>
    list.map((source) => ({ source, values: byHour(loaded.get(placeKey(placeOf(source)))) }));
  const prices = await loadHourPrices(tx, { zone: plant.market_zone ?? NATIONAL, start, end });
  const run = { plant, produced: told(sources.produced), exported: told(sources.exported), prices };
  return daysBetween(from, to).map((day) => {
    const borders = dayBorders(plant.time_zone, day);
    const hours: EnergyHour[] = [];
    for (let at = borders.start; at + HOUR_MS <= Math.min(borders.end, now); at += HOUR_MS)
      hours.push(hourOf(run, at));
    return { day, hours };
  });
}

/** Days of a plant hour by hour, with the price of its zone; of today the hours that are over. */
export async function loadEnergyDays(
  tx: Tx,
  { plant, sources, ...asked }: Asked & { plant: EarningPlant; sources: EnergySources },
): Promise<EnergyDay[]> {
  const days = daysBetween(asked.from, asked.to);
  const found: EnergyDay[] = [];
  for (let i = 0; i < days.length; i += RUN_DAYS) {
    const run = days.slice(i, i + RUN_DAYS);
    const [from, to] = [run[0] ?? asked.from, run.at(-1) ?? asked.to];
    found.push(...(await loadRun(tx, plant, sources, { ...asked, from, to })));
  }
  return found;
}
