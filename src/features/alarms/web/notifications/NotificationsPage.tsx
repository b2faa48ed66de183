import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { UnsavedQuestion } from '../../../../shared/web/forms/UnsavedQuestion.tsx';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Page, Waiting } from '../../../../shared/web/page/Page.tsx';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import {
  type NotificationPreference,
  notificationPreferencesCalls,
} from '../../notification-preferences.contract.ts';
import { AlarmSelectionFields } from './AlarmSelectionFields.tsx';
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
    <>
      <Panel>
        <SwitchField<PreferenceForm>
          name="enabled"
          size="md"
          label={t('mail.enabled')}
          hint={t('mail.enabled_hint')}
        />
      </Panel>
      {watch('enabled') && (
        <>
          <Section title={t('what.title')}>
            <AlarmSelectionFields all={t('what.all_mine')} />
          </Section>
          <Section title={t('when.title')}>
            <ScheduleFields />
          </Section>
        </>
      )}
    </>
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
      <Frame
        aside={
          <>
            <PreferenceSummary email={preference.email} language={preference.language} />
            <TestMail />
          </>
        }
      >
        <form noValidate onSubmit={submit}>
          <Stack gap={12}>
            {!preference.confirmed && (
              <Alert color="orange" variant="light" icon={<IconAlertCircle size={18} />}>
                {t('mail.unconfirmed', { email: preference.email })}
              </Alert>
            )}
            <Fields />
            <FormError>{refusal}</FormError>
            <Group justify="flex-end" pos="sticky" bottom={0} py={12} bg="var(--page)">
              <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
                {t('mail.save')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Frame>
      <UnsavedQuestion unsaved={isDirty && !isSubmitting} />
    </FormProvider>
  );
}

/** The page around the form, and around what stands in for it. */
function Frame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('notifications');
  const { name } = useCompany();
  return (
    <Page
      title={t('mail.title')}
      subtitle={t('mail.subtitle', { company: name })}
      back={<BackLink to="/apps/asset/alarms">{t('mail.back')}</BackLink>}
      width={1080}
      centred
      aside={aside}
    >
      {children}
    </Page>
  );
}

/** My notification preferences: what is mailed to me of alarms, and when. */
export function NotificationsPage() {
  const { id_client } = useCompany();
  const { data, error, refetch } = useCall(notificationPreferencesCalls.choice);
  if (data) return <PreferencePanel key={id_client} preference={data} />;
  return (
    <Frame>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Waiting heights={[420]} />}
    </Frame>
  );
}
