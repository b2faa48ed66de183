import type pg from 'pg';
import type { Out } from '../../../shared/contract/call.ts';
import { notFound, Refusal } from '../../../shared/server/errors.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { isAsleep } from '../../plants/daylight.model.ts';
import { CATALOGUE, type Quantity } from '../../plants/plants.model.ts';
import { STEP_S } from '../buckets.model.ts';
import { energyKind } from '../day-row.model.ts';
import type { measurementsCalls, Question, Series } from '../measurements.contract.ts';
import { type Aggregate, QUALITIES, type Resolution } from '../measurements.model.ts';
import { alignSources, combineSources, gridOf, plantRule, plantSources } from '../plant-series.model.ts';
import { qualityNow } from '../quality-now.model.ts';
import { LIGHT_VALUES, weigh } from '../question-weight.model.ts';
import {
  chooseResolution,
  coarser,
  defaultAggregate,
  type FixedResolution,
  markGaps,
  presentPoints,
  thin,
} from '../series.model.ts';
import {
  findLast,
  listFirstDays,
  listSeriesDevices,
  listUnknownNames,
  plantExists,
  type SeriesDevice,
  type SeriesVariable,
} from './series.repository.ts';
import { loadStrands, MOST_VALUES, type Strand, type Strands, type Window } from './strands.ts';

export type Asked = Out<typeof Question>;
type Results = Out<(typeof measurementsCalls)['resultsData']['ok']>;
type DeviceResults = Results['devices'][number];
type LastResults = Out<(typeof measurementsCalls)['lastResults']['ok']>;

const LONGEST_MS = 40 * 366 * DAY_MS;
const MOST_SERIES = 500;
/** Points of all series together; each has fewer where many are asked for. */
const MOST_POINTS_IN_ALL = 500_000;

/** More would be read than the event loop of the calls can spare. */
class TooHeavy extends Error {}

/** A series that is asked for: of one device's variable, or of the plant from several sources. */
interface Wanted {
  device: SeriesDevice | null;
  /** What it is called on screen. */
  variable: SeriesVariable;
  quantity: Quantity;
  how: 'sum' | 'mean';
  aggregate: Aggregate;
  strands: Strand[];
}

function invalid(path: string, message: string): never {
  throw new Refusal('invalid', 'Data is not valid', { errors: [{ path, message }] });
}

function windowOf(asked: Asked): Window {
  const [start, end] = [Date.parse(asked.start), Date.parse(asked.end)];
  if (!(end > start)) invalid('end', 'must be after start');
  if (end - start > LONGEST_MS) invalid('end', 'must be within 40 years of start');
  return { start, end };
}

async function findDevices(tx: Tx, asked: Asked): Promise<SeriesDevice[]> {
  const { proj_code = null, master_id, devices, quantities, variables } = asked;
  const ids = devices ?? (master_id === undefined ? null : [master_id]);
  const wanted = ids === null ? null : [...new Set(master_id === undefined ? ids : [...ids, master_id])];
  if (proj_code === null && wanted === null) invalid('proj_code', 'name a plant (proj_code) or devices');
  if (quantities && proj_code === null) invalid('proj_code', 'quantities are those of a plant: name it');
  if (proj_code !== null && !(await plantExists(tx, proj_code))) notFound();
  if (variables) {
    const [unknown] = await listUnknownNames(tx, variables);
    if (unknown !== undefined) invalid('variables', `unknown variable ${unknown}`);
  }
  const found = await listSeriesDevices(tx, { device_ids: quantities ? null : wanted, proj_code });
  if (wanted?.some((id) => !found.some((device) => device.device_id === id))) notFound();
  return found;
}

