import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders, type LocalDay, localDay } from '../../../shared/units/zones.ts';
import type { ExpectedDay } from '../expected-day.model.ts';
import type { DaySums } from '../figures.model.ts';
import { type Bases, isOfPlant, loadBases } from './day-basis.ts';
import { type Kept, listDays, listSums } from './expected-days.repository.ts';
import { makeDaysOfAll } from './make-days.ts';
import { type MissingDays, missingOf, NOTHING_MISSING } from './missing-days.ts';
import { PastIrradiance } from './past-irradiance.ts';
import type { PlantContext } from './plant-contexts.ts';
import { loadSince, type SinceOf } from './since.ts';

/** Half-open, epoch ms. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** Days that are made while somebody waits, for all plants of a question together; the worker makes the others. */
const MAX_MADE = 62;
/** Of more plants, days are trusted without looking at their readings again: the worker does so. */
const CHECKED_PLANTS = 3;

/** The local days of a plant that touch a window, up to today. */
export function daysOf(zone: string, { start, end }: Window, now: number): LocalDay[] {
  const days: LocalDay[] = [];
  const until = Math.min(end, now);
  for (let at = start; at < until; ) {
    const day = localDay(zone, at);
    days.push(day);
    at = day.end;
  }
  return days;
}

export interface Loading {
  readonly tx: Tx;
  readonly now: number;
  readonly window: Window;
  /** Days to make at most. */
  readonly atMost?: number;
}

export type WithHours = Kept & ExpectedDay;
export type WithoutHours = Kept & DaySums;

export interface LoadedDays<D> extends MissingDays {
  /** Ascending. */
  readonly days: readonly D[];
}

export const noDays = <D>(): LoadedDays<D> => ({ ...NOTHING_MISSING, days: [] });

interface Query<D extends WithoutHours> {
  readonly loading: Loading;
  readonly list: (asked: { plant_ids: number[]; from: string; to: string }) => Promise<D[]>;
  readonly present: (day: WithHours) => D;
}

/** Which days of a plant are kept and still stand, and which are made now. */
interface Plan<D> {
  readonly context: PlantContext;
  readonly days: readonly LocalDay[];
  readonly good: Map<string, D>;
  readonly making: readonly LocalDay[];
  /** Days that are neither kept nor made now. */
  readonly missing: readonly LocalDay[];
}

/** Kept days that still stand on what they were made from; the others, newest first, are made now as far as there are few. */
async function load<D extends WithoutHours>(
  contexts: readonly PlantContext[],
  { loading, list, present }: Query<D>,
): Promise<Map<number, LoadedDays<D>>> {
  const { tx, now, window, atMost = MAX_MADE } = loading;
  const able = contexts.filter(({ plant }) => plant.lacks.length === 0);
  const zones = new Set(able.map(({ plant }) => plant.time_zone));
  const daysIn = new Map([...zones].map((zone) => [zone, daysOf(zone, window, now)]));
  const wanted = able.map((context) => ({ context, days: daysIn.get(context.plant.time_zone) ?? [] }));
  const all = wanted.flatMap(({ days }) => days.map(({ day }) => day)).sort();
  const [from, to] = [all[0], all.at(-1)];
  if (from === undefined || to === undefined)
    return new Map(able.map(({ plant }) => [plant.plant_id, noDays<D>()]));
  const kept = await list({ plant_ids: able.map(({ plant }) => plant.plant_id), from, to });
  const isChecked = able.length <= CHECKED_PLANTS;
  const checks = isChecked ? await checksOf(tx, wanted, { from, to }) : undefined;
  const plans = plansOf(wanted, { kept, bases: checks?.bases, now, atMost });
  const due = plans.filter(({ making }) => making.length > 0);
  const { weather, since } = checks ?? (await madeFrom(tx, due.map(dueDays)));
  const missing = await missingOf(tx, plans, now);
  const made = await makeDaysOfAll({ tx, now, weather, since }, due.map(dueDays));
  const result = new Map<number, LoadedDays<D>>();
  for (const { context, days, good } of plans) {
    const { plant_id } = context.plant;
    for (const day of made.get(plant_id) ?? []) good.set(day.day, present({ ...day, basis: '' }));
    const known = days.flatMap(({ day }) => good.get(day) ?? []);
    result.set(plant_id, { ...(missing.get(plant_id) ?? NOTHING_MISSING), days: known });
  }
  return result;
}

