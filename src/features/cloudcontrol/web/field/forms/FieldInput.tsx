import { ColorInput, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import type { Field } from './fields.model.ts';
import { useFieldLabels } from './words.ts';

export interface FieldInputProps {
  field: Field;
  typed: string | boolean;
  onTyped: (typed: string | boolean) => void;
  onBlur?: () => void;
  error?: string | undefined;
  /** Stands in an empty field: what holds where nothing is typed. */
  placeholder?: string | undefined;
  /** Names the field where no label stands above it. */
  bare?: string;
  inputRef?: Ref<HTMLInputElement>;
  disabled?: boolean;
}

/** Series colours to choose from; any other can be typed. */
const SWATCHES = ['#2456E6', '#6A8DF1', '#B83280', '#0E8F82', '#9B4FD0', '#475467', '#B1400A', '#05693E'];

function useShared(props: FieldInputProps) {
  const { field, bare, error, onBlur, disabled } = props;
  const words = useFieldLabels();
  const naming = bare
    ? { 'aria-label': bare }
    : { label: words.label(field.name), description: words.hint(field.name) };
  return {
    ...naming,
    name: field.name,
    error,
    disabled: disabled ?? false,
    withAsterisk: !bare && field.required === true,
    ...(onBlur ? { onBlur } : {}),
  };
}

function ChoiceInput(props: FieldInputProps) {
  const { field, typed, onTyped, placeholder } = props;
  const words = useFieldLabels();
  const shared = useShared(props);
  const { choices = [] } = field;
  const data = choices.map((value) => ({ value: String(value), label: words.choice(field, value) }));
  const none = field.nullable || typed === '' ? [{ value: '', label: placeholder ?? '–' }] : [];
  return (
    <NativeSelect
      {...shared}
      value={String(typed)}
      data={[...none, ...data]}
      onChange={(event) => onTyped(event.currentTarget.value)}
    />
  );
}

/** The input that fits a field; with its label and hint, or bare inside a table. */
export function FieldInput(props: FieldInputProps) {
  const { field, typed, onTyped, placeholder, inputRef } = props;
  const shared = useShared(props);
  if (field.kind === 'choice') return <ChoiceInput {...props} />;
  if (field.kind === 'switch') {
    const { withAsterisk: _, ...rest } = shared;
    return (
      <Switch {...rest} checked={typed === true} onChange={(event) => onTyped(event.currentTarget.checked)} />
    );
  }
  const text = String(typed);
  if (field.kind === 'colour') {
    return (
      <ColorInput
        {...shared}
        format="hex"
        withEyeDropper={false}
        fixOnBlur={false}
        swatches={SWATCHES}
        value={text}
        placeholder={placeholder ?? ''}
        onChange={(colour) => onTyped(colour.toUpperCase())}
      />
    );
  }
  if (field.kind === 'lines') {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={6}
        value={text}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
    );
  }
  const isNumber = field.kind === 'int' || field.kind === 'number';
  return (
    <TextInput
      {...shared}
      {...(inputRef ? { ref: inputRef } : {})}
      autoComplete="off"
      spellCheck={false}
      inputMode={isNumber ? (field.kind === 'int' ? 'numeric' : 'decimal') : 'text'}
      value={text}
      placeholder={placeholder ?? ''}
      rightSection={field.unit ? <span className="muted">{field.unit}</span> : undefined}
      rightSectionWidth={field.unit ? 44 : undefined}
      onChange={(event) => onTyped(event.currentTarget.value)}
    />
  );
}
