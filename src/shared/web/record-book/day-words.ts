import type { Language } from '../i18n/locale.ts';
import type { CalendarView } from './calendar.model.ts';

const LOCALE = { en: 'en-GB', it: 'it-IT' } as const;
const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

function wordsIn(language: Language) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALE[language], { timeZone: 'UTC', ...options });
  const month = format({ month: 'long', year: 'numeric' });
  const onlyMonth = format({ month: 'long' });
  const whole = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const short = format({ weekday: 'short' });
  const long = format({ weekday: 'long' });
  const range = format({ day: 'numeric', month: 'long', year: 'numeric' });
  return {
    /** "Monday 15 June" */
    dayOf: (day: string) => whole.format(at(day)),
    /** "Mon" */
    weekdayOf: (day: string) => short.format(at(day)),
    /** "June" */
    monthOf: (day: string) => onlyMonth.format(at(day)),
    longWeekdayOf: (day: string) => long.format(at(day)),
    /** "2026", "June 2026", or "15–21 June 2026" */
    periodOf: (view: CalendarView, day: string, weeks: readonly (readonly string[])[]) => {
      if (view === 'year') return day.slice(0, 4);
      if (view === 'month') return month.format(at(day));
      const [week = []] = weeks;
      return range.formatRange(at(week[0] ?? day), at(week.at(-1) ?? day));
    },
  };
}

const WORDS = new Map<Language, ReturnType<typeof wordsIn>>();

/** Days as people say them. */
export function dayWords(language: Language): ReturnType<typeof wordsIn> {
  const words = WORDS.get(language) ?? wordsIn(language);
  WORDS.set(language, words);
  return words;
}