function deviceWishes(asked: Asked, devices: readonly SeriesDevice[]): Wanted[] {
  if (asked.quantities && !asked.variables && !asked.devices && asked.master_id === undefined) return [];
  const ids = new Set([
    ...(asked.devices ?? []),
    ...(asked.master_id === undefined ? [] : [asked.master_id]),
  ]);
  const chosen = ids.size === 0 ? devices : devices.filter((device) => ids.has(device.device_id));
  return chosen.flatMap((device) =>
    device.slots
      .filter((variable) => asked.variables?.includes(variable.name) ?? true)
      .map((variable) => {
        const aggregate = asked.aggregate ?? defaultAggregate(variable);
        if (aggregate === 'energy' && asked.variables && energyKind(variable) === null)
          invalid('aggregate', `${variable.name} carries no energy`);
        return {
          device,
          variable,
          quantity: variable.quantity,
          how: 'sum' as const,
          aggregate: aggregate === 'energy' && energyKind(variable) === null ? 'mean' : aggregate,
          strands: [{ device, variable }],
        };
      }),
  );
}

const ENERGY = CATALOGUE.find((entry) => entry.quantity === 'energy_export_kwh');

function plantWishes(asked: Asked, devices: readonly SeriesDevice[]): Wanted[] {
  return (asked.quantities ?? []).flatMap((quantity) => {
    const how = plantRule(quantity);
    if (how === null) return invalid('quantities', `${quantity} means nothing for a whole plant`);
    const counted = quantity === 'energy_export_kwh' || quantity === 'energy_import_kwh';
    const aggregate = counted ? 'energy' : (asked.aggregate ?? 'mean');
    if (aggregate !== 'mean' && aggregate !== 'energy')
      invalid('aggregate', "a plant's own series answers mean or energy");
    if (aggregate === 'energy' && !counted && quantity !== 'ac_power_kw')
      invalid('aggregate', `${quantity} carries no energy`);
    const from = quantity === 'ac_power_kw' && aggregate === 'energy' ? 'energy_export_kwh' : quantity;
    const strands = plantSources(devices, from).flatMap(({ device, slot }) => {
      const variable = device.slots.find((candidate) => candidate.slot === slot);
      return variable ? [{ device, variable }] : [];
    });
    const first = strands[0]?.variable;
    if (!first) return [];
    const named = first.quantity === from || !ENERGY ? first : { ...first, ...ENERGY };
    return [{ device: null, variable: named, quantity, how, aggregate, strands }];
  });
}

const isEnergy = ({ aggregate }: Pick<Wanted, 'aggregate'>) => aggregate === 'energy';

/** Loads what the series of one kind (energy or values) need, coarser where the readings would be too many. */
async function load(
  tx: Tx,
  wanted: readonly Wanted[],
  ask: { resolution: Resolution; points: number; window: Window; now: number; light: boolean },
): Promise<Strands | undefined> {
  const first = wanted[0];
  if (!first) return undefined;
  const strands = wanted.flatMap((one) => one.strands);
  const wish = { energy: isEnergy(first), points: ask.points };
  const span = ask.window.end - ask.window.start;
  let resolution = chooseResolution(ask.resolution, span, wish);
  if (ask.light && weightOf(strands, resolution, ask) > LIGHT_VALUES) throw new TooHeavy();
  const mostValues = ask.light ? LIGHT_VALUES : MOST_VALUES;
  for (;;) {
    const loaded = await loadStrands(tx, strands, { ...ask, resolution, mostValues });
    if (loaded) return loaded;
    if (ask.light) throw new TooHeavy();
    if (resolution === 'year') throw new Refusal('limit', 'Too many readings: ask for fewer devices at once');
    resolution = chooseResolution(coarser(resolution), span, wish);
  }
}

/**
 * What each series needs: those whose readings come more rarely than the periods asked for are answered in coarser ones,
 * so that what is whole is not drawn as dots between gaps.
 */
async function loadFitting(
  tx: Tx,
  wanted: readonly Wanted[],
  ask: Parameters<typeof load>[2],
): Promise<Map<Wanted, Strands>> {
  const strands = await load(tx, wanted, ask);
  if (!strands) return new Map();
  const rare = wanted.filter((one) => one.strands.some((strand) => strands.tooFine(strand)));
  const loaded = new Map(wanted.map((one) => [one, strands]));
  if (rare.length === 0) return loaded;
  const resolution = coarser(strands.resolution);
  return new Map([...loaded, ...(await loadFitting(tx, rare, { ...ask, resolution }))]);
}

