import type { Readable } from 'node:stream';
import type pg from 'pg';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { CsvMapping } from '../measurements.contract.ts';
import { ImportReader } from './import-reader.ts';
import { answerSeries, type SeriesWorkerQuery } from './series.service.ts';

/** What may take long to answer, as plain data. */
export type WorkerQuery =
  | { readonly kind: 'series'; readonly query: SeriesWorkerQuery }
  | {
      readonly kind: 'new file';
      readonly device_id: number;
      readonly file_name: string;
      /** Given away: the sender cannot read them afterwards. */
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: 'preview'; readonly id: number; readonly mapping: CsvMapping; readonly anew: boolean }
  | { readonly kind: 'check'; readonly id: number; readonly mapping: CsvMapping };

/** Answers heavy questions away from the event loop that takes readings in. */
export interface QueryWorkers<Question = WorkerQuery> {
  /**
   * The answer as JSON in UTF-8.
   * @throws AppError as the question's own code does; unavailable when too many wait, when nobody waits for the answer
   * any more (the signal) or when the thread is lost
   */
  ask(scope: Scope, query: Question, signal?: AbortSignal): Promise<Uint8Array>;
  /** The same while it is being written: whole when it is short, else a stream that begins with what is there. */
  stream(scope: Scope, query: Question, signal?: AbortSignal): Promise<Uint8Array | Readable>;
  /** Starts a thread where none is there: somebody is about to ask. */
  warm(): void;
}

export type Pieces = Iterable<Uint8Array<ArrayBuffer>>;

/** JSON in memory of its own, which can be given away. */
export function jsonOf(value: unknown): Pieces {
  const text = JSON.stringify(value);
  const bytes = new Uint8Array(Buffer.byteLength(text));
  new TextEncoder().encodeInto(text, bytes);
  return [bytes];
}

/** Answers a question here and now, whatever it costs: JSON in UTF-8, piece by piece. */
export async function answerQuery(
  pool: pg.Pool,
  scope: Scope,
  query: WorkerQuery,
  now: Date,
): Promise<Pieces> {
  const files = new ImportReader({ pool, now: () => now });
  switch (query.kind) {
    case 'series':
      return answerSeries(pool, scope, query.query, now);
    case 'new file':
      return jsonOf(await files.create(scope, query));
    case 'preview':
      return jsonOf(await files.preview(scope, query.id, query.mapping, query.anew));
    case 'check':
      return jsonOf(await files.check(scope, query.id, query.mapping));
  }
}
