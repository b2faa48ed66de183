import type pg from 'pg';
import { Question, type Series, type seriesCalls } from '../../src/features/measurements/series.contract.ts';
import { answerSeries } from '../../src/features/measurements/server/series.service.ts';
import type { In, Out } from '../../src/shared/contract/call.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';

type Results = Out<(typeof seriesCalls)['resultsData']['ok']>;
type Aggregates = Out<(typeof seriesCalls)['aggregateResultsData']['ok']>;
export type SeriesQuery = In<typeof Question>;

/** Who asks, of which database, and when. */
export interface Asker {
  pool: pg.Pool;
  scope: Scope;
  now: Date;
}

async function read(
  shape: 'chart' | 'results' | 'aggregate',
  { pool, scope, now }: Asker,
  query: SeriesQuery,
): Promise<unknown> {
  const pieces = await answerSeries(pool, scope, { shape, asked: Question.parse(query) }, now);
  return JSON.parse(Buffer.concat([...pieces]).toString());
}

/** What chart-results-data answers, without a server. */
export const chartOf = (asker: Asker, query: SeriesQuery) => read('chart', asker, query) as Promise<Series[]>;
export const resultsOf = (asker: Asker, query: SeriesQuery) =>
  read('results', asker, query) as Promise<Results>;
export const aggregatesOf = (asker: Asker, query: SeriesQuery) =>
  read('aggregate', asker, query) as Promise<Aggregates>;
