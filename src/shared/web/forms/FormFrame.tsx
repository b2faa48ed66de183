import type { ReactNode } from 'react';
import { ConflictNotice } from '../ui/ConflictNotice.tsx';
import { DraftOffer } from './DraftOffer.tsx';
import { FormElement } from './FormElement.tsx';
import { FormError } from './FormError.tsx';
import { FormFields } from './FormFields.tsx';
import { UnsavedQuestion } from './UnsavedQuestion.tsx';
import type { RecordForm } from './use-record-form.ts';

interface Props {
  form: RecordForm;
  label?: string;
  className?: string;
  children: ReactNode;
}

/** What every form of a record has: the unsaved question, its faults as a whole, both versions of a conflict, its fields. */
export function FormFrame({ form, label, className, children }: Props) {
  const { submit, refusal, theirs, unsaved, busy, draft } = form;
  return (
    <FormFields form={form}>
      <UnsavedQuestion unsaved={unsaved && !busy && draft?.kept !== true} />
      <FormElement label={label} className={className} onSubmit={submit}>
        {draft && <DraftOffer draft={draft} />}
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
      </FormElement>
    </FormFields>
  );
}
