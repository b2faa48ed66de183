import type { FieldFault } from '../contract/client.ts';
import type { ERROR_CODES } from '../contract/fields.ts';

export type { FieldFault };

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What can be refused, each with its HTTP status. */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  second_factor: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  limit: 429,
  unavailable: 503,
  internal: 500,
};

export interface AppErrorOptions {
  /** Another status of the same family, such as 422 for readings that cannot be stored. */
  status?: number;
  /** Field errors by path. */
  errors?: readonly FieldFault[];
  /** Members added to the problem document. */
  extra?: Readonly<Record<string, unknown>>;
  retryAfter_s?: number;
}

/** A refusal that the caller may read: services throw it, one handler turns it into a problem document. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly options: AppErrorOptions;
  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail);
    this.name = 'AppError';
    this.code = code;
    this.options = options;
  }
  get status(): number {
    return this.options.status ?? STATUS[this.code];
  }
}

/** Thrown in the middle of work of which a part stands: `details` says in the problem document which part. */
export class PartialFailure extends Error {
  readonly details: Readonly<Record<string, unknown>>;
  constructor(cause: unknown, details: Readonly<Record<string, unknown>>) {
    super('PartialFailure', { cause });
    this.name = 'PartialFailure';
    this.details = details;
  }
}

/** Refuses one field of a request with one sentence. @throws AppError invalid */
export function refuseField(path: string, code: string, message: string): never {
  throw new AppError('invalid', message, { errors: [{ path, message, code }] });
}

/** What whoever has not confirmed their address is told. */
export function unconfirmed(): AppError {
  const message = 'Confirm your own email address first';
  return new AppError('forbidden', message, { errors: [{ path: '', message, code: 'unconfirmed' }] });
}

/** Throws not_found: the same words for a row that does not exist and for another company's. */
export function notFound(): never {
  throw new AppError('not_found', 'Not found');
}
