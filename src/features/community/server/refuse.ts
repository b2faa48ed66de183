import { AppError } from '../../../shared/server/errors.ts';

/** Refuses a field of a request. @throws AppError invalid */
export function refuse(path: string, code: string, message: string): never {
  throw new AppError('invalid', message, { errors: [{ path, message, code }] });
}
