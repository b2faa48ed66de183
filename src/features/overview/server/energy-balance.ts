import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { dayBorders, knownZone, localDay, periodBorders, periodStart } from '../../../shared/units/zones.ts';
import { gridSources, type PlantSource, plantSources } from '../../measurements/plant-series.model.ts';
import { LIGHT_VALUES } from '../../measurements/query-weight.model.ts';
import { loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { loadFirstDays } from '../../measurements/server/stored-days.public.ts';
import { isAsleep, isRestTime, type Place, restsAtNight } from '../../plants/daylight.model.ts';
import type { EnergyBalance } from '../energy-balance.contract.ts';
import {
  balanceOf,
  besideYearAgo,
  co2Avoided,
  counterFloor,
  dutyOf,
  type Kwh,
  matchedBy,
  missingShare,
  periodTotal,
  type Source,
  sparesCo2,
  sumSources,
  wallNames,
  wholeSums,
  yearBefore,
} from '../energy-balance.model.ts';
import { type AskedPeriod, askedPeriod } from './asked-period.ts';
import { type EnergyDevice, listEnergyDevices } from './energy-meters.repository.ts';
import { listLivePlants } from './live-plants.repository.ts';

/** What each period is told in, and what it is counted in: flows are set against each other day by day also in a year. */
const RESOLUTION = { day: 'hour', month: 'day', year: 'month' } as const;
const UNIT = { day: 'hour', month: 'day', year: 'day' } as const;

/** Readings of the year before that may be counted in the event loop, once for a page; more, and its hours are not told. */
const YEAR_AGO_VALUES = 5 * LIGHT_VALUES;

export interface Co2Factor {
  /** kg of CO2 for each kWh; null where nobody has set one. */
  readonly kgPerKwh: number | null;
  readonly source: string;
}

type Span = keyof typeof RESOLUTION;
type Chosen = PlantSource<EnergyDevice>;
const FLOWS = ['produced', 'exported', 'imported'] as const;
type Flows<T> = Readonly<Record<(typeof FLOWS)[number], T>>;

const eachFlow = <T>(make: (name: (typeof FLOWS)[number]) => T): Flows<T> => ({
  produced: make('produced'),
  exported: make('exported'),
  imported: make('imported'),
});

/** By which devices a plant's flows are told: production as its cards count it, the grid by exchange meters alone. */
const sourcesOf = (devices: readonly EnergyDevice[]): Flows<readonly Chosen[]> => ({
  produced: plantSources(devices, 'energy_export_kwh'),
  exported: gridSources(devices, 'energy_export_kwh'),
  imported: gridSources(devices, 'energy_import_kwh'),
});

/** A stretch of a plant's calendar in the parts that it is counted in. */
interface Counted {
  readonly zone: string;
  readonly place: Place;
  readonly window: AskedPeriod;
  readonly unit: 'hour' | 'day';
  readonly borders: readonly number[];
  readonly now: number;
  /** First days by device. */
  readonly since: ReadonlyMap<number, number>;
}

const countedIn = (
  span: Span,
  window: AskedPeriod,
  of: Pick<Counted, 'zone' | 'place' | 'now' | 'since'>,
) => ({
  ...of,
  window,
  unit: UNIT[span],
  borders: periodBorders(of.zone, UNIT[span], window.start, window.end),
});

/** What a source told and what was due of it. Only what makes energy of the sun rests, inverters before and after it too. */
function sourceOf(
  { device }: Chosen,
  kwh: Kwh,
  { place, unit, borders, since, isMade }: Counted & { isMade: boolean },
) {
  const isOff = restsAtNight(device.category) ? isRestTime : isAsleep;
  const rests = (i: number) =>
    isMade &&
    unit === 'hour' &&
    [borders[i], borders[i + 1]].every((at) => at !== undefined && isOff(place, at));
  const { enabled, device_id } = device;
  const known = { since: since.get(device_id) ?? null, enabled, byDays: unit === 'day', rests };
  return { device, kwh, duty: dutyOf(kwh, borders, known) };
}

/** What sources told in the parts of a stretch; undefined where the readings would be too many to be counted at once. */
async function toldBy(
  tx: Tx,
  chosen: readonly Chosen[],
  counted: Counted & { isMade: boolean; mostValues?: number },
): Promise<(Source & { device: EnergyDevice })[] | undefined> {
  const { unit, window, now, borders, mostValues } = counted;
  const places = chosen.map(({ device: { device_id }, slot }) => ({ device_id, slot }));
  const loaded = await loadPeriods(tx, {
    places,
    aggregate: 'energy',
    resolution: unit,
    ...window,
    now,
    ...(mostValues === undefined ? {} : { mostValues }),
  });
  if (!loaded) return undefined;
  const parts = new Map(borders.slice(0, -1).map((at, i) => [at, i]));
  return chosen.flatMap((source, place) => {
    const kwh = borders.slice(1).map((): number | null => null);
    const points = loaded.get(placeKey(places[place] ?? { device_id: 0, slot: 0 }));
    for (const [i, at] of (points?.ts ?? []).entries()) {
      const value = points?.values[i] ?? Number.NaN;
      const part = parts.get(at);
      if (part !== undefined && !Number.isNaN(value)) kwh[part] = value;
    }
    // One that does not work any more stands only where it still told something.
    if (!source.device.enabled && kwh.every((value) => value === null)) return [];
    return [sourceOf(source, kwh, counted)];
  });
}

/** A plant's energies in a day, month or year. @throws AppError not_found when the scope cannot see it; limit */
export async function getEnergyBalance(
  tx: Tx,
  {
    proj_code,
    span,
    date,
    co2,
  }: { proj_code: string; span: Span; date?: string | undefined; co2: Co2Factor },
  now: number,
): Promise<EnergyBalance> {
  const [row] = await listLivePlants(tx, [proj_code]);
  const plant = row ?? notFound();
  const zone = knownZone(plant.time_zone);
  const window = askedPeriod(zone, { span, date }, now);
  const devices = await listEnergyDevices(tx, plant.plant_id);
  const chosen = sourcesOf(devices);
  const ids = new Set(FLOWS.flatMap((name) => chosen[name].map(({ device }) => device.device_id)));
  const since = await loadFirstDays(tx, [...ids]);
  const counted = countedIn(span, window, { zone, place: plant, now, since });
  const { borders, unit } = counted;
  const parts = borders.length - 1;
  const ended = borders.filter((at, i) => i > 0 && at <= now).length;
  const toldOf = async (name: (typeof FLOWS)[number]) =>
    (await toldBy(tx, chosen[name], { ...counted, isMade: name === 'produced' })) ??
    tooMany('Too many readings in this day: choose its month');
  const told = {
    produced: await toldOf('produced'),
    exported: await toldOf('exported'),
    imported: await toldOf('imported'),
  };
  const shown = periodBorders(zone, RESOLUTION[span], window.start, window.end).slice(0, -1);
  const asShown = inParts(shown, borders, (at) => periodStart(zone, RESOLUTION[span], at));
  const flows = eachFlow((name) => {
    const kwh = sumSources(told[name], parts);
    return {
      kwh: asShown(kwh).map(withoutNoise),
      total_kwh: withoutNoise(sumKnown(kwh)),
      devices: told[name].map(({ device }) => device.short_name),
      missing_share: withoutNoise(missingShare(told[name], ended)),
    };
  });
  const whole = eachFlow((name) => ({
    whole: wholeSums(told[name], parts),
    measured: told[name].length > 0,
  }));
  const power = plant.potenza_nominale;
  const balance = balanceOf(whole, { ended, floor_kwh: counterFloor(power) });
  const produced_kwh = flows.produced.total_kwh;
  const spares = sparesCo2(plant.production_type);
  return {
    proj_code,
    time_zone: plant.time_zone,
    start: new Date(window.start).toISOString(),
    end: new Date(window.end).toISOString(),
    resolution: RESOLUTION[span],
    ts: shown.map((at) => new Date(at).toISOString()),
    ...flows,
    used_kwh: withoutNoise(balance.used_kwh),
    consumed_kwh: withoutNoise(balance.consumed_kwh),
    used_share: withoutNoise(balance.used_share),
    balance_parts: { unit, known: balance.known_parts, of: ended },
    fault: balance.fault,
    specific_yield: produced_kwh === null || !power ? null : withoutNoise(produced_kwh / power),
    year_ago: await yearAgo(tx, chosen.produced, {
      span,
      counted,
      ended,
      shown,
      produced: whole.produced.whole,
    }),
    co2: {
      applies: spares,
      kg_per_kwh: co2.kgPerKwh,
      source: co2.source,
      avoided_kg: spares ? withoutNoise(co2Avoided(produced_kwh, co2.kgPerKwh)) : null,
    },
  };
}

const tooMany = (message: string): never => {
  throw new AppError('limit', message);
};

/** Sums what stands between `borders` into the parts that begin at `starts`: each belongs to the one that `startOf` names. */
function inParts(starts: readonly number[], borders: readonly number[], startOf: (at: number) => number) {
  const places = new Map(starts.map((at, i) => [at, i]));
  const owners = borders.slice(0, -1).map((at) => places.get(startOf(at)));
  return (kwh: Kwh): (number | null)[] => {
    const sums = starts.map((): number | null => null);
    for (const [i, value] of kwh.entries()) {
      const owner = owners[i];
      if (owner !== undefined && value !== null) sums[owner] = (sums[owner] ?? 0) + value;
    }
    return sums;
  };
}

/** The same period of the year before; a 29 February has none. Hours that would be too many readings are not told. */
async function yearAgo(
  tx: Tx,
  chosen: readonly Chosen[],
  asked: { span: Span; counted: Counted; produced: Kwh; ended: number; shown: readonly number[] },
): Promise<EnergyBalance['year_ago']> {
  const { span, counted, produced, ended, shown } = asked;
  const { zone, unit, borders } = counted;
  const first = yearBefore(localDay(zone, counted.window.start).day);
  const nothing = {
    start: null,
    kwh: shown.map(() => null),
    total_kwh: null,
    now_so_far_kwh: null,
    then_so_far_kwh: null,
    change: null,
    compared: { parts: 0, until: null },
  };
  if (first === null || first < '0002') return nothing;
  const start = new Date(dayBorders(zone, first).start).toISOString();
  const then = countedIn(span, askedPeriod(zone, { span, date: first }, counted.now), counted);
  const told = await toldBy(tx, chosen, { ...then, isMade: true, mostValues: YEAR_AGO_VALUES });
  if (!told) return { ...nothing, start };
  const parts = then.borders.length - 1;
  const sums = sumSources(told, parts);
  const names = wallNames(zone, borders.slice(0, -1), unit);
  const matched = (kwh: Kwh) =>
    matchedBy(names, { names: wallNames(zone, then.borders.slice(0, -1), unit), kwh });
  const beside = besideYearAgo(produced, matched(wholeSums(told, parts)), ended);
  const until = beside.last === null ? undefined : borders[beside.last + 1];
  // The months of two years stand side by side, whatever days they have.
  const monthStarts = periodBorders(zone, RESOLUTION[span], then.window.start, then.window.end).slice(0, -1);
  const byMonth = inParts(monthStarts, then.borders, (at) => periodStart(zone, 'month', at));
  return {
    start,
    kwh: (span === 'year' ? byMonth(sums) : matched(sums)).map(withoutNoise),
    total_kwh: withoutNoise(periodTotal(told, parts)),
    now_so_far_kwh: withoutNoise(beside.now_so_far_kwh),
    then_so_far_kwh: withoutNoise(beside.then_so_far_kwh),
    change: withoutNoise(beside.change),
    compared: { parts: beside.parts, until: until === undefined ? null : new Date(until).toISOString() },
  };
}
