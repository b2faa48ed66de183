import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, daysBetween, HOUR_MS } from '../../../shared/units/zones.ts';
import { hoursBefore, hoursOfDay } from '../../forecast/server/expected-hours.public.ts';
import { type Standing, standingOf, standingOn, standsAt } from '../../forecast/shares.model.ts';
import { withoutCatchingUp } from '../../forecast/told-energy.model.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { gridSources, makersByRank, type PlantSource } from '../../measurements/plant-series.model.ts';
import { loadPeriods, loadPeriodsInParts, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { loadFirstDays } from '../../measurements/server/stored-days.public.ts';
import { isAsleep, isRestTime, restsAtNight } from '../../plants/daylight.model.ts';
import { NATIONAL } from '../../weather/prices.model.ts';
import { type HourPrices, loadHourPrices } from '../../weather/server/prices.public.ts';
import type { EnergyDay, EnergyHour } from '../revenue-day.model.ts';
import { type CountingDevice, type EarningPlant, listCountingDevices } from './energy.repository.ts';

/** Days that are read at once. */
const RUN_DAYS = 31;

type Source = PlantSource<CountingDevice>;
/** When devices were first heard of, epoch ms. */
export type FirstHeard = ReadonlyMap<number, number>;

/** What a plant's hours are told by. */
export interface EnergySources {
  /** By rank: each hour is told by the first of which something stood there. */
  readonly produced: readonly (readonly Source[])[];
  readonly exported: readonly Source[];
}

export const sourcesOf = (devices: readonly CountingDevice[]): EnergySources => ({
  produced: makersByRank(devices),
  exported: gridSources(devices, 'energy_export_kwh'),
});

export async function loadEnergySources(tx: Tx, plant: EarningPlant): Promise<EnergySources> {
  return sourcesOf(await listCountingDevices(tx, plant.plant_id));
}

/** All of them. */
export const eachOf = ({ produced, exported }: EnergySources): readonly Source[] => [
  ...produced.flat(),
  ...exported,
];

const placeOf = ({ device, slot }: Source) => ({ device_id: device.device_id, slot });

/** Since when the devices that tell a plant's energy were heard of. */
export const loadFirstHeard = (tx: Tx, sources: readonly EnergySources[]): Promise<FirstHeard> =>
  loadFirstDays(tx, [...new Set(sources.flatMap((of) => eachOf(of).map((one) => one.device.device_id)))]);

const endOf = ({ device, slot }: Source): { ended_at: number | null } => ({
  ended_at: device.enabled ? null : (device.slots.find((one) => one.slot === slot)?.last_at ?? 0),
});
const sinceOf = ({ device }: Source, first: FirstHeard): number =>
  first.get(device.device_id) ?? device.entered_at;

/** From when to when a source tells its plant's energy: since it was first heard of, and one that was switched off up to its last reading. */
export const standingOfSource = (source: Source, first: FirstHeard): Standing =>
  standingOf(endOf(source), sinceOf(source, first));

/** Sources of an energy as a run of days tells them. */
type SourcePoints = readonly {
  readonly source: Source;
  readonly points: Points | undefined;
  /** Of the day before the run: a silence may reach over midnight. */
  readonly before: Points | undefined;
}[];

/** A source's hours of a day. */
interface ToldDay {
  /** kWh; NaN is not known. */
  readonly kwh: Float64Array;
  readonly standing: Standing;
  readonly rests: (hour: number) => boolean;
  /** Whether an hour also holds what was made in the silence before it. */
  readonly isLate: (hour: number) => boolean;
}

interface Run {
  readonly plant: EarningPlant;
  /** By rank. */
  readonly produced: readonly SourcePoints[];
  readonly exported: SourcePoints;
  readonly prices: HourPrices;
  readonly first: FirstHeard;
}

interface Day {
  readonly day: string;
  readonly start: number;
  readonly hours: number;
}

const NOTHING_BEFORE = new Float64Array(0);

/** What sources told of a day. @param isOff whether a device that says nothing in an hour makes nothing */
function toldOn(
  told: SourcePoints,
  { day, first, start, hours, zone }: Day & { readonly first: FirstHeard; readonly zone: string },
  isOff: (device: CountingDevice, at: number) => boolean,
): ToldDay[] {
  const energy = told.map(({ points }) => hoursOfDay(points, start, hours));
  const since = told.map(({ source }) => sinceOf(source, first));
  const standings = standingOn(
    told.map(({ source }) => endOf(source)),
    { energy, since, start },
  );
  return told.map(({ source: { device, slot }, before }, i) => {
    const kwh = energy[i] ?? NOTHING_BEFORE;
    const standing = standings[i] ?? { from: 0, until: 0 };
    const rests = (hour: number) => isOff(device, start + hour * HOUR_MS);
    const isDue = (hour: number) => standsAt(standing, start + hour * HOUR_MS) && !rests(hour);
    // What was made in a silence is brought by a counter; of power nothing is.
    const counts = device.slots.some((one) => one.slot === slot && one.kind === 'counter');
    const yesterday = hoursBefore(before, zone, { day });
    const own = counts ? withoutCatchingUp(kwh, yesterday, isDue) : kwh;
    return { kwh, standing, rests, isLate: (hour) => Number.isNaN(own[hour]) && !Number.isNaN(kwh[hour]) };
  });
}

/** What sources came to in an hour. */
interface Sum {
  /** Of those that told something; null where it is not known. */
  readonly kwh: number | null;
  /** Not of all that stood there. */
  readonly isPart: boolean;
  /** With what was made before the hour. */
  readonly isLate: boolean;
}

/** The sum of sources in an hour. What the night switches off is silent then and makes nothing. */
function sumAt(sources: readonly ToldDay[], hour: number, at: number): Sum {
  let [sum, told, rests, isPart, isLate] = [0, false, false, false, false];
  for (const source of sources) {
    const kwh = source.kwh[hour] ?? Number.NaN;
    if (!Number.isNaN(kwh)) {
      [sum, told] = [sum + kwh, true];
      isLate ||= source.isLate(hour);
    } else if (!standsAt(source.standing, at)) continue;
    else if (source.rests(hour)) rests = true;
    else isPart = true;
  }
  return { kwh: told || (rests && !isPart) ? sum : null, isPart: told && isPart, isLate };
}

/** What was used on site; only of hours of which both are told whole. */
function usedOf(made: Sum, fed: Sum): number | null {
  const isWhole = ({ isPart, isLate }: Sum) => !isPart && !isLate;
  if (made.kwh === null || fed.kwh === null || !isWhole(made) || !isWhole(fed)) return null;
  return Math.max(0, made.kwh - fed.kwh);
}

/** A day of a plant, of which some hours are over. Before anything was heard of a meter of the exchange, what is made stands for what is fed in. */
function dayOf(run: Run, day: Day): EnergyHour[] {
  const { plant, first, prices } = run;
  const { start, hours } = day;
  const of = { ...day, first, zone: plant.time_zone };
  const isOff = ({ category }: CountingDevice, at: number) =>
    restsAtNight(category) ? isRestTime(plant, at) : isAsleep(plant, at) && isAsleep(plant, at + HOUR_MS);
  const ranks = run.produced.map((rank) => toldOn(rank, of, isOff));
  const exported = toldOn(run.exported, of, () => false);
  return Array.from({ length: hours }, (_, hour): EnergyHour => {
    const at = start + hour * HOUR_MS;
    const tells = ({ standing, kwh }: ToldDay) => standsAt(standing, at) || !Number.isNaN(kwh[hour]);
    const produced = ranks.find((rank) => rank.some(tells)) ?? [];
    const made = sumAt(produced, hour, at);
    const isMetered = exported.some(({ standing }) => standing.from <= at);
    const fed = isMetered ? sumAt(exported, hour, at) : made;
    const part = [
      ...(made.isPart ? ['produced' as const] : []),
      ...(fed.isPart ? ['exported' as const] : []),
    ];
    return {
      start: at,
      produced: made.kwh,
      exported: fed.kwh,
      used: isMetered ? usedOf(made, fed) : 0,
      price_eur_mwh: prices.get(at) ?? null,
      silent: [...produced, ...exported].every(({ kwh }) => Number.isNaN(kwh[hour])),
      ...(part.length > 0 && { part }),
    };
  });
}

/** Values of readings that may be counted at once; as many as charts may where nothing is said. */
interface Most {
  readonly mostValues?: number;
  /** Whether a day of too many is read some devices at a time: takes longer, but is no refusal. */
  readonly in_parts?: boolean;
}

interface Query extends Most {
  readonly from: string;
  readonly to: string;
  readonly now: number;
  /** Read where it is not given. */
  readonly first?: FirstHeard;
}

/** Ranks that may tell an hour of a window: none after one of which something stood there all the time. */
function ranksIn(
  ranks: EnergySources['produced'],
  first: FirstHeard,
  { start, end }: { readonly start: number; readonly end: number },
): EnergySources['produced'] {
  const stands = (source: Source) => {
    const { from, until } = standingOfSource(source, first);
    return from < start && until >= end;
  };
  const place = ranks.findIndex((rank) => rank.some(stands));
  return place < 0 ? ranks : ranks.slice(0, place + 1);
}

/** Of days after a run's first one the day before lies within it. */
const within = (told: SourcePoints): SourcePoints => told.map((one) => ({ ...one, before: one.points }));

async function loadRun(
  tx: Tx,
  plant: EarningPlant,
  sources: EnergySources,
  { from, to, first, in_parts = false, ...asked }: Query & { readonly first: FirstHeard },
): Promise<EnergyDay[]> {
  const { now } = asked;
  const { start } = dayBorders(plant.time_zone, from);
  const { end } = dayBorders(plant.time_zone, to);
  const produced = ranksIn(sources.produced, first, { start, end });
  const { exported } = sources;
  const load = in_parts && from === to ? loadPeriodsInParts : loadPeriods;
  const places = eachOf({ produced, exported }).map(placeOf);
  const asking = { ...asked, places, aggregate: 'energy', resolution: 'hour' } as const;
  const loaded = await load(tx, { ...asking, start, end });
  if (!loaded) {
    const message = 'These are too many readings at once: ask for fewer days';
    throw new AppError('invalid', message, { errors: [{ path: 'to', message, code: 'too_much' }] });
  }
  // Of use is what was made in a silence before only where it is held against what was fed in. Of too many readings nothing is known.
  const yesterday = dayBorders(plant.time_zone, addDays(from, -1));
  const earlier =
    exported.length > 0
      ? await load(tx, { ...asking, start: yesterday.start, end: yesterday.end })
      : undefined;
  const told = (list: readonly Source[]): SourcePoints =>
    list.map((source) => {
      const key = placeKey(placeOf(source));
      return { source, points: loaded.get(key), before: earlier?.get(key) };
    });
  const prices = await loadHourPrices(tx, { zone: plant.market_zone ?? NATIONAL, start, end });
  const run = { plant, produced: produced.map(told), exported: told(exported), prices, first };
  return daysBetween(from, to).map((day) => {
    const { start, end } = dayBorders(plant.time_zone, day);
    const hours = Math.max(0, Math.floor((Math.min(end, now) - start) / HOUR_MS));
    const own =
      day === from ? run : { ...run, produced: run.produced.map(within), exported: within(run.exported) };
    return { day, hours: dayOf(own, { day, start, hours }) };
  });
}

/** Days of a plant hour by hour, with the price of its zone; of today the hours that are over. */
export async function loadEnergyDays(
  tx: Tx,
  { plant, sources, ...asked }: Query & { plant: EarningPlant; sources: EnergySources },
): Promise<EnergyDay[]> {
  const days = daysBetween(asked.from, asked.to);
  const found: EnergyDay[] = [];
  const first = asked.first ?? (await loadFirstHeard(tx, [sources]));
  for (let i = 0; i < days.length; i += RUN_DAYS) {
    const run = days.slice(i, i + RUN_DAYS);
    const [from, to] = [run[0] ?? asked.from, run.at(-1) ?? asked.to];
    found.push(...(await loadRun(tx, plant, sources, { ...asked, first, from, to })));
  }
  return found;
}
