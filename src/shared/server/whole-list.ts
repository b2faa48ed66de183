import { AppError } from './errors.ts';

/** Rows that one answer holds, unless a list says otherwise. A list asks for one more, to know whether these are all. */
export const MAX_LISTED = 20_000;

/** What a question can be narrowed by, with the field that does it; of some lists by nothing. */
type NarrowedBy = 'plant' | 'codes' | 'time' | 'nothing';

const FIELD: Readonly<Record<NarrowedBy, string>> = {
  plant: 'proj_code',
  codes: 'codes',
  time: 'start',
  nothing: '',
};

function refusalOf(most: number, narrowed_by: NarrowedBy): string {
  if (narrowed_by === 'plant') return `There are more than ${most} of these: ask for those of one plant`;
  if (narrowed_by === 'codes') return `There are more than ${most} of these: ask for some by their codes`;
  if (narrowed_by === 'time')
    return `There are more than ${most} of these: ask for one plant, or for a shorter time`;
  return `There are more than ${most} of these: no answer holds so many`;
}

/** The rows, all of them. @throws AppError invalid where there are more than `most`: a list that lacks some would look whole */
export function wholeList<T>(rows: readonly T[], narrowed_by: NarrowedBy, most: number = MAX_LISTED): T[] {
  if (rows.length <= most) return [...rows];
  const message = refusalOf(most, narrowed_by);
  throw new AppError('invalid', message, {
    errors: [{ path: FIELD[narrowed_by], message, code: 'too_many', params: { most } }],
  });
}
