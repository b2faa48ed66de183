import type { YearFault } from '../../../energy/typical-year.ts';
import { AppError } from '../../../shared/server/errors.ts';

type Params = YearFault['params'];

/** What is wrong with a file, and so what to do. */
const SENTENCES: Readonly<Record<YearFault['code'], (params: Params) => string>> = {
  year_too_large: ({ most }) => `The file is larger than ${most} characters: a typical year has 8760 rows`,
  year_unknown_format: ({ line }) =>
    `Line ${line}: this is neither a typical year of PVGIS (CSV) nor an EPW file; download the TMY as CSV from PVGIS`,
  year_missing_field: ({ line, field }) => `Line ${line}: ${field} is missing`,
  year_not_a_number: ({ line, field, found }) => `Line ${line}, ${field}: “${found}” is no number`,
  year_out_of_range: ({ line, field, found, min, max }) =>
    `Line ${line}, ${field}: ${found} is not between ${min} and ${max}`,
  year_not_a_time: ({ line, field, found }) => `Line ${line}, ${field}: “${found}” is no time of a year`,
  year_twice: ({ line }) => `Line ${line}: this hour was there before`,
  year_incomplete: ({ found, expected }) => `The file has ${found} hours instead of ${expected}`,
};

/** @throws AppError invalid */
export function refuseYear({ code, params }: YearFault): never {
  const message = SENTENCES[code](params);
  throw new AppError('invalid', message, { errors: [{ path: '', message, code, params: { ...params } }] });
}
