import type { Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS, type LocalDay } from '../../../shared/units/zones.ts';
import type { ExpectedDay } from '../../forecast/expected-day.model.ts';
import {
  type ExpectedPlant,
  loadExpectedHours,
  loadExpectedPlants,
} from '../../forecast/server/expected-hours.public.ts';
import { type HoursPlace, loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import {
  findStops,
  QUARTER_MS,
  type QuarterDay,
  type QuarterDevice,
  type Trust,
} from '../find-stops.model.ts';
import { keepSuggestions, type SuggestionEvidence } from '../keep-suggestions.model.ts';
import { listStanding } from './loss.repository.ts';
import { saveScans } from './scans.repository.ts';
import {
  type AlarmWithin,
  insertSuggestions,
  listAlarmsWithin,
  listSuggestionsWithin,
  updateSuggestion,
} from './suggestions.repository.ts';

/** Where a device's power is read: its own, else by its energy. */
interface Source extends HoursPlace {
  readonly power_kw: number;
  readonly aggregate: 'mean' | 'energy';
}

function sourcesOf({ context, makers }: ExpectedPlant): Source[] {
  const devices = new Map(context.row.devices.map((device) => [device.device_id, device]));
  return makers.flatMap(({ device_id, nominal_power }): Source[] => {
    const device = devices.get(device_id);
    if (!nominal_power || !device?.enabled) return [];
    const find = (quantity: string, kind: string) =>
      device.slots.find((slot) => slot.quantity === quantity && slot.kind === kind && slot.heard);
    const power = find('ac_power_kw', 'gauge');
    const counter = find('energy_export_kwh', 'counter');
    const of = { device_id, power_kw: nominal_power };
    if (power) return [{ ...of, slot: power.slot, aggregate: 'mean' }];
    return counter ? [{ ...of, slot: counter.slot, aggregate: 'energy' }] : [];
  });
}

const QUARTERS_OF_HOUR = HOUR_MS / QUARTER_MS;

/** kW for each kW of a plant that should have been made in each quarter, and how much that is to be trusted. */
function shouldOf(
  expected: ExpectedDay | undefined,
  { quarters, power_kw }: { quarters: number; power_kw: number },
): { should: Float64Array; trust: Trust } {
  const should = Float64Array.from({ length: quarters }, (_, quarter) =>
    power_kw > 0
      ? (expected?.expected[Math.floor(quarter / QUARTERS_OF_HOUR)] ?? Number.NaN) / power_kw
      : Number.NaN,
  );
  const isRough = expected?.inputs.some((input) => input === 'typical_year' || input === 'clear_sky') ?? true;
  const isOwn = expected?.inputs.every((input) => input === 'plane_of_array') ?? false;
  return { should, trust: isOwn ? 'measured' : isRough ? 'rough' : 'said' };
}

export interface Searching {
  readonly tx: Tx;
  /** Epoch ms. */
  readonly now: number;
  readonly day: LocalDay;
  /** Nothing after this day was searched. */
  readonly isLast: boolean;
}

type Quarters = ReadonlyMap<string, { readonly values: Float64Array }>;

/** Quarters of a day of many devices; undefined where they are too many to be read at once. */
async function loadQuarters(
  { tx, now, day }: Searching,
  sources: readonly Source[],
): Promise<Quarters | undefined> {
  const asked = { resolution: '15m', start: day.start, end: day.end, now } as const;
  const of = (aggregate: Source['aggregate']) =>
    loadPeriods(tx, { ...asked, aggregate, places: sources.filter((one) => one.aggregate === aggregate) });
  const means = await of('mean');
  const energies = await of('energy');
  return means && energies && new Map([...means, ...energies]);
}

function quarterDay(
  { day, now }: Searching,
  {
    sources,
    quarters: loaded,
    expected,
  }: { sources: readonly Source[]; quarters: Quarters; expected: ExpectedDay | undefined },
): QuarterDay {
  const quarters = Math.max(0, Math.floor((Math.min(day.end, now) - day.start) / QUARTER_MS));
  const devices = sources.map((source): QuarterDevice => {
    const { device_id, power_kw, aggregate } = source;
    const values = loaded.get(placeKey(source))?.values;
    const perKw = aggregate === 'energy' ? QUARTERS_OF_HOUR / power_kw : 1 / power_kw;
    const specific = Float64Array.from(
      { length: quarters },
      (_, quarter) => (values?.[quarter] ?? Number.NaN) * perKw,
    );
    return { device_id, power_kw, specific };
  });
  const power_kw = sources.reduce((sum, source) => sum + source.power_kw, 0);
  return { start: day.start, quarters, devices, ...shouldOf(expected, { quarters, power_kw }) };
}

/** Alarms of what stood still, or of its plant, that were open at some time of it. */
function alarmsOf(
  alarms: readonly AlarmWithin[],
  { device_ids, start, stop }: { device_ids: readonly number[]; start: number; stop: number | null },
): number[] {
  return alarms
    .filter(
      ({ device_id, date, end_date }) =>
        (device_id === null || device_ids.includes(device_id)) &&
        date.getTime() < (stop ?? Number.POSITIVE_INFINITY) &&
        (end_date === null || end_date.getTime() > start),
    )
    .map(({ id }) => id);
}

const withAlarms = <
  T extends {
    device_ids: readonly number[];
    start: number;
    stop: number | null;
    evidence: SuggestionEvidence;
  },
>(
  one: T,
  alarms: readonly AlarmWithin[],
): T => {
  // Those of days before belong to it still, though they have ended.
  const alarm_ids = [...new Set([...one.evidence.alarm_ids, ...alarmsOf(alarms, one)])];
  return { ...one, evidence: { ...one.evidence, alarm_ids } };
};

/** So far back a suggestion may reach that goes on. */
const REACH_MS = 45 * 24 * HOUR_MS;

/**
 * Searches one local day of plants of one zone for stops, and keeps what is found as suggestions. Answers how many were added or
 * changed.
 */
export async function searchDay(searching: Searching, codes: readonly string[]): Promise<number> {
  const { tx, now, day, isLast } = searching;
  const plants = (await loadExpectedPlants(tx, codes)).map((plant) => ({
    ...plant,
    sources: sourcesOf(plant),
  }));
  const quarters = await loadQuarters(
    searching,
    plants.flatMap(({ sources }) => sources),
  );
  if (!quarters) {
    // Too many readings at once: half of the plants each; of one that is too large by itself nothing is told.
    const middle = Math.ceil(codes.length / 2);
    if (codes.length < 2) return 0;
    return (
      (await searchDay(searching, codes.slice(0, middle))) + (await searchDay(searching, codes.slice(middle)))
    );
  }
  const window = { start: day.start, end: day.end };
  const expected = await loadExpectedHours(plants, { tx, now, window });
  const of = { plant_ids: plants.map(({ plant }) => plant.plant_id), ...window };
  const alarms = Map.groupBy(await listAlarmsWithin(tx, of), ({ plant_id }) => plant_id);
  const standing = Map.groupBy(await listStanding(tx, of), ({ plant_id }) => plant_id);
  const reach = { ...of, start: day.start - REACH_MS };
  const kept = Map.groupBy(await listSuggestionsWithin(tx, reach), ({ plant_id }) => plant_id);
  let count = 0;
  const scans = [];
  for (const { plant, sources } of plants) {
    const { plant_id } = plant;
    const given = { sources, quarters, expected: expected.get(plant_id)?.[0] };
    const { stops, unknown_share, told } = findStops(quarterDay(searching, given));
    const { added, changed } = keepSuggestions(stops, {
      kept: kept.get(plant_id) ?? [],
      standing: standing.get(plant_id) ?? [],
      day: { ...day, isLast, makers: sources.length, told },
    });
    const own = alarms.get(plant_id) ?? [];
    await insertSuggestions(
      tx,
      plant_id,
      added.map((one) => withAlarms(one, own)),
    );
    for (const one of changed) await updateSuggestion(tx, withAlarms(one, own));
    count += added.length + changed.length;
    scans.push({ plant_id, day: day.day, unknown_share });
  }
  await saveScans(tx, scans, new Date(now));
  return count;
}
