import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { ConflictNotice } from '../ui/ConflictNotice.tsx';
import { FormError } from './FormError.tsx';
import { FormScope } from './form-scope.ts';
import { UnsavedQuestion } from './UnsavedQuestion.tsx';
import type { RecordForm } from './use-record-form.ts';

interface Props {
  form: RecordForm;
  label?: string;
  className?: string;
  children: ReactNode;
}

/** The fields of a form that has its own frame, such as the cell of a table. */
export function FormFields({ form, children }: Pick<Props, 'form' | 'children'>) {
  return (
    <FormProvider {...(form.form as UseFormReturn)}>
      <FormScope value={form.scope}>{children}</FormScope>
    </FormProvider>
  );
}

/** What every form of a record has: the unsaved question, its faults as a whole, both versions of a conflict, its fields. */
export function FormFrame({ form, label, className = '', children }: Props) {
  const { submit, refusal, theirs, unsaved, busy } = form;
  // A dialog within stands elsewhere on the page, but its events come through here.
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (event.target === event.currentTarget) return void submit(event);
    event.preventDefault();
  };
  return (
    <FormFields form={form}>
      <UnsavedQuestion unsaved={unsaved && !busy} />
      <form noValidate className={className} aria-label={label} onSubmit={send}>
        <Stack gap={16}>
          <FormError>{refusal}</FormError>
          {theirs !== null && (
            <ConflictNotice
              differences={form.differences()}
              busy={busy}
              onMine={() => void submit()}
              onTheirs={form.takeTheirs}
            />
          )}
          {children}
        </Stack>
      </form>
    </FormFields>
  );
}
