import { ActionIcon, Button, SegmentedControl, Select, Tooltip } from '@mantine/core';
import { DatePickerInput, type DayOfWeek, MonthPickerInput, YearPickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PrintedChoice } from '../ui/PrintedChoice.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import classes from './bar.module.css';
import { type Choice, DURATIONS, type Duration, SPANS, type Span } from './choice.model.ts';
import { useDateLabels } from './date-words.ts';

import { reachesNow, respanned, shifted, windowOf } from './window.model.ts';
import { addUnits, dateOf } from './zone.model.ts';

export interface RangeProps {
  choice: Choice;
  onChoice: (choice: Choice) => void;
  now: number;
  zone: string;
  /** What it is the time of, where a page has several: each is called by its own name. */
  of?: string;
  /** The spans to choose from; all unless it is said. */
  spans?: readonly Span[];
}

/** What the fields are called: on a page with several by what each is of. */
function useNames(of: string | undefined) {
  const { t } = useTranslation('charts');
  return (name: 'label' | 'previous' | 'next' | 'choose_date') =>
    of === undefined ? t(`range.${name}`) : t(`range.of.${name}`, { of });
}

/** Red days would look like a state. */
const NO_RED_DAYS: DayOfWeek[] = [];

function SpanSwitch(props: RangeProps & { wide: boolean }) {
  const { choice, onChoice, now, zone, of, spans = SPANS, wide } = props;
  const { t } = useTranslation('charts');
  const names = useNames(of);
  const data = spans.map((span) => ({ value: span, label: t(`range.${span}`) }));
  const change = (span: string | null) => span && onChoice(respanned(choice, span as Span, now, zone));
  const field = { 'aria-label': names('label'), data, value: choice.span, onChange: change };
  return wide ? (
    <SegmentedControl {...field} size="xs" className={classes.spans ?? ''} />
  ) : (
    <Select {...field} allowDeselect={false} rightSectionWidth={26} w={112} />
  );
}

/** The field that names the period itself: a day, a month, a year, or both ends of a free range. */
function DateField({ choice, onChoice, now, zone, of }: RangeProps) {
  const { t } = useTranslation('charts');
  const names = useNames(of);
  const words = useDateLabels();
  const window = windowOf(choice, now, zone);
  const first = dateOf(window.start_at, zone);
  const last = dateOf(addUnits(window.end_at, 'day', -1, zone), zone);
  const [ends, setEnds] = useState<[string | null, string | null] | null>(null);
  const common = {
    ...words,
    // The name holds the text that is seen, so that it can be called by voice.
    'aria-label': `${names('choose_date')}: ${shownDate(choice.span, first, last, words.locale)}`,
    maxDate: dateOf(now, zone),
    // The library names the calendar's dialog after an element that is not there: no role is better than a nameless one.
    popoverProps: { withinPortal: false, withRoles: false },
    size: 'sm',
    className: classes.date ?? '',
  } as const;
  const pick = (date: string | null) => {
    if (!date) return;
    const chosen = windowOf({ span: choice.span, date }, now, zone);
    const current = reachesNow(chosen, now) && chosen.start_at <= now;
    onChoice({ span: choice.span, date: current ? undefined : date });
  };
  if (choice.span === 'month')
    return (
      <MonthPickerInput
        {...common}
        className={classes.month ?? ''}
        valueFormat="MMMM YYYY"
        value={first}
        onChange={pick}
      />
    );
  if (choice.span === 'year')
    return <YearPickerInput {...common} valueFormat="YYYY" value={first} onChange={pick} />;
  if (choice.span !== 'free') {
    const week = choice.span === 'week';
    return (
      <DatePickerInput
        {...common}
        hideOutsideDates
        weekendDays={NO_RED_DAYS}
        {...(week
          ? {
              className: classes.week ?? '',
              valueFormatter: () => weekOf(first, last),
            }
          : {})}
        valueFormat="DD/MM/YYYY"
        value={week ? first : dateOf(window.start_at, zone)}
        onChange={pick}
      />
    );
  }
  return (
    <DatePickerInput
      {...common}
      hideOutsideDates
      weekendDays={NO_RED_DAYS}
      type="range"
      allowSingleDateInRange
      aria-label={`${t('range.choose_range')}: ${written(first)} – ${written(last)}`}
      className={classes.range ?? ''}
      valueFormat="DD/MM/YYYY"
      value={ends ?? [first, last]}
      onChange={([from, to]) => {
        // Half a range is kept here until its other end is chosen.
        setEnds(from && !to ? [from, to] : null);
        if (from && to) onChoice({ span: 'free', date: from, to });
      }}
    />
  );
}

