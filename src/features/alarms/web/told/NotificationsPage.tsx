import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertCircle, IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { UnsavedQuestion } from '../../../../shared/web/forms/UnsavedQuestion.tsx';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import type { AlarmChoice } from '../../choices.contract.ts';
import { ChoiceSummary } from './ChoiceSummary.tsx';
import { bodyOf, type ChoiceForm, formOf } from './choice-form.model.ts';
import { SwitchField } from './SwitchField.tsx';
import { TestMail } from './TestMail.tsx';
import { choiceQuery, choicesApi } from './told.api.ts';
import styles from './told.module.css';
import { useToldWords } from './use-told-words.ts';
import { WhatFields } from './WhatFields.tsx';
import { WhenFields } from './WhenFields.tsx';

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Fields() {
  const { t } = useTranslation('told');
  const { watch } = useFormContext<ChoiceForm>();
  return (
    <div className={styles.fields}>
      <section className={`panel ${styles.section}`}>
        <SwitchField<ChoiceForm>
          name="enabled"
          size="md"
          label={t('mail.enabled')}
          hint={t('mail.enabled_hint')}
        />
      </section>
      {watch('enabled') && (
        <>
          <section className={`panel ${styles.section}`} aria-labelledby="told-what">
            <h2 id="told-what">{t('what.title')}</h2>
            <WhatFields all={t('what.all_mine')} />
          </section>
          <section className={`panel ${styles.section}`} aria-labelledby="told-when">
            <h2 id="told-when">{t('when.title')}</h2>
            <WhenFields />
          </section>
        </>
      )}
    </div>
  );
}

function Choice({ choice }: { choice: AlarmChoice }) {
  const { t } = useTranslation('told');
  const company = useCompany().id_client;
  const form = useForm<ChoiceForm>({ mode: 'onTouched', defaultValues: formOf(choice, OWN_ZONE) });
  const keep = (saved: AlarmChoice) => {
    queryClient.setQueryData(choiceQuery(company).queryKey, saved);
    form.reset(formOf(saved));
  };
  const { submit, refusal } = useSubmit(form, {
    words: useToldWords(),
    act: async (values) => {
      keep(await choicesApi.saveChoice({ company, body: bodyOf(values, choice.version) }));
      toast.done(t('mail.saved'));
    },
    // Another window, or the link of a mail: what stands there now is shown, and what was typed can be chosen again.
    take: ({ status, problem }) => {
      if (status !== 409 || !problem.current) return false;
      keep(problem.current as AlarmChoice);
      toast.failed(t('mail.changed_elsewhere'));
      return true;
    },
  });
  const { isDirty, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={submit}>
        {!choice.confirmed && (
          <Alert color="orange" variant="light" icon={<IconAlertCircle size={18} />}>
            {t('mail.unconfirmed', { email: choice.email })}
          </Alert>
        )}
        <div className={styles.columns}>
          <Fields />
          <aside className={styles.aside}>
            <ChoiceSummary email={choice.email} language={choice.language} />
            <TestMail />
          </aside>
        </div>
        {refusal && (
          <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle size={18} />}>
            {refusal}
          </Alert>
        )}
        <div className={styles.save}>
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            {t('mail.save')}
          </Button>
        </div>
      </form>
      <UnsavedQuestion unsaved={isDirty && !isSubmitting} />
    </FormProvider>
  );
}

/** What I am told of alarms by mail, and when. */
export function NotificationsPage() {
  const { t } = useTranslation('told');
  const { id_client, name } = useCompany();
  const { data, error, refetch } = useQuery(choiceQuery(id_client));
  usePageTitle(t('mail.title'));
  return (
    <div className={styles.page}>
      <header>
        <Link to="/apps/asset/alarms" className={styles.back}>
          <IconArrowLeft size={16} aria-hidden="true" />
          {t('mail.back')}
        </Link>
        <h1>{t('mail.title')}</h1>
        <p className="muted">{t('mail.subtitle', { company: name })}</p>
      </header>
      {data && <Choice key={id_client} choice={data} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius={12} aria-busy="true" />}
    </div>
  );
}
