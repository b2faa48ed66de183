import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConflictNotice, type Difference } from '../ui/ConflictNotice.tsx';
import { FormError } from './FormError.tsx';
import styles from './RecordForm.module.css';
import { UnsavedQuestion } from './UnsavedQuestion.tsx';
import type { useRecordForm } from './use-record-form.ts';

interface Props<V extends FieldValues, R extends { version: number }> {
  record: ReturnType<typeof useRecordForm<V, R>>;
  label: string;
  /** The fields in which the two versions of a conflict differ, as people read them. */
  differences: (typed: V, theirs: R) => readonly Difference[];
  children: ReactNode;
}

/** The frame of a record's form: its faults as a whole, both versions of a conflict, its buttons, the unsaved question. */
export function RecordForm<V extends FieldValues, R extends { version: number }>(props: Props<V, R>) {
  const { label, differences, children } = props;
  const { form, submit, refusal, theirs, takeTheirs, unsaved, busy } = props.record;
  const { t } = useTranslation();
  return (
    <FormProvider {...form}>
      <UnsavedQuestion unsaved={unsaved && !busy} />
      <form noValidate className={`panel ${styles.form}`} aria-label={label} onSubmit={submit}>
        <FormError>{refusal}</FormError>
        {theirs && (
          <ConflictNotice
            differences={differences(form.getValues(), theirs)}
            busy={busy}
            onMine={() => void submit()}
            onTheirs={takeTheirs}
          />
        )}
        {children}
        <div className={styles.footer}>
          <Button variant="default" disabled={!unsaved || busy} onClick={() => form.reset()}>
            {t('undo')}
          </Button>
          <Button type="submit" loading={busy} disabled={!unsaved}>
            {t('save')}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
