import type { MantineStyleProps } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useState } from 'react';
import { useFormat } from '../format/use-format.ts';
import type { DaySpan } from './day-span.model.ts';
import { useDayPicker } from './use-day-picker.ts';

interface Props {
  label: string;
  className?: string;
  flex?: MantineStyleProps['flex'];
  days: Pick<DaySpan, 'from' | 'to'>;
  onDays: (days: { from: string; to: string }) => void;
}

/** The first and last day of a free span; one day alone may be both. */
export function DaysField({ label, className, flex, days, onDays }: Props) {
  const look = useDayPicker();
  const { date } = useFormat();
  // Half a range is kept here until its other end is chosen.
  const [ends, setEnds] = useState<[string | null, string | null] | null>(null);
  const value: [string | null, string | null] = ends ?? [days.from ?? null, days.to ?? null];
  const chosen = value.map((day) => (day ? date(day) : '')).join(' – ');
  return (
    <DatePickerInput
      {...look}
      type="range"
      allowSingleDateInRange
      {...(className === undefined ? {} : { className })}
      flex={flex}
      // A button is known by its name alone: it holds the days as well.
      aria-label={value[0] ? `${label}: ${chosen}` : label}
      placeholder={label}
      value={value}
      onChange={([from, to]) => {
        setEnds(from && !to ? [from, to] : null);
        if (from && to) onDays({ from, to });
      }}
    />
  );
}
