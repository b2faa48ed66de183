import type { Readable } from 'node:stream';
import type pg from 'pg';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { CsvMapping } from '../measurements.contract.ts';
import { ImportReader } from './import-reader.ts';
import { answerSeries, type SeriesQuestion } from './series.service.ts';

/** What may take long to answer, as plain data. */
export type HeavyQuestion =
  | { readonly kind: 'series'; readonly question: SeriesQuestion }
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
export interface Questions<Question = HeavyQuestion> {
  /**
   * The answer as JSON in UTF-8.
   * @throws Refusal as the question's own code does; unavailable when too many wait, when nobody waits for the answer
   * any more (the signal) or when the thread is lost
   */
  ask(scope: Scope, question: Question, signal?: AbortSignal): Promise<Uint8Array>;
  /** The same while it is being written: whole when it is short, else a stream that begins with what is there. */
  stream(scope: Scope, question: Question, signal?: AbortSignal): Promise<Uint8Array | Readable>;
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
export async function answerQuestion(
  pool: pg.Pool,
  scope: Scope,
  question: HeavyQuestion,
  now: Date,
): Promise<Pieces> {
  const files = new ImportReader({ pool, now: () => now });
  switch (question.kind) {
    case 'series':
      return answerSeries(pool, scope, question.question, now);
    case 'new file':
      return jsonOf(await files.create(scope, question));
    case 'preview':
      return jsonOf(await files.preview(scope, question.id, question.mapping, question.anew));
    case 'check':
      return jsonOf(await files.check(scope, question.id, question.mapping));
  }
}
