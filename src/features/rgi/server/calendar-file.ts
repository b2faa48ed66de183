import { AppError } from '../../../shared/server/errors.ts';
import { readCalendar } from '../ical.model.ts';
import type { CalendarFaultCode } from '../ical-lines.model.ts';
import type { Period } from '../rgi.model.ts';
import { looksLikePeriods, readPeriods } from '../rgi-csv.model.ts';

const FAULTS: Readonly<Record<CalendarFaultCode, string>> = {
  no_calendar: 'The file is neither an iCalendar nor a CSV with the columns start, end and working',
  cut_off: 'The file ends before what it begins',
  no_times: 'A period has no start or no end that can be read',
  end_before_start: 'A period ends before it starts',
  no_word: 'A period must say yes or no in the column working',
  unknown_zone: 'The time zone of an event is not known, and the file does not describe it',
  unknown_rule: 'An event repeats by a rule that is not understood: export it as single events',
  start_beside_rule: 'An event that repeats must begin on a day on which its rule comes',
  no_end: 'An event repeats without an end: give it one, or say until when it is taken',
  too_far: 'An event repeats too far ahead: give it an earlier end',
  too_much: 'The events of the file take too long to work out: import it in parts',
  out_of_years: 'A period must lie between 1990 and 2099',
  too_long: 'A period lasts thirty years at most',
  too_many_periods: 'An entry has 2,000 periods at most',
};

interface Given {
  readonly text: string;
  /** The last day of series that have no end of their own. */
  readonly until_on?: string | undefined;
}

/** The periods of an iCalendar or a CSV file, all of them. @throws AppError invalid, each fault with its line */
export function readCalendarFile({ text, until_on }: Given, zone: string): readonly Period[] {
  const read = looksLikePeriods(text) ? readPeriods(text, zone) : readCalendar(text, { zone, until_on });
  if (!('faults' in read)) return read.items;
  const errors = read.faults.slice(0, 50).map(({ line, code, what }) => ({
    path: `text.${line}`,
    code,
    message: FAULTS[code],
    params: { line, ...(what && { what }) },
  }));
  throw new AppError('invalid', 'Nothing was stored: the file has lines that cannot be taken', { errors });
}
