import type pg from 'pg';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { FairTurns } from '../../../shared/server/fair-turns.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { measurementsCalls } from '../measurements.contract.ts';
import { Imports } from './csv-import.ts';
import type { CheckedFile } from './import-reader.ts';
import { getLastResults } from './last-results.public.ts';
import { listImports, listProgress } from './progress.repository.ts';
import { plantExists } from './series.repository.ts';
import { answerIfLight, type SeriesWorkerQuery } from './series.service.ts';
import type { AllSeriesQuery } from './series-request.ts';
import type { QueryWorkers, WorkerQuery } from './worker-query.ts';

export interface MeasurementsDeps {
  pool: pg.Pool;
  /** Uploaded files, so that chart readers cannot starve them. */
  ingestPool: pg.Pool;
  now: () => Date;
  /** Where imports are handed to a worker. */
  jobs: Pick<JobQueue, 'send'>;
  /** Where what may take long is answered. */
  queryWorkers: QueryWorkers;
}

/**
 * Questions that are answered on this event loop at once, of all companies and of one: a hundred small ones together
 * would keep readings that come in waiting at each of their steps as long as one large one.
 */
const LIGHT_AT_ONCE = 4;
const LIGHT_OF_ONE = 3;
const LIGHT_WAITING = { party: 300, owner: 450, all: 900 };
const LIGHT_AGAIN_S = 2;

/** @throws AppError limit when a company, unavailable when all together ask for too many charts at once */
function assertRoom(turns: FairTurns, scope: Scope): void {
  const again = { retryAfter_s: LIGHT_AGAIN_S };
  if (turns.held(scope.company_id) >= LIGHT_WAITING.party)
    throw new AppError('limit', 'This company asks for too many charts at once', again);
  if (turns.heldByOwnerOf(scope) >= LIGHT_WAITING.owner || turns.held() >= LIGHT_WAITING.all)
    throw new AppError('unavailable', 'Too many charts are asked for at once', again);
}

/** Bytes that can be given away: those of a small body lie in memory that others share. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : Uint8Array.from(bytes);
}

interface Asking {
  readonly scope: Scope;
  readonly gone: AbortSignal;
}

interface AllDevicesContext {
  readonly query: AllSeriesQuery & { by_unit_id?: 'true' | 'false' | undefined };
  readonly request: { readonly url: string };
}

function ofAll(
  shape: 'results of all' | 'aggregate of all',
  { query: { by_unit_id, ...context }, request }: AllDevicesContext,
): SeriesWorkerQuery {
  return { shape, asked: context, by_unit_id: by_unit_id === 'true', url: request.url };
}

/** Every call of the area. */
export function measurementsHandlers(deps: MeasurementsDeps): Handlers<typeof measurementsCalls> {
  const { pool, ingestPool, now } = deps;
  /** Answers by a thread what is heavy, for as long as the client waits. */
  const answerHeavy = async ({ scope, gone }: Asking, question: WorkerQuery): Promise<ReadyJson> =>
    new ReadyJson(await deps.queryWorkers.stream(scope, question, gone));
  const imports = new Imports({
    pool: ingestPool,
    jobs: deps.jobs,
    check: async (scope, id, mapping) => {
      const json = await deps.queryWorkers.ask(scope, { kind: 'check', id, mapping });
      return JSON.parse(Buffer.from(json).toString()) as CheckedFile;
    },
  });
  const turns = new FairTurns({ at_once: LIGHT_AT_ONCE, of_one: LIGHT_OF_ONE });
  const series = async (asking: Asking, question: SeriesWorkerQuery): Promise<ReadyJson> => {
    const { scope } = asking;
    assertRoom(turns, scope);
    const light = await turns.run(scope, () => answerIfLight(pool, scope, question, now()));
    return light ? new ReadyJson(light) : answerHeavy(asking, { kind: 'series', query: question });
  };
  return {
    resultsData: (call) => series(call, { shape: 'results', asked: call.query }),
    resultsDataAllDevice: (call) => series(call, ofAll('results of all', call)),
    aggregateResultsData: (call) => series(call, { shape: 'aggregate', asked: call.query }),
    aggregateResultsDataAllDevice: (call) => series(call, ofAll('aggregate of all', call)),
    chartResultsData: (call) => series(call, { shape: 'chart', asked: call.query }),
    chartResultsDataAllDevice: (call) => series(call, ofAll('results of all', call)),
    lastResults: ({ tx, params, now }) => getLastResults(tx, params.id, now),
    progress: ({ tx, now }) => listProgress(tx, now),
    async listImports({ tx, query: { proj_code } }) {
      if (proj_code !== undefined && !(await plantExists(tx, proj_code))) notFound();
      return listImports(tx, proj_code);
    },
    async createImport(call) {
      const { query, body } = call;
      if (!(body instanceof Uint8Array))
        throw new AppError('invalid', 'Send the file itself, as text/csv or as a workbook');
      return answerHeavy(call, { kind: 'new file', ...query, bytes: own(body) });
    },
    previewImport(call) {
      const { params, query, body: mapping } = call;
      return answerHeavy(call, { kind: 'preview', id: params.id, mapping, anew: query.anew === 'true' });
    },
    runImport: ({ scope, params, body }) => imports.run(scope, params.id, body),
  };
}
