import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../format/numbers.ts';
import { useDayPicker } from '../../list/use-day-picker.ts';
import { useFormField } from '../form-scope.ts';

interface Props {
  name: string;
  label: string;
  description?: ReactNode;
  placeholder?: string;
  /** Days as YYYY-MM-DD. */
  min?: string;
  max?: string;
  required?: boolean;
  disabled?: boolean;
}

const show = (day: string | null) => (day ? day.split('-').reverse().join('/') : UNKNOWN);

/** A day, as YYYY-MM-DD; none is null. */
export function DateField({ name, label, min, max, required = false, placeholder, ...rest }: Props) {
  const { t } = useTranslation();
  const look = useDayPicker();
  const { value, change, input } = useFormField<string | null>({ name, label, show });
  return (
    <DatePickerInput
      {...look}
      {...rest}
      {...input}
      {...(placeholder ? { placeholder } : {})}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      withAsterisk={required}
      clearable={!required}
      clearButtonProps={{ 'aria-label': t('empty_field', { label }) }}
      value={value}
      onChange={change}
    />
  );
}
