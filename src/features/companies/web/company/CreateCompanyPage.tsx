import { Alert, Button } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { companiesCalls } from '../../companies.contract.ts';
import { useErrorMessages } from '../refusal-words.ts';
import { CompanyFields } from './CompanyFields.tsx';
import styles from './company.module.css';
import { type CompanyValues, NO_VALUES, slugBeside, valuesOf } from './company-form.ts';

/** Opens a company that was just made. Failing that, the whole page starts anew in it: making it twice would be worse. */
async function open(enter: (id_client: number) => Promise<void>, id_client: number): Promise<void> {
  try {
    await enter(id_client);
  } catch (fault) {
    console.warn('the new company could not be entered in place', fault);
    location.assign(`/apps/asset?company=${id_client}`);
  }
}

function useNewCompany() {
  const words = useErrorMessages();
  const { enter } = useBelonging();
  const form = useForm<CompanyValues>({ defaultValues: NO_VALUES, ...onBlurDeferred });
  const [ownSlug, setOwnSlug] = useState(false);
  const follow = (name: string) => {
    if (ownSlug) return;
    const { company_slug: shown } = form.formState.errors;
    form.setValue('company_slug', slugBeside(name), { shouldValidate: shown !== undefined });
  };
  const { submit, refusal } = useSubmit(form, {
    words,
    act: async (values) => {
      const { id_client } = await send(companiesCalls.create, { body: valuesOf(values) });
      await open(enter, id_client);
    },
  });
  return { form, submit, refusal, follow, onSlug: (slug: string) => setOwnSlug(slug.trim() !== '') };
}

/** Who has no company may be waiting for one that is not theirs to make. */
function FirstSteps() {
  const { t } = useTranslation('companies');
  return (
    <Alert role="note" variant="light" icon={<IconMailOpened size={18} />} title={t('create.invited_title')}>
      {t('create.invited')}
    </Alert>
  );
}

/** Makes a company; whoever makes it becomes its owner, and goes on to its dashboard. // spec §2, §4 */
export function CreateCompanyPage() {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const { companies } = useBelonging();
  const { form, submit, refusal, follow, onSlug } = useNewCompany();
  const first = companies.length === 0;
  usePageTitle(t('create.title'));
  return (
    <div className={styles.narrow}>
      <div>
        <h1>{t('create.title')}</h1>
        <p className="muted">{t(first ? 'create.first' : 'create.another')}</p>
      </div>
      {first && <FirstSteps />}
      <form onSubmit={submit} noValidate className={`panel ${styles.form}`}>
        <FormError>{refusal}</FormError>
        <CompanyFields form={form} autoFocus onName={follow} onSlug={onSlug} />
        <div className={styles.footer}>
          {!first && (
            <Button variant="default" renderRoot={(root) => <Link to="/" {...root} />}>
              {tc('cancel')}
            </Button>
          )}
          <Button type="submit" loading={form.formState.isSubmitting}>
            {t('create.submit')}
          </Button>
        </div>
      </form>
    </div>
  );
}
