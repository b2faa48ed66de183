import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Resolution } from '../measurements.model.ts';
import { LIGHT_VALUES, weigh } from '../query-weight.model.ts';
import { addsUp, chooseResolution, coarser, type FixedResolution, maxPeriods } from '../series.model.ts';
import type { ResolvedSeries } from './series-request.ts';
import {
  loadSources,
  MAX_VALUES,
  type SeriesSource,
  type SeriesSources,
  type Window,
} from './series-sources.ts';
import { DAY_FIELDS } from './stored-days.repository.ts';

/** More would be read than the event loop of the calls can spare. */
export class TooHeavy extends Error {}

export interface LoadRequest {
  resolution: Resolution;
  /** Points that each series may have. */
  points: number;
  window: Window;
  now: number;
  /** Whether to give up (TooHeavy) on what is more than the event loop of the calls can spare. */
  light: boolean;
  /** Whether what the whole window comes to is asked for, beside the series. */
  figures: boolean;
}

/** Of one way to sum up: a number and how many it stands for. */
const USUAL_FIELDS = 2;

const isEnergy = ({ aggregate }: ResolvedSeries) => aggregate === 'energy';

function weightOf(
  seriesSources: readonly SeriesSource[],
  resolution: FixedResolution,
  { window, now, figures }: Pick<LoadRequest, 'window' | 'now' | 'figures'>,
): number {
  const devices = new Map(seriesSources.map(({ device }) => [device.device_id, device.interval_s]));
  const slots = new Set(seriesSources.map(({ variable }) => variable.slot)).size;
  const day_fields = figures ? DAY_FIELDS.length : USUAL_FIELDS;
  return weigh({ ...window, now, resolution, intervals_s: [...devices.values()], slots, day_fields });
}

/** Loads what the series of one kind (energy or values) need, coarser where the readings would be too many. */
async function load(
  tx: Tx,
  resolved: readonly ResolvedSeries[],
  ask: LoadRequest,
): Promise<SeriesSources | undefined> {
  const first = resolved[0];
  if (!first) return undefined;
  const seriesSources = resolved.flatMap((one) => one.seriesSources);
  const span = ask.window.end - ask.window.start;
  const max = { seriesSources: seriesSources.length, points: ask.points, addsUp: addsUp(first.aggregate) };
  const query = { energy: isEnergy(first), points: maxPeriods(ask.resolution, max) };
  let resolution = chooseResolution(ask.resolution, span, query);
  if (ask.light && weightOf(seriesSources, resolution, ask) > LIGHT_VALUES) throw new TooHeavy();
  const maxValues = ask.light ? LIGHT_VALUES : MAX_VALUES;
  const aggregates = ask.figures ? undefined : [...new Set(resolved.map((one) => one.aggregate))];
  for (;;) {
    const loaded = await loadSources(tx, seriesSources, {
      ...ask,
      resolution,
      mostValues: maxValues,
      aggregates,
    });
    if (loaded) return loaded;
    if (ask.light) throw new TooHeavy();
    if (resolution === 'year')
      throw new AppError('limit', 'Too many readings: ask for fewer devices at once');
    resolution = chooseResolution(coarser(resolution), span, query);
  }
}

/**
 * What each series needs: those whose readings come more rarely than the periods asked for are answered in coarser ones,
 * so that what is whole is not drawn as dots between gaps.
 */
async function loadFitting(
  tx: Tx,
  resolved: readonly ResolvedSeries[],
  ask: LoadRequest,
): Promise<readonly [ResolvedSeries, SeriesSources][]> {
  const seriesSources = await load(tx, resolved, ask);
  if (!seriesSources) return [];
  const rare = resolved.filter((one) => one.seriesSources.some((source) => seriesSources.tooFine(source)));
  const loaded = resolved.map((one) => [one, seriesSources] as [ResolvedSeries, SeriesSources]);
  if (rare.length === 0) return loaded;
  const resolution = coarser(seriesSources.resolution);
  return [...loaded, ...(await loadFitting(tx, rare, { ...ask, resolution }))];
}

/** What each series is made from; energy and values may have other resolutions. @throws TooHeavy, AppError limit */
export async function loadResolved(
  tx: Tx,
  resolved: readonly ResolvedSeries[],
  ask: LoadRequest,
): Promise<Map<ResolvedSeries, SeriesSources>> {
  const energy = await loadFitting(tx, resolved.filter(isEnergy), ask);
  const values = await loadFitting(
    tx,
    resolved.filter((one) => !isEnergy(one)),
    ask,
  );
  return new Map([...energy, ...values]);
}
