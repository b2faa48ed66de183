import { type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import type { StateLook } from '../theme/states.ts';
import { ChosenDays } from './ChosenDays.tsx';
import { entriesByDay, monthsOf, weeksOf } from './calendar.model.ts';
import classes from './calendar.module.css';
import type { CalendarEntry, CalendarProps } from './calendar-props.ts';
import { dayWords } from './day-words.ts';
import { type Chosen, useChoosing } from './use-choosing.ts';

/** Of several entries of a day that one gives it its look which matters most. */
const FIRST: readonly (StateLook | undefined)[] = [
  'alarm',
  'warning',
  'snoozed',
  'string',
  'success',
  'nodata',
];
const lookOf = (entries: readonly CalendarEntry[]): StateLook | undefined =>
  FIRST.find((look) => entries.some((entry) => entry.look === look));

interface MonthProps extends Pick<CalendarProps, 'day' | 'today' | 'onShow'> {
  /** The first day of the month. */
  first: string;
  byDay: ReadonlyMap<string, readonly CalendarEntry[]>;
  choosing: Chosen;
}

function Day({ of, day, today, byDay, choosing }: Omit<MonthProps, 'first' | 'onShow'> & { of: string }) {
  const { t } = useTranslation('records');
  const { dayOf } = dayWords(useLanguage());
  const here = byDay.get(of) ?? [];
  const { chosen, cell } = choosing;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid, that can be chosen
      role="gridcell"
      className={classes.year_day}
      data-day={of}
      data-today={of === today || undefined}
      data-filled={here.length > 0 || undefined}
      data-state={lookOf(here)}
      tabIndex={of === day ? 0 : -1}
      aria-current={of === today ? 'date' : undefined}
      aria-selected={(chosen !== null && chosen.from <= of && of <= chosen.to) || undefined}
      title={here.length > 0 ? here.map(({ name }) => name).join('\n') : undefined}
      {...cell}
    >
      <span className="visually-hidden">{t('calendar.day', { day: dayOf(of), count: here.length })}</span>
      <span aria-hidden="true">{Number(of.slice(8))}</span>
    </td>
  );
}

function Month({ first, onShow, ...props }: MonthProps) {
  const { weekdayOf, longWeekdayOf, monthOf } = dayWords(useLanguage());
  const weeks = weeksOf('month', first);
  return (
    <div className={classes.year_month}>
      <h3>
        <button type="button" onClick={() => onShow('month', first)}>
          {monthOf(first)}
        </button>
      </h3>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrows go from day to day
        role="grid"
        aria-label={monthOf(first)}
      >
        <thead>
          <tr>
            {weeks[0]?.map((of) => (
              <th key={of} scope="col" abbr={longWeekdayOf(of)}>
                {weekdayOf(of).slice(0, 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((of) =>
                of.slice(0, 7) === first.slice(0, 7) ? (
                  <Day key={of} {...props} of={of} />
                ) : (
                  <td key={of} aria-hidden="true" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The months of a year, each day by what stands on it; a month's name leads to the month, Enter to that of the day. */
export function CalendarYear(props: CalendarProps) {
  const { entries, day, today, onShow, onChoose } = props;
  const months = monthsOf(day);
  const year = day.slice(0, 4);
  const byDay = useMemo(
    () => entriesByDay(entries, { first: `${year}-01-01`, last: `${year}-12-31` }),
    [entries, year],
  );
  const choosing = useChoosing({ ...props, onEnter: (_, of) => onShow('month', of) });
  return (
    <>
      <ChosenDays choosing={choosing} onChoose={onChoose} />
      <div
        ref={choosing.grid as RefObject<HTMLDivElement>}
        className={classes.year}
        data-chosen={onChoose ? '' : undefined}
      >
        {months.map((first) => (
          <Month
            key={first}
            first={first}
            day={day}
            today={today}
            onShow={onShow}
            byDay={byDay}
            choosing={choosing}
          />
        ))}
      </div>
    </>
  );
}