/** What days of plants are made from, beside their readings. */
async function madeFrom(tx: Tx, wanted: Wanted): Promise<{ weather: PastIrradiance; since: SinceOf }> {
  const sources = wanted.flatMap(({ context: { plant } }) => plant.energy);
  return { weather: await PastIrradiance.load(tx, plantDays(wanted)), since: await loadSince(tx, sources) };
}

/** The same with what kept days must stand on. */
async function checksOf(tx: Tx, wanted: Wanted, span: { from: string; to: string }) {
  const from = await madeFrom(tx, wanted);
  const contexts = wanted.map(({ context }) => context);
  return { ...from, bases: await loadBases(tx, contexts, { ...span, ...from }) };
}

const dueDays = ({ context, making }: Pick<Plan<unknown>, 'context' | 'making'>) => ({
  context,
  days: making,
});

type Wanted = readonly { readonly context: PlantContext; readonly days: readonly LocalDay[] }[];

const plantDays = (wanted: Wanted) => wanted.map(({ context: { plant }, days }) => ({ plant, days }));

function plansOf<D extends WithoutHours>(
  wanted: Wanted,
  of: { kept: readonly D[]; bases: Bases | undefined; now: number; atMost: number },
): Plan<D>[] {
  const stands =
    of.bases?.stands ?? ((one: WithoutHours, context: PlantContext) => isOfPlant(one.basis, context));
  const keptOf = Map.groupBy(of.kept, ({ plant_id }) => plant_id);
  let left = of.atMost;
  return wanted.map(({ context, days }) => {
    const stored = new Map((keptOf.get(context.plant.plant_id) ?? []).map((one) => [one.day, one]));
    const good = new Map<string, D>();
    for (const day of days) {
      const one = stored.get(day.day);
      if (one && stands(one, context, day)) good.set(day.day, one);
    }
    const missing = days.filter(({ day, end }) => end > of.now || !good.has(day));
    // The newest first: today is never kept.
    const made = Math.max(0, missing.length - left);
    left -= missing.length - made;
    return { context, days, good, missing: missing.slice(0, made), making: missing.slice(made) };
  });
}

/** Expected days of plants with their hours, by plant. */
export function loadDaysWithHours(
  contexts: readonly PlantContext[],
  loading: Loading,
): Promise<Map<number, LoadedDays<WithHours>>> {
  const zones = new Map(contexts.map(({ plant }) => [plant.plant_id, plant.time_zone]));
  const starts = new Map<string, number>();
  const startOf = (zone: string, day: string): number => {
    const known = starts.get(`${day} ${zone}`);
    if (known !== undefined) return known;
    const { start } = dayBorders(zone, day);
    starts.set(`${day} ${zone}`, start);
    return start;
  };
  const list = async (asked: { plant_ids: number[]; from: string; to: string }) =>
    (await listDays(loading.tx, asked)).map((day) => ({
      ...day,
      start: startOf(zones.get(day.plant_id) ?? 'UTC', day.day),
    }));
  return load(contexts, { loading, list, present: (day) => day });
}

/** The same without their hours: what sums over long windows need. */
export function loadDaySums(
  contexts: readonly PlantContext[],
  loading: Loading,
): Promise<Map<number, LoadedDays<WithoutHours>>> {
  return load<WithoutHours>(contexts, {
    loading,
    list: (asked) => listSums(loading.tx, asked),
    present: (day) => day,
  });
}
