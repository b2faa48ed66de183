import { AppError } from '../../../shared/server/errors.ts';
import { readCalendar } from '../ical.model.ts';
import type { Period } from '../rgi.model.ts';
import { looksLikePeriods, readPeriods } from '../rgi-csv.model.ts';

const FAULTS = {
  no_calendar: 'The file is neither an iCalendar nor a CSV with the columns start, end and working',
  no_times: 'A period has no start or no end that can be read',
  end_before_start: 'A period ends before it starts',
  repeats: 'An event repeats by a rule: export it as single events',
  no_word: 'A period must say yes or no in the column working',
} as const;

/** The periods of an iCalendar or a CSV file, all of them. @throws AppError invalid, each fault with its line */
export function readCalendarFile(text: string, time_zone: string): readonly Period[] {
  const read = looksLikePeriods(text) ? readPeriods(text, time_zone) : readCalendar(text, time_zone);
  if (!('faults' in read)) return read.items;
  const errors = read.faults.slice(0, 50).map(({ line, code }) => ({
    ...{ path: `text.${line}`, code, message: FAULTS[code], params: { line } },
  }));
  throw new AppError('invalid', 'Nothing was stored: the file has lines that cannot be taken', { errors });
}
