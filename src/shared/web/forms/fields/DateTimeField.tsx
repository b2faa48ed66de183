import { DateTimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import type { ReactNode } from 'react';
import { useDayPicker } from '../../list/use-day-picker.ts';
import { useFormField } from '../form-scope.ts';

interface Props {
  name: string;
  label: string;
  /** Whose clock it is. */
  description?: ReactNode;
}

const show = (wall: string) => wall.slice(0, 16).replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1');

/** A day with a time, as some clock shows them: YYYY-MM-DD HH:mm:ss; none is an empty text. */
export function DateTimeField({ name, label, description }: Props) {
  const look = useDayPicker();
  const { value, change, input } = useFormField<string>({ name, label, show });
  return (
    <DateTimePicker
      {...look}
      {...input}
      description={description}
      valueFormat="DD/MM/YYYY HH:mm"
      value={value || null}
      onChange={(wall) => change(wall ?? '')}
    />
  );
}
