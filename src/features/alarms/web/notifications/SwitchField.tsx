import { Switch } from '@mantine/core';
import { useId } from 'react';
import { type FieldValues, type Path, useController } from 'react-hook-form';

interface Props<T extends FieldValues> {
  name: Path<T>;
  label: string;
  hint?: string;
  size?: 'md';
  validate?: () => true | string;
}

/** A switch of a form. It is told its state: one that only registers itself shows "off" until somebody presses it. */
export function SwitchField<T extends FieldValues>({ name, label, hint, size, validate }: Props<T>) {
  const { field, fieldState } = useController<T, Path<T>>({
    name,
    ...(validate ? { rules: { validate } } : {}),
  });
  const id = useId();
  return (
    <Switch
      id={id}
      ref={field.ref}
      name={field.name}
      label={label}
      description={hint}
      checked={field.value === true}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      {...(size ? { size } : {})}
    />
  );
}
