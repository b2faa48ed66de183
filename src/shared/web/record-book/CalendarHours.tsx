import { type CSSProperties, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { Muted } from '../page/Text.tsx';
import classes from './calendar.module.css';
import {
  type Block,
  blocksOf,
  HOURS,
  hourAfter,
  hourAfterKey,
  hourOf,
  partsOf,
} from './calendar-hours.model.ts';
import type { CalendarEntry, CalendarProps } from './calendar-props.ts';
import { dayWords } from './day-words.ts';
import { type Chosen, useChoosing } from './use-choosing.ts';

type Blocks = readonly Block<CalendarEntry>[];
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** An entry in the cell of the hour in which it begins, as long as its time. */
function Entry({ block: { entry, from, to, column, columns } }: { block: Block<CalendarEntry> }) {
  const place = {
    '--from': (from % 60) / 60,
    '--hours': (to - from) / 60,
    '--column': column,
    '--columns': columns,
  };
  return (
    <span className={classes.block} data-state={entry.look} style={place as CSSProperties} title={entry.name}>
      {entry.content}
    </span>
  );
}

interface HourProps {
  day: string;
  hour: number;
  /** The hour on which the keyboard stands. */
  here: string;
  blocks: Blocks;
  choosing: Chosen;
}

function Hour({ day, hour, here, blocks, choosing: { chosen, cell } }: HourProps) {
  const { t } = useTranslation('records');
  const { dayOf } = dayWords(useLanguage());
  const of = hourOf(day, hour);
  const within = blocks.filter(({ from, to }) => from < (hour + 1) * 60 && to > hour * 60);
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid, that can be chosen
      role="gridcell"
      className={classes.hour}
      data-day={of}
      tabIndex={of === here ? 0 : -1}
      aria-selected={(chosen !== null && chosen.from <= of && of <= chosen.to) || undefined}
      {...cell}
    >
      <span className="visually-hidden">
        {t('calendar.hour', { day: dayOf(day), hour: clock(hour), count: within.length })}
      </span>
      {within
        .filter(({ from }) => Math.floor(from / 60) === hour)
        .map((block) => (
          <Entry key={block.entry.id} block={block} />
        ))}
    </td>
  );
}

/** Says how hours are chosen, and while several are, which. */
function ChosenHours({ choosing: { chosen } }: { choosing: Chosen }) {
  const { t } = useTranslation('records');
  const { dayOf } = dayWords(useLanguage());
  const say = (hour: string) => `${dayOf(partsOf(hour).day)} ${clock(partsOf(hour).hour)}`;
  return (
    <Muted>
      <span aria-live="polite">
        {chosen
          ? t('calendar.chosen_hours', { from: say(chosen.from), to: say(hourAfter(chosen.to)) })
          : t('calendar.choose_hours')}
      </span>
    </Muted>
  );
}

function Head({ week, today }: { week: readonly string[]; today: string }) {
  const { t } = useTranslation('records');
  const { weekdayOf, longWeekdayOf } = dayWords(useLanguage());
  return (
    <thead>
      <tr>
        <td className={classes.corner}>
          <span className="visually-hidden">{t('calendar.time')}</span>
        </td>
        {week.map((of) => (
          <th key={of} scope="col" className={classes.weekday} abbr={longWeekdayOf(of)}>
            {weekdayOf(of)}
            <span className={classes.number} data-today={of === today || undefined}>
              {Number(of.slice(8))}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Where the keyboard stands first: when work begins. */
const FIRST_HOUR = 8;

/** A week by its hours, in which entries stand at their times; hours are chosen by dragging, a click or the keyboard. */
export function CalendarHours(props: CalendarProps & { weeks: string[][] }) {
  const { label, entries, view, day, today, onShow, onChooseHours, weeks } = props;
  const [hour, setHour] = useState(FIRST_HOUR);
  const week = weeks[0] ?? [];
  const here = hourOf(day, hour);
  const choose = onChooseHours && ((from: string, to: string) => onChooseHours(from, hourAfter(to)));
  const choosing = useChoosing({
    view,
    day: here,
    onChoose: choose,
    afterKey: hourAfterKey,
    onShow: (next, shown) => {
      setHour(partsOf(shown).hour);
      onShow(next, partsOf(shown).day);
    },
    onEnter: (cell, of) => {
      const first = cell.querySelector<HTMLElement>('a, button');
      if (first) first.focus();
      else choose?.(of, of);
    },
  });
  const blocks = new Map(week.map((of) => [of, blocksOf(entries, of)]));
  return (
    <>
      {onChooseHours && <ChosenHours choosing={choosing} />}
      <table
        ref={choosing.grid as RefObject<HTMLTableElement>}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrows go from hour to hour
        role="grid"
        aria-label={label}
        className={classes.grid}
        data-view="hours"
        data-chosen={onChooseHours ? '' : undefined}
      >
        <Head week={week} today={today} />
        <tbody>
          {HOURS.map((one) => (
            <tr key={one}>
              <th scope="row" className={classes.clock}>
                {clock(one)}
              </th>
              {week.map((of) => (
                <Hour
                  key={of}
                  day={of}
                  hour={one}
                  here={here}
                  choosing={choosing}
                  blocks={blocks.get(of) ?? []}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
