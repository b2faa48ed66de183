import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { UNKNOWN } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { fieldRules } from '../field-rules.ts';
import { useFormField, useFormScope } from '../form-scope.ts';
import { numberOf, numberText } from '../number-text.model.ts';

interface Props extends Pick<TextInputProps, 'description' | 'placeholder' | 'disabled' | 'w' | 'className'> {
  name: string;
  label: string;
  hideLabel?: boolean;
  /** Stands in the field, such as kW. */
  unit?: string;
  /** Marked as what must be filled in. */
  required?: boolean;
}

/** Room for a unit in its field, px: kWh/m² does not run into the number. */
const unitWidth = (unit: string): number => Math.max(44, unit.length * 8 + 16);

/**
 * A number by the reader's decimal separator, of any size and precision; nothing typed is null, never 0. Limits come from
 * the contract, which says no to what is no number.
 */
export function NumberField({ name, label, hideLabel, unit, required = false, ...rest }: Props) {
  const language = useLanguage();
  const { body } = useFormScope();
  const textOf = (value: number | string | null | undefined) =>
    typeof value === 'string' ? value : numberText(value, language);
  const show = (value: number | string | null) => [textOf(value) || UNKNOWN, unit].filter(Boolean).join(' ');
  const { value, change, input } = useFormField<number | string | null>({ name, label, hideLabel, show });
  const [typed, setTyped] = useState(() => textOf(value));
  // A value from elsewhere, such as an undone one, is written anew; what is being typed stays as it is.
  const text = numberOf(typed) === (value ?? null) ? typed : textOf(value);
  return (
    <TextInput
      {...rest}
      {...input}
      withAsterisk={required}
      autoComplete="off"
      spellCheck={false}
      inputMode={fieldRules(body, name).integer ? 'numeric' : 'decimal'}
      value={text}
      rightSection={unit ? <span className="muted">{unit}</span> : undefined}
      rightSectionWidth={unit ? unitWidth(unit) : undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        change(numberOf(event.currentTarget.value));
      }}
    />
  );
}
