import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertCircle, IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { UnsavedQuestion } from '../../../../shared/web/forms/UnsavedQuestion.tsx';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import {
  type NotificationPreference,
  notificationPreferencesCalls,
} from '../../notification-preferences.contract.ts';
import { AlarmSelectionFields } from './AlarmSelectionFields.tsx';
import styles from './notifications.module.css';
import { PreferenceSummary } from './PreferenceSummary.tsx';
import { bodyOf, formOf, type PreferenceForm } from './preference-form.model.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import { SwitchField } from './SwitchField.tsx';
import { TestMail } from './TestMail.tsx';
import { useNotificationLabels } from './use-notification-labels.ts';

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Fields() {
  const { t } = useTranslation('notifications');
  const { watch } = useFormContext<PreferenceForm>();
  return (
    <div className={styles.fields}>
      <section className={`panel ${styles.section}`}>
        <SwitchField<PreferenceForm>
          name="enabled"
          size="md"
          label={t('mail.enabled')}
          hint={t('mail.enabled_hint')}
        />
      </section>
      {watch('enabled') && (
        <>
          <section className={`panel ${styles.section}`} aria-labelledby="notifications-what">
            <h2 id="notifications-what">{t('what.title')}</h2>
            <AlarmSelectionFields all={t('what.all_mine')} />
          </section>
          <section className={`panel ${styles.section}`} aria-labelledby="notifications-when">
            <h2 id="notifications-when">{t('when.title')}</h2>
            <ScheduleFields />
          </section>
        </>
      )}
    </div>
  );
}

function PreferencePanel({ preference }: { preference: NotificationPreference }) {
  const { t } = useTranslation('notifications');
  const company = useCompany().id_client;
  const form = useForm<PreferenceForm>({ mode: 'onTouched', defaultValues: formOf(preference, OWN_ZONE) });
  const applySaved = (saved: NotificationPreference) => {
    keepAnswer(company, notificationPreferencesCalls.choice, {}, saved);
    form.reset(formOf(saved));
  };
  const { submit, refusal } = useSubmit(form, {
    words: useNotificationLabels(),
    act: async (values) => {
      applySaved(
        await send(notificationPreferencesCalls.saveChoice, {
          company,
          body: bodyOf(values, preference.version),
        }),
      );
      toast.done(t('mail.saved'));
    },
    // Another window, or the link of a mail: what stands there now is shown, and what was typed can be chosen again.
    take: ({ status, problem }) => {
      if (status !== 409 || !problem.current) return false;
      applySaved(problem.current as NotificationPreference);
      toast.failed(t('mail.changed_elsewhere'));
      return true;
    },
  });
  const { isDirty, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={submit}>
        {!preference.confirmed && (
          <Alert color="orange" variant="light" icon={<IconAlertCircle size={18} />}>
            {t('mail.unconfirmed', { email: preference.email })}
          </Alert>
        )}
        <div className={styles.columns}>
          <Fields />
          <aside className={styles.aside}>
            <PreferenceSummary email={preference.email} language={preference.language} />
            <TestMail />
          </aside>
        </div>
        <FormError>{refusal}</FormError>
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

/** My notification preferences: what is mailed to me of alarms, and when. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  const { id_client, name } = useCompany();
  const { data, error, refetch } = useCall(notificationPreferencesCalls.choice);
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
      {data && <PreferencePanel key={id_client} preference={data} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius={12} aria-busy="true" />}
    </div>
  );
}
