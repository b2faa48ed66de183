import { Button } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../../../../shared/contract/client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { ConflictNotice } from '../../../../shared/web/ui/ConflictNotice.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { invalidateWords } from './catalogue.api.ts';
import styles from './catalogue.module.css';
import { type Values, valuesOf, type Word, type WordKind } from './kind-of-word.ts';
import { useCatalogueRefusals, useSchemaResolver } from './words-form.ts';

interface Props<Row extends Word> {
  kind: WordKind<Row>;
  /** null: one is made. */
  row: Row | null;
  onClose: () => void;
}

/** The version that somebody else saved in the meantime, as the server hands it over with its refusal. */
function storedIn<Row extends Word>(fault: CallError, kind: WordKind<Row>): Word | null {
  if (fault.status !== 409) return null;
  return kind.stored.safeParse(fault.problem.stored).data ?? null;
}

function useEditing<Row extends Word>({ kind, row, onClose }: Props<Row>) {
  const company = useCompany().id_client;
  const words = useCatalogueRefusals();
  /** The version that the typing began with, which is sent along. */
  const [base, setBase] = useState<Word | null>(row);
  const [theirs, setTheirs] = useState<Word | null>(null);
  const form = useForm<Record<string, string | number>>({
    ...onBlurDeferred,
    defaultValues: valuesOf(kind.blank, row ?? {}),
    resolver: useSchemaResolver(kind.schema),
  });
  const save = async (values: Values) => {
    if (!base) return kind.create(company, values);
    const { version } = theirs ?? base;
    return kind.update(company, base.id, { ...values, version });
  };
  const { submit, refusal } = useSubmit(form, {
    words,
    act: async (values) => {
      await save(values);
      void invalidateWords(company);
      toast.saved();
      onClose();
    },
    take: (fault) => {
      const stored = storedIn(fault, kind);
      if (stored) void invalidateWords(company);
      setTheirs(stored);
      return stored !== null;
    },
  });
  const takeTheirs = (stored: Word) => {
    setBase(stored);
    setTheirs(null);
    form.reset(valuesOf(kind.blank, stored));
  };
  return { form, submit, refusal, theirs, takeTheirs };
}

/** Makes or changes one of the company's own words; whoever saves second is shown both versions. */
export function EditWord<Row extends Word>(props: Props<Row>) {
  const { kind, row, onClose } = props;
  const { t } = useTranslation('catalogue');
  const { t: tc } = useTranslation();
  const { form, submit, refusal, theirs, takeTheirs } = useEditing(props);
  const { isSubmitting } = form.formState;
  const { Fields } = kind;
  const saved = theirs ? kind.told(valuesOf(kind.blank, theirs)) : [];
  const differences = theirs
    ? kind
        .told(form.getValues())
        .map(({ label, text }, i) => ({ label, mine: text, theirs: saved[i]?.text ?? '' }))
        .filter((one) => one.mine !== one.theirs)
    : [];
  return (
    <Dialog title={row ? kind.titleOf(row) : t(`${kind.id}.create`)} size={640} keeps onClose={onClose}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <FormError>{refusal}</FormError>
        {theirs && (
          <ConflictNotice
            differences={differences}
            busy={isSubmitting}
            onMine={submit}
            onTheirs={() => takeTheirs(theirs)}
          />
        )}
        <Fields form={form} row={row} />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {tc('save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
