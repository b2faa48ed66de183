import { AppError, type FieldFault, notFound } from '../../../shared/server/errors.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { inputsUsed, windowFigures } from '../figures.model.ts';
import type { EnergyOrigin } from '../forecast.contract.ts';
import { type EnergyResolution, MAX_DAYS, resolutionFor } from '../periods.model.ts';
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

/**
 * The plants named, or all, that the scope may see, as expected energy is computed for them.
 * @throws AppError not_found when one that is named is not among them
 */
export async function visibleContexts(tx: Tx, codes: readonly string[] | null): Promise<PlantContext[]> {
  const seen = await listVisibleCodes(tx, codes);
  if (codes && seen.length < new Set(codes).size) notFound();
  return withEveryPlant(tx, () => loadContexts(tx, seen));
}

/** Where the figures of a plant's days come from. */
export async function originOf(
  tx: Tx,
  { plant }: Pick<PlantContext, 'plant'>,
  { days, pending }: Pick<LoadedDays<WithoutHours>, 'days' | 'pending'>,
): Promise<EnergyOrigin> {
  const used = [...new Set(days.flatMap(({ neighbour_id }) => neighbour_id ?? []))];
  const codes = used.length === 0 ? new Map<number, string>() : await listCodes(tx, used);
  return {
    proj_code: plant.proj_code,
    time_zone: plant.time_zone,
    kw_peak: plant.kw_peak > 0 ? plant.kw_peak : null,
    ...inputsUsed(days),
    neighbours: [...codes.values()].sort(),
    missing_share: windowFigures(days, plant.kw_peak).missing_share,
    pending_days: pending,
    lacks: [...plant.lacks],
    assumed: [...plant.assumed],
  };
}

export const noDays = <D>(): LoadedDays<D> => ({ days: [], pending: 0 });
