import { AppError, type FieldFault, notFound } from '../../../shared/server/errors.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { inputsUsed, missingShare, weatherProviders } from '../figures.model.ts';
import type { EnergyOrigin } from '../forecast.contract.ts';
import { type EnergyResolution, MAX_DAYS, MAX_PLANT_DAYS, resolutionFor } from '../periods.model.ts';
import type { LoadedDays, Window, WithoutHours } from './expected-days.ts';
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
  return all.map(({ context: { plant }, loaded: { days, pending } }) => ({
    proj_code: plant.proj_code,
    time_zone: plant.time_zone,
    kw_peak: plant.kw_peak > 0 ? plant.kw_peak : null,
    ...inputsUsed(days),
    neighbours: [...new Set(days.flatMap(({ neighbour_id }) => codes.get(neighbour_id ?? -1) ?? []))].sort(),
    weather_providers: weatherProviders(days),
    missing_share: missingShare(days),
    pending_days: pending,
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

export const noDays = <D>(): LoadedDays<D> => ({ days: [], pending: 0 });
