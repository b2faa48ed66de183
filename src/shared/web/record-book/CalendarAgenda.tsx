import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { Muted } from '../page/Text.tsx';
import classes from './calendar.module.css';
import type { CalendarProps } from './calendar-props.ts';
import { dayWords } from './day-words.ts';

/** The days of the period that have entries, one below the other: what fits a phone. */
export function CalendarAgenda({ entries, view, day, today, weeks }: CalendarProps & { weeks: string[][] }) {
  const { t } = useTranslation('records');
  const { dayOf } = dayWords(useLanguage());
  const shown = weeks.flat().filter((one) => view === 'week' || one.slice(0, 7) === day.slice(0, 7));
  const days = shown.map((one) => ({
    day: one,
    // What began before stands at the first day that is shown.
    entries: entries.filter(({ from, to }) => from === one || (one === shown[0] && from < one && to >= one)),
  }));
  const filled = days.filter((one) => one.entries.length > 0);
  if (filled.length === 0) return <Muted>{t('calendar.none')}</Muted>;
  return filled.map(({ day: one, entries: here }) => (
    <div key={one} className={classes.agenda}>
      <h3 data-today={one === today || undefined}>{dayOf(one)}</h3>
      <ul>
        {here.map((entry) => (
          <li key={entry.id} className={classes.bar_entry} data-state={entry.look}>
            {entry.content}
            {entry.to > one && <Muted>{t('calendar.until', { day: dayOf(entry.to) })}</Muted>}
          </li>
        ))}
      </ul>
    </div>
  ));
}
