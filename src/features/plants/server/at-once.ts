import { AppError } from '../../../shared/server/errors.ts';

/** Devices and sections that are answered at once; lists ask for one more, to know whether these are all. */
export const MOST_AT_ONCE = 20_000;

/** Nobody is answered a part as if it were all of them. @throws AppError invalid where there are more than are answered at once */
export function allOf<T>(rows: readonly T[], what: 'devices' | 'sections'): T[] {
  if (rows.length <= MOST_AT_ONCE) return [...rows];
  const message =
    what === 'devices'
      ? `There are more than ${MOST_AT_ONCE} devices: ask for those of one plant`
      : `There are more than ${MOST_AT_ONCE} sections: ask for those of one plant`;
  throw new AppError('invalid', message, {
    errors: [{ path: 'proj_code', message, code: 'too_many', params: { most: MOST_AT_ONCE } }],
  });
}
