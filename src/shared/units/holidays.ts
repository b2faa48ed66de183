import { addDays } from './zones.ts';

/** Sunday of Easter, by the calendar of Gauss and Butcher. */
export function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

const FIXED = {
  '01-01': 'new_year',
  '01-06': 'epiphany',
  '04-25': 'liberation',
  '05-01': 'labour',
  '06-02': 'republic',
  '08-15': 'assumption',
  '10-04': 'francis',
  '11-01': 'all_saints',
  '12-08': 'immaculate',
  '12-25': 'christmas',
  '12-26': 'stephen',
} as const;

/** From this year on Saint Francis is a public holiday again. */
const FRANCIS_SINCE = 2026;

export type Holiday = (typeof FIXED)[keyof typeof FIXED] | 'easter' | 'easter_monday';

const isFixed = (date: string): date is keyof typeof FIXED => date in FIXED;

/** Which public holiday of Italy a day (YYYY-MM-DD) is; null for all others. */
export function holidayOf(day: string): Holiday | null {
  const [year, date] = [Number(day.slice(0, 4)), day.slice(5)];
  if (isFixed(date) && (FIXED[date] !== 'francis' || year >= FRANCIS_SINCE)) return FIXED[date];
  const easter = easterOf(year);
  if (day === easter) return 'easter';
  return day === addDays(easter, 1) ? 'easter_monday' : null;
}

/** Whether a day is a public holiday of Italy. */
export const isHoliday = (day: string): boolean => holidayOf(day) !== null;
