import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../../../../shared/contract/client.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { UnsavedQuestion } from '../../../../shared/web/forms/UnsavedQuestion.tsx';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { ConflictNotice } from '../../../../shared/web/ui/ConflictNotice.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { Company } from '../../companies.model.ts';
import { useErrorMessages } from '../refusal-words.ts';
import { CompanyFields } from './CompanyFields.tsx';
import styles from './company.module.css';
import { COMPANY_FIELDS, type CompanyValues, valuesOf } from './company-form.ts';
import { useCompanyChange } from './use-company-change.ts';

/** The version that somebody else saved in the meantime, as the server hands it over with its refusal. */
function storedIn(fault: CallError): Company | null {
  if (fault.status !== 409) return null;
  const stored = Company.safeParse(fault.problem.stored);
  return stored.success ? stored.data : null;
}

function useCompanyForm(company: Company) {
  const words = useErrorMessages();
  const save = useCompanyChange();
  /** The version that the typing began with, which is sent along. */
  const [base, setBase] = useState(company);
  const [theirs, setTheirs] = useState<Company | null>(null);
  const form = useForm<CompanyValues>({ defaultValues: valuesOf(company), ...onBlurDeferred });
  const { isDirty } = form.formState;
  const begin = (from: Company) => {
    setTheirs(null);
    setBase(from);
    form.reset(valuesOf(from));
  };
  useEffect(() => {
    if (company.version === base.version) return;
    // What was changed beside the typed fields is no other version of them.
    const sameFields = COMPANY_FIELDS.every((name) => company[name] === base[name]);
    if (isDirty && !sameFields) return;
    setBase(company);
    if (!isDirty) form.reset(valuesOf(company));
  }, [company, base, isDirty, form]);
  const { submit, refusal, clear } = useSubmit(form, {
    words,
    act: async (values) => {
      const { version, telephone: stored } = theirs ?? base;
      const { telephone, ...others } = valuesOf(values);
      const changed = telephone === stored ? others : { ...others, telephone };
      begin(await save(company.id_client, { ...changed, version }));
      toast.saved();
    },
    take: (fault) => {
      const stored = storedIn(fault);
      setTheirs(stored);
      return stored !== null;
    },
  });
  const undo = () => {
    clear();
    begin(company);
  };
  return { form, submit, refusal, theirs, begin, undo, isDirty };
}

/** Changes what the company is called; whoever saves second is shown both versions. */
export function CompanyForm({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const { form, submit, refusal, theirs, begin, undo, isDirty } = useCompanyForm(company);
  const { isSubmitting } = form.formState;
  const typed = form.getValues();
  const differing = theirs ? COMPANY_FIELDS.filter((name) => typed[name].trim() !== theirs[name]) : [];
  return (
    <>
      <UnsavedQuestion unsaved={isDirty} />
      <form onSubmit={submit} noValidate className={`panel ${styles.form}`} aria-label={t('company.data')}>
        <FormError>{refusal}</FormError>
        {theirs && (
          <ConflictNotice
            differences={differing.map((name) => ({
              label: t(`field.${name}`),
              mine: typed[name].trim(),
              theirs: theirs[name],
            }))}
            busy={isSubmitting}
            onMine={submit}
            onTheirs={() => begin(theirs)}
          />
        )}
        <CompanyFields form={form} />
        <div className={styles.footer}>
          {isDirty && (
            <Button variant="default" onClick={undo}>
              {tc('undo')}
            </Button>
          )}
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            {tc('save')}
          </Button>
        </div>
      </form>
    </>
  );
}
