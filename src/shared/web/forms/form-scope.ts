import { createContext, useContext, useEffect } from 'react';
import { type FieldValues, useController, type Validate } from 'react-hook-form';
import type { z } from 'zod';

/** What people call a field, and how they read what stands in it: for the two versions of a conflict. */
export interface FieldDescription {
  readonly label: string;
  readonly show: (value: unknown) => string;
}

export interface Scope {
  /** The contract's schema of what is sent: limits are read from it. */
  readonly body: z.core.$ZodType | undefined;
  readonly fields: Map<string, FieldDescription>;
}

/** What the fields of a form share with their frame. */
export const FormScope = createContext<Scope | null>(null);

export function useFormScope(): Scope {
  const scope = useContext(FormScope);
  if (!scope)
    throw new Error('a field stands inside FormDialog, FormDrawer, FormPage, FormFrame or ActionForm');
  return scope;
}

/** What a field of an action form must hold: true, or what is wrong with it. */
export type Rule<T> = (value: T, values: never) => string | true;

interface Options<T> {
  name: string;
  label: string;
  /** Named for readers of the screen alone, as in the cell of a table. */
  hideLabel?: boolean | undefined;
  /** What stands in it, as a person reads it. */
  show: (value: T) => string;
  /** True, or why it must not be sent: for a form that no contract judges. */
  rule?: Rule<T> | undefined;
}

/**
 * Ties an input to the field of that name: its value, its fault in the reader's language, the focus when it is the first
 * that is wrong. Every field of the kit is made with it, and so is an input of an area's own.
 */
export function useFormField<T>({ name, label, hideLabel = false, show, rule }: Options<T>) {
  const { fields } = useFormScope();
  const { field, fieldState } = useController({
    name,
    ...(rule && { rules: { validate: rule as Validate<unknown, FieldValues> } }),
  });
  useEffect(() => {
    fields.set(name, { label, show: show as FieldDescription['show'] });
  });
  useEffect(() => () => void fields.delete(name), [fields, name]);
  const naming = hideLabel ? { 'aria-label': label } : { label };
  return {
    value: field.value as T,
    change: field.onChange as (value: T) => void,
    input: { name, ...naming, ref: field.ref, onBlur: field.onBlur, error: fieldState.error?.message },
  };
}