/** The period as its field writes it. */
function shownDate(span: Span, first: string, last: string, locale: string): string {
  const at = Date.parse(`${first}T12:00:00Z`);
  const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  if (span === 'month') return `${month.format(at)} ${first.slice(0, 4)}`;
  if (span === 'year') return first.slice(0, 4);
  return span === 'week' ? weekOf(first, last) : written(first);
}

/** Both ends of a week, the year once. */
const weekOf = (first: string, last: string) => `${written(first).slice(0, 5)} – ${written(last)}`;

const written = (date: string) => date.split('-').reverse().join('/');

function Steppers(props: RangeProps) {
  const { choice, onChoice, now, zone, of } = props;
  const names = useNames(of);
  const window = windowOf(choice, now, zone);
  const atEnd = reachesNow(window, now);
  const move = (by: -1 | 1) => onChoice(shifted(choice, by, now, zone));
  return (
    <div className={classes.steps}>
      <Tooltip label={names('previous')}>
        <ActionIcon variant="default" size={36} aria-label={names('previous')} onClick={() => move(-1)}>
          <IconChevronLeft size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <DateField key={choice.span} {...props} />
      <Tooltip label={names('next')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={names('next')}
          disabled={atEnd}
          onClick={() => move(1)}
        >
          <IconChevronRight size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** Leads back to the period that holds now. */
export function TodayButton({ choice, onChoice, now, zone }: RangeProps) {
  const { t } = useTranslation('charts');
  if (choice.span === 'last') return null;
  const here = choice.span !== 'free' && reachesNow(windowOf(choice, now, zone), now);
  return (
    <Button
      variant="default"
      px={10}
      disabled={here}
      onClick={() => onChoice({ span: choice.span === 'free' ? 'day' : choice.span })}
    >
      {t('range.today')}
    </Button>
  );
}

/** The period in words, on paper. */
function PrintedPeriod({ choice, now, zone, of }: RangeProps) {
  const { t } = useTranslation('charts');
  const { locale } = useDateLabels();
  const window = windowOf(choice, now, zone);
  const first = dateOf(window.start_at, zone);
  const last = dateOf(addUnits(window.end_at, 'day', -1, zone), zone);
  const free = `${written(first)} – ${written(last)}`;
  const dated = choice.span === 'free' ? free : shownDate(choice.span, first, last, locale);
  const value = choice.span === 'last' ? t(`duration.${choice.last ?? '1h'}`) : dated;
  return <PrintedChoice label={of ?? t('range.label')} value={value} />;
}

/**
 * Chooses what time to look at: day, week, month or year of the plant's own calendar, a free range, or the last minutes
 * to days. It holds nothing: the choice lives in the page's address.
 */
export function RangePicker({ wide, ...range }: RangeProps & { wide: boolean }) {
  const { choice, onChoice } = range;
  const { t } = useTranslation('charts');
  if (usePrinting()) return <PrintedPeriod {...range} />;
  return (
    <>
      {range.spans?.length !== 1 && <SpanSwitch {...range} wide={wide} />}
      {choice.span === 'last' ? (
        <Select
          aria-label={t('range.duration')}
          data={DURATIONS.map((one) => ({ value: one, label: t(`duration.${one}`) }))}
          value={choice.last ?? '1h'}
          onChange={(last) => last && onChoice({ span: 'last', last: last as Duration })}
          allowDeselect={false}
          w={130}
        />
      ) : (
        <Steppers {...range} />
      )}
    </>
  );
}
