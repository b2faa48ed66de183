import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { CalendarAgenda } from './CalendarAgenda.tsx';
import { CalendarGrid } from './CalendarGrid.tsx';
import { CalendarHours } from './CalendarHours.tsx';
import { CalendarYear } from './CalendarYear.tsx';
import { CALENDAR_VIEWS, stepped, weeksOf } from './calendar.model.ts';
import classes from './calendar.module.css';
import type { CalendarProps } from './calendar-props.ts';
import { dayWords } from './day-words.ts';

const PHONE = '(max-width: 768.98px)';

function daysOf({ view, hours = false }: Pick<CalendarProps, 'view' | 'hours'>, phone: boolean) {
  if (view === 'year') return CalendarYear;
  if (phone) return CalendarAgenda;
  return view === 'week' && hours ? CalendarHours : CalendarGrid;
}

/** Entries by days, a month, a week or a year at a time; of a month or a week a phone has a list of the days that have some. */
export function Calendar(props: CalendarProps) {
  const { label, view, day, today, onShow, views = CALENDAR_VIEWS } = props;
  const { t } = useTranslation('records');
  const language = useLanguage();
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) === true;
  const { periodOf } = dayWords(language);
  const weeks = weeksOf(view, day);
  const Days = daysOf(props, phone);
  const step = (by: 1 | -1) => onShow(view, stepped(view, day, by));
  return (
    <section aria-label={label} className={classes.calendar}>
      <div className={classes.bar}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(`calendar.before_${view}`)}
          onClick={() => step(-1)}
        >
          <IconChevronLeft size={17} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(`calendar.after_${view}`)}
          onClick={() => step(1)}
        >
          <IconChevronRight size={17} aria-hidden="true" />
        </ActionIcon>
        <Button variant="default" onClick={() => onShow(view, today)}>
          {t('calendar.today')}
        </Button>
        <h2 className={classes.period} aria-live="polite">
          {periodOf(view, day, weeks)}
        </h2>
        <SegmentedControl
          size="xs"
          aria-label={t('calendar.view')}
          value={view}
          data={views.map((value) => ({ value, label: t(`calendar.${value}`) }))}
          onChange={(next) => onShow(next, day)}
        />
      </div>
      <Days {...props} weeks={weeks} />
    </section>
  );
}
