import type { MantineStyleProps } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useState } from 'react';
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
  // Half a range is kept here until its other end is chosen.
  const [ends, setEnds] = useState<[string | null, string | null] | null>(null);
  return (
    <DatePickerInput
      {...look}
      type="range"
      allowSingleDateInRange
      {...(className === undefined ? {} : { className })}
      flex={flex}
      aria-label={label}
      placeholder={label}
      value={ends ?? [days.from ?? null, days.to ?? null]}
      onChange={([from, to]) => {
        setEnds(from && !to ? [from, to] : null);
        if (from && to) onDays({ from, to });
      }}
    />
  );
}
