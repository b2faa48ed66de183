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
  /** HH:mm that a day means which is picked while the field is empty; the present time unless it is said. */
  usual?: string;
}

const presentTime = () => new Date().toTimeString().slice(0, 5);

const show = (wall: string) => wall.slice(0, 16).replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1');

/** A day with a time, as some clock shows them: YYYY-MM-DD HH:mm:ss; none is an empty text. */
export function DateTimeField({ name, label, description, usual }: Props) {
  const look = useDayPicker();
  const { value, change, input } = useFormField<string>({ name, label, show });
  return (
    <DateTimePicker
      {...look}
      {...input}
      description={description}
      valueFormat="DD/MM/YYYY HH:mm"
      value={value || null}
      // The library means midnight by a day alone, which nobody has said.
      onChange={(wall) =>
        change(value ? (wall ?? '') : (wall ?? '').replace(/ 00:00:00$/, ` ${usual ?? presentTime()}:00`))
      }
    />
  );
}
