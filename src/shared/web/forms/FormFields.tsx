import type { ReactNode } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { FormScope, type Scope } from './form-scope.ts';

interface Props {
  /** Of `useRecordForm` or `useActionForm`. */
  form: { readonly form: unknown; readonly scope: Scope };
  children: ReactNode;
}

/** The fields of a form that has its own frame, such as the cell of a table. */
export function FormFields({ form, children }: Props) {
  return (
    <FormProvider {...(form.form as UseFormReturn)}>
      <FormScope value={form.scope}>{children}</FormScope>
    </FormProvider>
  );
}
