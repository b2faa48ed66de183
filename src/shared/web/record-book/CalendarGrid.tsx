import type { CSSProperties, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { ChosenDays } from './ChosenDays.tsx';
import { type Bar, barsOf } from './calendar.model.ts';
import classes from './calendar.module.css';
import type { CalendarEntry, CalendarProps } from './calendar-props.ts';
import { dayWords } from './day-words.ts';
import { type Chosen, useChoosing } from './use-choosing.ts';

/** So many lines of entries a day of a month shows. */
const LANES = 3;

type GridProps = CalendarProps & { weeks: string[][] };

interface DayProps extends Pick<GridProps, 'view' | 'day' | 'today' | 'onShow'> {
  /** The day of this cell. */
  of: string;
  bars: readonly Bar<CalendarEntry>[];
  choosing: Chosen;
}

const covers = (of: string, { first, last }: Bar<CalendarEntry>): boolean => first <= of && of <= last;

/** A bar where it begins, as long as its days; on its further days its place is kept. */
function Lane({ of, bar, days }: { of: string; bar: Bar<CalendarEntry> | undefined; days: number }) {
  if (!bar || bar.first !== of) return <span className={classes.lane} aria-hidden="true" />;
  const { entry, before, after } = bar;
  return (
    <span
      className={classes.lane}
      data-bar
      data-state={entry.look}
      data-before={before || undefined}
      data-after={after || undefined}
      style={{ '--days': days } as CSSProperties}
      title={entry.name}
    >
      {entry.content}
    </span>
  );
}

const lengthOf = ({ first, last }: Bar<CalendarEntry>): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;

function Day({ of, bars, view, day, today, onShow, choosing }: DayProps) {
  const { t } = useTranslation('records');
  const { dayOf } = dayWords(useLanguage());
  const here = bars.filter((bar) => covers(of, bar));
  const most = view === 'month' ? LANES : Number.POSITIVE_INFINITY;
  const shown = here.filter(({ lane }) => lane < most);
  const lanes = Math.max(-1, ...shown.map(({ lane }) => lane)) + 1;
  const hidden = here.length - shown.length;
  const { chosen, cell } = choosing;
  const isChosen = chosen !== null && chosen.from <= of && of <= chosen.to;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid, that can be chosen
      role="gridcell"
      className={classes.day}
      data-day={of}
      data-beside={(view === 'month' && of.slice(0, 7) !== day.slice(0, 7)) || undefined}
      tabIndex={of === day ? 0 : -1}
      aria-current={of === today ? 'date' : undefined}
      aria-selected={isChosen || undefined}
      {...cell}
    >
      <span className="visually-hidden">{t('calendar.day', { day: dayOf(of), count: here.length })}</span>
      <span className={classes.number} data-today={of === today || undefined} aria-hidden="true">
        {Number(of.slice(8))}
      </span>
      {Array.from({ length: lanes }, (_, lane) => {
        const bar = shown.find((one) => one.lane === lane);
        return (
          <Lane key={bar?.entry.id ?? `free ${lane}`} of={of} bar={bar} days={bar ? lengthOf(bar) : 1} />
        );
      })}
      {hidden > 0 && (
        <button type="button" className={classes.more} onClick={() => onShow('week', of)}>
          {t('calendar.more', { count: hidden })}
        </button>
      )}
    </td>
  );
}

/** Weeks of seven days; an entry is a bar over its days. */
export function CalendarGrid(props: GridProps) {
  const { label, entries, view, day, today, onShow, onChoose, weeks } = props;
  const { weekdayOf, longWeekdayOf } = dayWords(useLanguage());
  const choosing = useChoosing({
    ...props,
    onEnter: (cell, of) => {
      const first = cell.querySelector<HTMLElement>('a, button');
      if (first) first.focus();
      else onChoose?.(of, of);
    },
  });
  return (
    <>
      <ChosenDays choosing={choosing} onChoose={onChoose} />
      <table
        ref={choosing.grid as RefObject<HTMLTableElement>}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrows go from day to day
        role="grid"
        aria-label={label}
        className={classes.grid}
        data-view={view}
        data-chosen={onChoose ? '' : undefined}
      >
        <thead>
          <tr>
            {weeks[0]?.map((of) => (
              <th key={of} scope="col" className={classes.weekday} abbr={longWeekdayOf(of)}>
                {weekdayOf(of)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => {
            const bars = barsOf(entries, week);
            return (
              <tr key={week[0]}>
                {week.map((of) => (
                  <Day
                    key={of}
                    of={of}
                    bars={bars}
                    view={view}
                    day={day}
                    today={today}
                    onShow={onShow}
                    choosing={choosing}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
