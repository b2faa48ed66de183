import { Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';

interface Props<T extends FieldValues> {
  form: UseFormReturn<T>;
  onSubmit: FormEventHandler;
  /** What was refused as a whole, with what can be done about it, or null. */
  refusal: ReactNode;
  label?: string;
  children: ReactNode;
}

/** A form in one column; what was refused as a whole stands above its fields. */
export function FormBox<T extends FieldValues>({ form, onSubmit, refusal, label, children }: Props<T>) {
  return (
    <FormProvider {...form}>
      <form onSubmit={onSubmit} noValidate aria-label={label}>
        <Stack gap={16}>
          <FormError>{refusal}</FormError>
          {children}
        </Stack>
      </form>
    </FormProvider>
  );
}
