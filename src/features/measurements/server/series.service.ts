import type pg from 'pg';
import { neighbours } from '../../../shared/server/http/pages.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { Nights } from '../nights.model.ts';
import { listSeriesMarks } from './series.repository.ts';
import { type Answered, piecesOf } from './series-answer.ts';
import { loadResolved, TooHeavy } from './series-load.ts';
import type { Presenting } from './series-points.ts';
import {
  type AllSeriesQuery,
  type ResolvedSeries,
  resolveAllSeries,
  resolveSeries,
  type SeriesQuery,
  type SeriesRequest,
  windowOf,
} from './series-request.ts';
import { listFirstDays, listRecoveredDays } from './stored-days.repository.ts';

/** A question about series as plain data, with the shape that its answer has. */
export type SeriesWorkerQuery =
  | { readonly shape: 'chart' | 'results' | 'aggregate'; readonly asked: SeriesQuery }
  | {
      readonly shape: 'results of all' | 'aggregate of all';
      readonly asked: AllSeriesQuery;
      readonly by_unit_id: boolean;
      /** Path and query of the request, which its neighbouring pages share. */
      readonly url: string;
    };

/** Points of all series together; each has fewer where many are asked for. */
const MAX_POINTS_IN_ALL = 500_000;

const isOfAll = (question: SeriesWorkerQuery): question is Extract<SeriesWorkerQuery, { url: string }> =>
  question.shape === 'results of all' || question.shape === 'aggregate of all';

const devicesOf = (resolved: readonly ResolvedSeries[]): number[] => [
  ...new Set(resolved.flatMap((one) => one.seriesSources.map((source) => source.device.device_id))),
];

/** What the series are presented with, beside their readings. */
async function presentingOf(
  tx: Tx,
  { resolved }: SeriesRequest,
  ask: Pick<Presenting, 'points' | 'window' | 'now'>,
): Promise<Presenting> {
  const sources = devicesOf(resolved.filter((one) => !one.device));
  const since = sources.length === 0 ? new Map<number, number>() : await listFirstDays(tx, sources);
  const marks = resolved.length === 0 ? [] : await listSeriesMarks(tx, devicesOf(resolved), ask.window);
  const places = resolved
    .filter(({ aggregate }) => aggregate === 'energy')
    .flatMap(({ seriesSources }) => seriesSources)
    .map(({ device: { device_id }, variable: { slot } }) => ({ device_id, slot }));
  const recovered = places.length === 0 ? [] : await listRecoveredDays(tx, places, ask.window);
  return { ...ask, since, marks, recovered, nights: new Nights() };
}

const shapeOf = (question: SeriesWorkerQuery) => ({
  asList: question.shape === 'chart',
  figures: question.shape === 'aggregate' || question.shape === 'aggregate of all',
  paged: question.shape !== 'aggregate',
  byUnit: isOfAll(question) && question.by_unit_id,
});

async function answer(
  tx: Tx,
  question: SeriesWorkerQuery,
  { now, light }: { now: number; light: boolean },
): Promise<Answered> {
  const { asked } = question;
  const window = windowOf(asked);
  const requested = isOfAll(question)
    ? await resolveAllSeries(tx, question.asked)
    : await resolveSeries(tx, question.asked);
  const points = Math.min(
    asked.points,
    Math.floor(MAX_POINTS_IN_ALL / Math.max(1, requested.resolved.length)),
  );
  const ask = { points, window, now };
  const { figures } = shapeOf(question);
  const load = { ...ask, light, figures, resolution: asked.resolution };
  const seriesSources = await loadResolved(tx, requested.resolved, load);
  const presenting = await presentingOf(tx, requested, ask);
  const pages = isOfAll(question) ? neighbours(question.url, question.asked, requested.count) : undefined;
  return { requested, seriesSources, presenting, pages };
}

/**
 * The answer as JSON in UTF-8, piece by piece: all is read when this resolves, each piece is made when it is asked for.
 * @throws AppError not_found for a plant or device that the scope does not see; invalid, naming the field; limit
 */
export async function answerSeries(
  pool: pg.Pool,
  scope: Scope,
  question: SeriesWorkerQuery,
  now: Date,
): Promise<Iterable<Uint8Array<ArrayBuffer>>> {
  const ask = { now: now.getTime(), light: false };
  const answered = await inScope(pool, scope, (tx) => answer(tx, question, ask), 'read only');
  return piecesOf(answered, shapeOf(question));
}

/**
 * The answer to a question that reads little (at most LIGHT_VALUES of each kind); undefined for any other, which a
 * thread is for. Refuses like answerSeries.
 */
export async function answerIfLight(
  pool: pg.Pool,
  scope: Scope,
  question: SeriesWorkerQuery,
  now: Date,
): Promise<Uint8Array | undefined> {
  const ask = { now: now.getTime(), light: true };
  try {
    const answered = await inScope(pool, scope, (tx) => answer(tx, question, ask), 'read only');
    return Buffer.concat([...piecesOf(answered, shapeOf(question))]);
  } catch (error) {
    if (error instanceof TooHeavy) return undefined;
    throw error;
  }
}
