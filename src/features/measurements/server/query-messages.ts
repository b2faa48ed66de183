import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { AppError, type AppErrorOptions, type ErrorCode } from '../../../shared/server/errors.ts';
import type { PackedScope } from '../../../shared/server/tenancy.ts';

/** What a thread is started with. */
export interface ThreadData {
  readonly database: DatabaseTarget;
  readonly logLevel: string;
  /** Connections at most. */
  readonly connections: number;
}

/** A question on its way to a thread, as plain data. */
export interface WorkerMessage<Question> {
  readonly id: number;
  readonly scope: PackedScope;
  readonly query: Question;
  /** Epoch ms. */
  readonly now: number;
}

/** To a thread: a question, that nobody waits for the answer to one any more, or the word to end. */
export type ToThread<Question> = WorkerMessage<Question> | { readonly given_up: number } | 'end';

/** From a thread: the next pieces of an answer (JSON in UTF-8) and whether they are the last, or what was thrown. */
export type FromThread =
  | { readonly id: number; readonly pieces: readonly Uint8Array<ArrayBuffer>[]; readonly end: boolean }
  | { readonly id: number; readonly fault: Fault };

/** An error as plain data: copied between threads as it is, it would lose its class and its code. */
export interface Fault {
  readonly message: string;
  readonly stack: string | undefined;
  /** SQLSTATE or the system's code. */
  readonly code: string | undefined;
  readonly refusal: { readonly code: ErrorCode; readonly options: AppErrorOptions } | undefined;
}

export function packFault(thrown: unknown): Fault {
  const error: Error & { code?: unknown } = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { message, stack, code } = error;
  const refusal =
    error instanceof AppError
      ? { code: error.code, options: JSON.parse(JSON.stringify(error.options)) as AppErrorOptions }
      : undefined;
  return { message, stack, code: typeof code === 'string' ? code : undefined, refusal };
}

export function unpackFault({ message, stack, code, refusal }: Fault): Error {
  if (refusal) return new AppError(refusal.code, message, refusal.options);
  const error = Object.assign(new Error(message), code === undefined ? {} : { code });
  if (stack !== undefined) error.stack = stack;
  return error;
}