function weightOf(
  strands: readonly Strand[],
  resolution: FixedResolution,
  { window, now }: { window: Window; now: number },
): number {
  const devices = new Map(strands.map(({ device }) => [device.device_id, device.interval_s]));
  const slots = new Set(strands.map(({ variable }) => variable.slot)).size;
  return weigh({ ...window, now, resolution, intervals_s: [...devices.values()], slots });
}

function pointsOf(wanted: Wanted, strands: Strands, since: ReadonlyMap<number, number>) {
  const expectedFrom = ({ device_id, enabled }: SeriesDevice) =>
    enabled ? (since.get(device_id) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  if (wanted.device && wanted.strands[0]) return strands.points(wanted.strands[0], wanted.aggregate);
  const sources = wanted.strands.map((strand) => ({
    points: strands.points(strand, wanted.aggregate),
    since: expectedFrom(strand.device),
    interval_s: strand.device.interval_s,
  }));
  if (strands.resolution !== 'raw')
    return combineSources(
      sources.map(({ points, since: from }) => ({ ...points, since: from })),
      wanted.how,
    );
  const grid = gridOf(sources.map((source) => source.interval_s));
  return combineSources(alignSources(sources, grid), wanted.how);
}

function stepOf({ device, strands }: Wanted, { resolution }: Strands): number {
  if (resolution !== 'raw') return STEP_S[resolution];
  return device ? device.interval_s : gridOf(strands.map((strand) => strand.device.interval_s)) / 1000;
}

function present(
  wanted: Wanted,
  strands: Strands,
  ask: { since: ReadonlyMap<number, number>; points: number; window: Window },
): Series {
  const { device, variable, quantity } = wanted;
  const step_s = stepOf(wanted, strands);
  let points = pointsOf(wanted, strands, ask.since);
  if (strands.resolution === 'raw') points = thin(markGaps(points, step_s * 1000), ask.points, ask.window);
  return {
    device_id: device?.device_id ?? null,
    short_name: device?.short_name ?? null,
    proj_code: wanted.strands[0]?.device.proj_code ?? '',
    name: device ? variable.name : quantity,
    label_en: variable.label_en,
    label_it: variable.label_it,
    quantity,
    unit: variable.unit,
    decimals: variable.decimals,
    colour: variable.colour,
    resolution: strands.resolution,
    aggregate: strands.resolution === 'raw' ? 'last' : wanted.aggregate,
    step_s,
    ...presentPoints(points),
  };
}

async function answer(tx: Tx, asked: Asked, { now, light }: { now: number; light: boolean }) {
  const window = windowOf(asked);
  const devices = await findDevices(tx, asked);
  const wanted = [...plantWishes(asked, devices), ...deviceWishes(asked, devices)];
  if (wanted.length > MOST_SERIES) invalid('variables', `at most ${MOST_SERIES} series at once`);
  const points = Math.min(asked.points, Math.floor(MOST_POINTS_IN_ALL / Math.max(1, wanted.length)));
  const ask = { resolution: asked.resolution, points, window, now, light };
  const energy = await loadFitting(tx, wanted.filter(isEnergy), ask);
  const values = await loadFitting(
    tx,
    wanted.filter((one) => !isEnergy(one)),
    ask,
  );
  const sources = wanted.filter((one) => !one.device).flatMap((one) => one.strands);
  const since =
    sources.length === 0
      ? new Map<number, number>()
      : await listFirstDays(tx, [...new Set(sources.map((source) => source.device.device_id))]);
  const series = wanted.flatMap((one) => {
    const strands = energy.get(one) ?? values.get(one);
    return strands ? [present(one, strands, { since, points, window })] : [];
  });
  return { devices, series };
}

/**
 * Series for a chart: variables of devices, or quantities of a plant.
 * @throws Refusal not_found for a plant or device that the scope does not see; invalid, naming the field, for the rest.
 */
export async function chartSeries(pool: pg.Pool, scope: Scope, asked: Asked, now: Date): Promise<Series[]> {
  const ask = { now: now.getTime(), light: false };
  return (await inScope(pool, scope, (tx) => answer(tx, asked, ask), 'read only')).series;
}

/** The same, grouped by device; the plant's own series stand under no device. // spec §3: All-devices results */
export async function resultsByDevice(
  pool: pg.Pool,
  scope: Scope,
  asked: Asked,
  now: Date,
): Promise<Results> {
  const ask = { now: now.getTime(), light: false };
  return byDevice(asked, await inScope(pool, scope, (tx) => answer(tx, asked, ask), 'read only'));
}

/** What one question comes to, in both shapes that it is answered in. */
export interface LightAnswer {
  series: Series[];
  results(): Results;
}

/**
 * The answer to a question that reads little (at most LIGHT_VALUES of each kind); undefined for any other, which a
 * thread is for. Refuses like chartSeries.
 */
export async function answerIfLight(
  pool: pg.Pool,
  scope: Scope,
  asked: Asked,
  now: Date,
): Promise<LightAnswer | undefined> {
  const ask = { now: now.getTime(), light: true };
  try {
    const answered = await inScope(pool, scope, (tx) => answer(tx, asked, ask), 'read only');
    return { series: answered.series, results: () => byDevice(asked, answered) };
  } catch (error) {
    if (error instanceof TooHeavy) return undefined;
    throw error;
  }
}

function byDevice(asked: Asked, { series, devices }: Awaited<ReturnType<typeof answer>>): Results {
  const results: DeviceResults[] = [];
  const own = series.filter((one) => one.device_id === null);
  const plant = devices[0];
  if (own.length > 0 && plant) {
    results.push({
      device_id: null,
      proj_code: plant.proj_code,
      short_name: null,
      latitude: plant.latitude,
      longitude: plant.longitude,
      nominal_power: plant.potenza_nominale,
      description: '',
      results: own,
    });
  }
  const ids = new Set(asked.devices ?? (asked.master_id === undefined ? [] : [asked.master_id]));
  for (const device of devices) {
    const of = series.filter((one) => one.device_id === device.device_id);
    if (of.length === 0 && (asked.quantities || (ids.size > 0 && !ids.has(device.device_id)))) continue;
    const { device_id, proj_code, short_name, latitude, longitude, nominal_power, description } = device;
    results.push({
      device_id,
      proj_code,
      short_name,
      latitude,
      longitude,
      nominal_power,
      description,
      results: of,
    });
  }
  return { count: results.length, devices: results, next: null, previous: null };
}

/** Last value, instant and quality of each variable of a device. */
export async function lastResults(pool: pg.Pool, scope: Scope, id: number, now: Date): Promise<LastResults> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const [device] = await listSeriesDevices(tx, { device_ids: [id], proj_code: null });
      if (!device) notFound();
      const last = await findLast(tx, id);
      const { category, interval_s } = device;
      const asleep = isAsleep(device, now.getTime());
      const values = device.slots.map(({ name, unit, slot }) => {
        const value = last?.vals[slot] ?? null;
        const ts = last?.slot_ts[slot] ?? null;
        const state = QUALITIES[last?.q?.[slot] ?? 0] ?? 'good';
        const heard = { at: ts?.getTime() ?? null, quality: state, interval_s };
        const quality = qualityNow(heard, { category, asleep }, now.getTime());
        return { name, unit, value, ts: ts?.toISOString() ?? null, quality };
      });
      const { device_id, proj_code, short_name } = device;
      return { device_id, proj_code, short_name, ts: last?.ts.toISOString() ?? null, values };
    },
    'read only',
  );
}
