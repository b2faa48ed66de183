import { TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormField } from '../form-scope.ts';
import { clockOf, minuteOf } from '../time-of-day.model.ts';

/** A time of day, as minutes after midnight; what is no time yet is an empty text, which the schema refuses. */
export function TimeField({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation();
  const show = (minute: number | string) => (typeof minute === 'number' ? clockOf(minute) : minute);
  const { value, change, input } = useFormField<number | string>({ name, label, show });
  const { ref, name: _name, ...rest } = input;
  const [typed, setTyped] = useState(() => show(value));
  return (
    // Not the browser's own: that counts in twelve hours where the machine does, whatever the portal's language.
    <TimePicker
      {...rest}
      w={130}
      hoursInputLabel={t('time_of.hours', { of: label })}
      minutesInputLabel={t('time_of.minutes', { of: label })}
      hoursRef={ref}
      value={typeof value === 'number' ? clockOf(value) : typed}
      onChange={(clock) => {
        setTyped(clock);
        change(minuteOf(clock) ?? '');
      }}
    />
  );
}
