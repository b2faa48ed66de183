import { AppError, type FieldFault, notFound } from '../../../shared/server/errors.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { sumKnown } from '../../../shared/units/sums.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { DAY_MS, dayBorders } from '../../../shared/units/zones.ts';
import { inputsUsed, missingShare, unknownShare, weatherProviders } from '../figures.model.ts';
import type { EnergyOrigin } from '../forecast.contract.ts';
import {
  type EnergyResolution,
  MAX_DAYS,
  MAX_PLANT_DAYS,
  resolutionFor,
  wholeDays,
} from '../periods.model.ts';
import {
  type LoadedDays,
  loadDaySums,
  loadDaysWithHours,
  type Window,
  type WithoutHours,
} from './expected-days.ts';
import { loadContexts, type PlantContext } from './plant-contexts.ts';
import { listCodes, listVisibleCodes } from './plants.repository.ts';

function invalid(code: string, message: string, params: FieldFault['params'] = {}): never {
  throw new AppError('invalid', 'Data is not valid', { errors: [{ path: 'end', message, code, params }] });
}

/** @throws AppError invalid, naming `end` */
export function windowOf(asked: { start: string; end: string; resolution: 'auto' | EnergyResolution }): {
  window: Window;
  resolution: EnergyResolution;
} {
  const window = { start: Date.parse(asked.start), end: Date.parse(asked.end) };
  if (!(window.end > window.start)) invalid('not_after_start', 'must be after start');
  const span = window.end - window.start;
  const resolution = asked.resolution === 'auto' ? resolutionFor(span) : asked.resolution;
  const days = MAX_DAYS[resolution];
  if (span > days * DAY_MS) invalid('window_too_long', `must be within ${days} days of start`, { days });
  return { window, resolution };
}

/** @throws AppError invalid, naming `codes`, where plants and days together are more than one answer may hold */
function boundPlantDays(plants: number, { start, end }: Window): void {
  const days = Math.ceil((end - start) / DAY_MS);
  if (plants * days <= MAX_PLANT_DAYS) return;
  const params = { plants, days, most: MAX_PLANT_DAYS };
  const message = `${plants} plants over ${days} days are more than ${MAX_PLANT_DAYS} days of plants: name fewer plants, or ask for a shorter window`;
  throw new AppError('invalid', 'Data is not valid', {
    errors: [{ path: 'codes', message, code: 'too_many_plant_days', params }],
  });
}

/**
 * The plants named, or all, that the scope may see, as expected energy is computed for them.
 * @throws AppError not_found when one that is named is not among them; invalid when they are too many for the window
 */
export async function visibleContexts(
  { tx, window }: { readonly tx: Tx; readonly window: Window },
  codes: readonly string[] | null,
): Promise<PlantContext[]> {
  const seen = await listVisibleCodes(tx, codes);
  if (codes && seen.length < new Set(codes).size) notFound();
  if (seen.length > 1) boundPlantDays(seen.length, window);
  return withEveryPlant(tx, () => loadContexts(tx, seen));
}

/** A plant with its days. */
export interface PlantDays {
  readonly context: Pick<PlantContext, 'plant'>;
  readonly loaded: LoadedDays<WithoutHours>;
}

/** Where the figures of plants' days come from; which neighbours the scope may see is looked up once. */
export async function originsOf(tx: Tx, all: readonly PlantDays[]): Promise<EnergyOrigin[]> {
  const used = new Set(
    all.flatMap(({ loaded }) => loaded.days.flatMap(({ neighbour_id }) => neighbour_id ?? [])),
  );
  const codes = used.size === 0 ? new Map<number, string>() : await listCodes(tx, [...used]);
  return all.map(({ context: { plant }, loaded: { days, pending, left_out, kept_from } }) => ({
    proj_code: plant.proj_code,
    time_zone: plant.time_zone,
    kw_peak: plant.kw_peak > 0 ? plant.kw_peak : null,
    ...inputsUsed(days),
    neighbours: [...new Set(days.flatMap(({ neighbour_id }) => codes.get(neighbour_id ?? -1) ?? []))].sort(),
    weather_providers: weatherProviders(days),
    missing_share: missingShare(days),
    unknown_share: unknownShare(days),
    pending_days: pending,
    left_out_days: left_out,
    kept_from,
    lacks: [...plant.lacks],
    assumed: [...plant.assumed],
  }));
}

/** The same of one plant. */
export async function originOf(tx: Tx, one: PlantDays): Promise<EnergyOrigin> {
  const [origin] = await originsOf(tx, [one]);
  if (!origin) throw new Error('a plant without its origin');
  return origin;
}

/** What a window is answered for: the plant's local days that it touches, for figures are of whole days. */
export function answeredWindow({ plant }: Pick<PlantContext, 'plant'>, window: Window): Window {
  return wholeDays(plant.time_zone, window);
}

export const instantsOf = ({ start, end }: Window): { start: string; end: string } => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

/** What is asked, by whom and when. */
export interface Question {
  readonly tx: Tx;
  readonly window: Window;
  /** Epoch ms. */
  readonly now: number;
}

/** Days with their hours, of plants that the caller may see: what they are made from may be a neighbour's. */
export const withHours = (question: Question, contexts: readonly PlantContext[]) =>
  withEveryPlant(question.tx, () => loadDaysWithHours(contexts, question));

/** The same without their hours. */
export const withoutHours = (question: Question, contexts: readonly PlantContext[]) =>
  withEveryPlant(question.tx, () => loadDaySums(contexts, question));

export const instants = (ts: readonly number[]): string[] => ts.map((at) => new Date(at).toISOString());

/** The sum of what is known; null where nothing is. */
export const total = (values: readonly (number | null)[]): number | null => withoutNoise(sumKnown(values));

/** When days of a plant begin, epoch ms. */
export const startIn =
  ({ plant }: Pick<PlantContext, 'plant'>) =>
  ({ day }: { readonly day: string }): number =>
    dayBorders(plant.time_zone, day).start;
