import { AppError } from '../../../shared/server/errors.ts';

/** Devices that one answer holds. A list asks for one more, to know that there are more. */
export const MOST_DEVICES = 20_000;

/** The rows, all of them. @throws AppError invalid where there are more: a list that lacks some would look whole */
export function wholeList<T>(rows: readonly T[]): readonly T[] {
  if (rows.length <= MOST_DEVICES) return rows;
  const message =
    'More devices than one answer holds: ask for those of one plant, by proj_code of /api/v1/device/';
  throw new AppError('invalid', message, { errors: [{ path: 'proj_code', message, code: 'too_many' }] });
}
