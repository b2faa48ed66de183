import type pg from 'pg';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { CsvMapping } from '../measurements.contract.ts';
import { ImportReader } from './import-reader.ts';
import { type Asked, chartSeries, resultsByDevice } from './series.service.ts';

/** What may take long to answer, as plain data. */
export type HeavyQuestion =
  | { readonly kind: 'chart'; readonly asked: Asked }
  | { readonly kind: 'results'; readonly asked: Asked }
  | {
      readonly kind: 'new file';
      readonly device_id: number;
      readonly file_name: string;
      /** Given away: the sender cannot read them afterwards. */
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: 'preview' | 'check'; readonly id: number; readonly mapping: CsvMapping };

/** Answers heavy questions away from the event loop that takes readings in. */
export interface Questions {
  /**
   * The answer as JSON in UTF-8.
   * @throws Refusal as the question's own code does; unavailable when too many wait, when nobody waits for the answer
   * any more (the signal) or when the thread is lost
   */
  ask(scope: Scope, question: HeavyQuestion, signal?: AbortSignal): Promise<Uint8Array>;
}

/** Answers a question here and now, whatever it costs. */
export async function answerQuestion(
  pool: pg.Pool,
  scope: Scope,
  question: HeavyQuestion,
  now: Date,
): Promise<unknown> {
  const files = new ImportReader({ pool, now: () => now });
  switch (question.kind) {
    case 'chart':
      return chartSeries(pool, scope, question.asked, now);
    case 'results':
      return resultsByDevice(pool, scope, question.asked, now);
    case 'new file':
      return files.create(scope, question);
    case 'preview':
      return files.preview(scope, question.id, question.mapping);
    case 'check':
      return files.check(scope, question.id, question.mapping);
  }
}
